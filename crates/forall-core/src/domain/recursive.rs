//! Recursive domains: values that contain values of the same kind.

mod invert_depth;

use std::fmt::Debug;
use std::sync::{Arc, OnceLock, Weak};

use self::invert_depth::InvertDepth;
use super::{BoxedDomain, Domain, inverse};
use crate::source::{ChoiceValue, Record, Reject, Role, Source, SpanLabel};

/// Generates recursive values: those of `base`, and those that `step` builds from smaller values.
///
/// `step` is called once. Its argument stands for the whole domain, and can be cloned to be used in several
/// places. At size 0, only values of `base` are generated. With the size, values grow wider and deeper: the
/// depth is at most the size, and never so great that the stack overflows.
///
/// ```
/// use forall::domain::{Domain, any, one_of, recursive, sample, vec};
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
///     one_of((arrays, pairs))
/// });
/// assert!(sample(&json, 100).iter().any(|json| matches!(json, Json::Array(inner) if inner.len() > 1)));
/// ```
pub fn recursive<A, B, D>(base: B, step: impl FnOnce(Inner<A>) -> D) -> Recursive<A>
where
    A: Debug + 'static,
    B: Domain<Value = A> + Send + Sync + 'static,
    D: Domain<Value = A> + Send + Sync + 'static,
{
    let knot = Knot { base: base.boxed(), step: OnceLock::new(), inner_size: OnceLock::new() };
    let knot = Arc::new(knot);
    let step = step(Inner { knot: Arc::downgrade(&knot) });
    let step = knot.step.get_or_init(|| step.boxed());
    // To measure it, values are generated with the default ratio.
    let inner_size = measure(step);
    knot.inner_size.get_or_init(|| inner_size);
    Recursive { knot }
}

/// See [`recursive`].
pub struct Recursive<A> {
    knot: Arc<Knot<A>>,
}

/// A [recursive] domain inside its own step function.
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
    /// A weak pointer: the domain owns its step, and the step owns this.
    knot: Weak<Knot<A>>,
}

/// The base and the step of a recursive domain. The step refers back to the whole domain.
struct Knot<A> {
    base: BoxedDomain<A>,
    step: OnceLock<BoxedDomain<A>>,
    inner_size: OnceLock<SizeRatio>,
}

/// The average size of an inner value relative to the size of the value that contains it, in 256ths.
#[derive(Clone, Copy)]
struct SizeRatio(u32);

/// The label of a recursive value. The choice between base and step is inside this span, so that a shrinker
/// can replace a value by a part of it.
const LEVEL: SpanLabel = SpanLabel::new("forall::recursive");

/// The greatest size of an inner value: more levels than this would exceed the nesting limit.
const MAX_INNER_SIZE: u32 = 100;

/// The number of values that are generated to measure how many inner values a step uses.
const MEASURED_VALUES: u64 = 16;

impl<A: Debug + 'static> Knot<A> {
    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        source.span(LEVEL, |source| {
            let ratio = self.inner_size.get().copied().unwrap_or(SizeRatio::shared_by(2.0));
            match (self.step.get(), ratio.draw_inner_size(source)) {
                (Some(step), Some(size)) => {
                    source.nested(|source| source.at_size(size, |source| step.generate(source)))
                }
                _ => self.base.generate(source),
            }
        })
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _depth = InvertDepth::enter()?;
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

impl SizeRatio {
    /// Returns the ratio for values with this many inner values. A value of size s has about s² parts, so
    /// each of n inner values gets the size s / √n: together they have as many parts.
    fn shared_by(inner_values: f64) -> SizeRatio {
        SizeRatio((256.0 / inner_values.max(1.0).sqrt()) as u32)
    }

    /// Draws whether to use the step, and returns the size of its inner values if so. That size is random
    /// around its mean, so that some trees are thin and deep.
    fn draw_inner_size(self, source: &mut Source) -> Option<u32> {
        let size = source.size();
        let mean = (u64::from(size) * u64::from(self.0) / 256) as u32;
        let spread = (size - mean).min(mean / 2);
        let max = (mean + spread).min(size.saturating_sub(1)).min(MAX_INNER_SIZE);
        let min = (mean - spread).min(max);
        let mut inner_size = 0;
        let uses_step = source.integer(0..=1_u8, 0, Role::Branch, |random| {
            inner_size = min + random.below(u64::from(max - min) + 1) as u32;
            u8::from(random.below(u64::from(size) + 1) > 0)
        });
        (uses_step == 1).then_some(inner_size)
    }
}

/// Generates values with the step to measure how many inner values it uses on average. Lists without a
/// fixed length have none at size 0, which is right: they divide the size by themselves.
fn measure<A: Debug + 'static>(step: &BoxedDomain<A>) -> SizeRatio {
    let inner_values = (0..MEASURED_VALUES).map(|seed| {
        let mut source = Source::from_seed(seed, 0).recording();
        let _ = step.generate(&mut source);
        outermost_levels(&source.into_record())
    });
    SizeRatio::shared_by(inner_values.sum::<usize>() as f64 / MEASURED_VALUES as f64)
}

/// Returns the number of recursive values in the record that are not part of another one.
fn outermost_levels(record: &Record) -> usize {
    let mut covered = 0;
    let levels = record.spans.iter().filter(|span| span.label == LEVEL);
    let outermost = levels.filter(|span| {
        let is_outermost = span.start >= covered;
        covered = covered.max(span.end);
        is_outermost
    });
    outermost.count()
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
            None => Err(source.reject("the recursive domain of this `Inner` was dropped")),
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
