//! Recursion: values that hold values like themselves.

mod level;

use std::fmt::Debug;
use std::sync::{Arc, OnceLock, Weak};

use self::level::Level;
use super::{BoxedDomain, Domain, inverse};
use crate::source::{ChoiceValue, Label, Record, Reject, Role, Source};

/// Values of `base`, and those that `step` makes of smaller ones.
///
/// `step` is called once. What it is given stands for the whole domain, and can be cloned to be used
/// in several places. At size 0 there is only `base`; with the size, values grow wider and deeper,
/// to no more levels than the size says, and never so deep that the stack overflows.
///
/// ```
/// use forall::domain::{Domain, any, recursive, sample, union, vec};
///
/// #[derive(Clone, Debug)]
/// enum Json {
///     Number(i64),
///     Array(Vec<Json>),
///     Pair(Box<(Json, Json)>),
/// }
///
/// let json = recursive(any::<i64>().mapped(Json::Number), |inner| {
///     let arrays = vec(inner.clone(), ..).mapped(Json::Array);
///     let pairs = (inner.clone(), inner).mapped(|pair| Json::Pair(Box::new(pair)));
///     union((arrays, pairs))
/// });
/// assert!(sample(&json, 100).iter().any(|json| matches!(json, Json::Array(inner) if inner.len() > 1)));
/// ```
pub fn recursive<A, B, D>(base: B, step: impl FnOnce(Inner<A>) -> D) -> Recursive<A>
where
    A: Debug + 'static,
    B: Domain<Value = A> + Send + Sync + 'static,
    D: Domain<Value = A> + Send + Sync + 'static,
{
    let knot = Knot { base: base.boxed(), step: OnceLock::new(), reach: OnceLock::new() };
    let knot = Arc::new(knot);
    let step = step(Inner { knot: Arc::downgrade(&knot) });
    // Until the reach is set the usual one holds, so that the step can be tried.
    let step = knot.step.get_or_init(|| step.boxed());
    let reach = reach(step);
    knot.reach.get_or_init(|| reach);
    Recursive { knot }
}

/// See [`recursive`].
pub struct Recursive<A> {
    knot: Arc<Knot<A>>,
}

/// A [recursive] domain inside its own step.
///
/// ```
/// use forall::domain::{Domain, Inner, just, recursive, sample};
///
/// fn in_brackets(inner: Inner<String>) -> impl Domain<Value = String> {
///     inner.mapped(|text| format!("({text})"))
/// }
/// let nested = recursive(just("x".to_owned()), in_brackets);
/// assert!(sample(&nested, 20).contains(&"((x))".to_owned()));
/// ```
pub struct Inner<A> {
    /// Weak, since the domain owns its step, and the step this.
    knot: Weak<Knot<A>>,
}

struct Knot<A> {
    base: BoxedDomain<A>,
    step: OnceLock<BoxedDomain<A>>,
    reach: OnceLock<Reach>,
}

/// How much of a size remains one level deeper in the mean, in 256ths.
#[derive(Clone, Copy)]
struct Reach(u32);

/// The choice between base and step is inside the span, so that a part of a value can take the place
/// of the whole.
const LEVEL: Label = Label::new("forall::recursive");

/// Sizes above this come down to it at once: to go deeper is to be rejected.
const LEVELS: u32 = 100;

/// How often the step is tried to see how wide it is.
const TRIES: u64 = 16;

impl<A: Debug + 'static> Knot<A> {
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        source.span(LEVEL, |source| {
            let reach = self.reach.get().copied().unwrap_or(Reach::of(2.0));
            let (deeper, size) = reach.descend(source);
            match self.step.get() {
                Some(step) if deeper => {
                    source.nested(|source| source.at_size(size, |source| step.generate(source)))
                }
                _ => self.base.generate(source),
            }
        })
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _level = Level::enter()?;
        let before = choices.len();
        inverse::branch(0, choices);
        if self.base.invert(value, choices).is_some() {
            return Some(());
        }
        choices.truncate(before);
        inverse::branch(1, choices);
        self.step.get()?.invert(value, choices)
    }
}

impl Reach {
    /// A value of size s has about s² parts. With so many inner values to a level, each has s / √n
    /// of the size, so that they have as many parts together.
    fn of(inner: f64) -> Reach {
        Reach((256.0 / inner.max(1.0).sqrt()) as u32)
    }

    /// Draws whether to go a level deeper, and at what size. That is left to chance, about its mean,
    /// since trees should be thin and deep now and then.
    fn descend(self, source: &mut Source) -> (bool, u32) {
        let size = source.size();
        let mean = (u64::from(size) * u64::from(self.0) / 256) as u32;
        let spread = (size - mean).min(mean / 2);
        let most = (mean + spread).min(size.saturating_sub(1)).min(LEVELS);
        let least = (mean - spread).min(most);
        let mut smaller = 0;
        let deeper = source.integer(0..=1_u8, 0, Role::Branch, |random| {
            smaller = least + random.below(u64::from(most - least) + 1) as u32;
            u8::from(random.below(u64::from(size) + 1) > 0)
        });
        (deeper == 1, smaller)
    }
}

/// Tries the step to see how many inner values it has in the mean. Lists without a fixed length have
/// none at size 0, which is as it should be: they share the size by themselves.
fn reach<A: Debug + 'static>(step: &BoxedDomain<A>) -> Reach {
    let inner = (0..TRIES).map(|seed| {
        let mut source = Source::from_seed(seed, 0).recording();
        let _ = step.generate(&mut source);
        outermost(&source.into_record())
    });
    Reach::of(inner.sum::<usize>() as f64 / TRIES as f64)
}

/// How many levels there are in the record that are not part of another.
fn outermost(record: &Record) -> usize {
    let mut covered = 0;
    let levels = record.spans.iter().filter(|span| span.label == LEVEL);
    let outer = levels.filter(|span| {
        let outer = span.start >= covered;
        covered = covered.max(span.end);
        outer
    });
    outer.count()
}

impl<A: Debug + 'static> Domain for Recursive<A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        self.knot.generate(source)
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.knot.invert(value, choices)
    }
}

impl<A: Debug + 'static> Domain for Inner<A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        match self.knot.upgrade() {
            Some(knot) => knot.generate(source),
            None => Err(source.reject("the recursive domain to which this belongs is gone")),
        }
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.knot.upgrade()?.invert(value, choices)
    }
}

impl<A> Clone for Recursive<A> {
    fn clone(&self) -> Recursive<A> {
        Recursive { knot: Arc::clone(&self.knot) }
    }
}

impl<A> Clone for Inner<A> {
    fn clone(&self) -> Inner<A> {
        Inner { knot: Weak::clone(&self.knot) }
    }
}

impl<A> Debug for Recursive<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("recursive(…)")
    }
}

impl<A> Debug for Inner<A> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("inner")
    }
}
