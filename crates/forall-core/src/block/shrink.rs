//! Shrinking: simpler inputs that still fail.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::block::{Case, Check, Invert, Print, check, invert, print};
use crate::data::{Binding, Failure, Verdict};
use crate::domain::within::Within;
use crate::language::{self, Forall, Formula, Implies, Node, Observe};
use crate::panics;
use crate::source::{ChoiceSequence, ChoiceValue, End, Mismatch, Policy, Record, Source};

/// Descends greedily, variable by variable, until no simpler value of any of them fails in the same
/// way, or the limits are reached. A number of tries is a limit.
///
/// ```
/// use forall::block::{Shrunk, retrace, shrink};
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::source::Source;
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// let case = retrace(&property, Source::of_test(1, 2, 8)).unwrap();
/// let shrunk = shrink(&property, case, Failure::falsehood(), 1_000);
/// assert_eq!(shrunk.inputs, (vec![0, 0, 0], ()));
/// assert!(shrunk.accepted > 0 && shrunk.accepted < shrunk.tried);
/// ```
pub fn shrink<P>(
    property: &P,
    case: Case<P::Inputs>,
    failure: Failure,
    limits: impl Into<Limits>,
) -> Shrunk<P::Inputs>
where
    P: Shrink + Check + Print + Invert,
{
    let Case { mut inputs, record } = case;
    let (mut failure, mut tried, mut accepted) = (failure, 0, 0);
    let mut search = Search {
        record: &record,
        check: &|inputs: &P::Inputs| check(property, inputs),
        show: &|inputs: &P::Inputs| shown(property, inputs),
        judge: &mut |run, _| {
            tried += 1;
            let Some(alike) = run().alike(&failure) else { return false };
            failure = alike;
            accepted += 1;
            true
        },
        limits: limits.into(),
    };
    while property.simplify(&mut inputs, &mut search) {}
    Shrunk { inputs, failure, tried, accepted }
}

/// What shrinking may spend.
///
/// ```
/// use std::time::Instant;
///
/// use forall::block::Limits;
///
/// let limits = Limits::from(100);
/// assert!(!limits.spent(99) && limits.spent(100));
/// assert_eq!(limits.after(30).tries, 70);
/// assert!(Limits { deadline: Some(Instant::now()), ..limits }.spent(0));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// How many simpler inputs to try.
    pub tries: u64,
    /// When to stop, if time is limited.
    pub deadline: Option<Instant>,
    /// Tells it to stop before, if somebody may.
    pub stop: Option<&'static AtomicBool>,
}

/// What shrinking came to.
#[derive(Clone, Debug)]
pub struct Shrunk<Inputs> {
    /// The simplest inputs that fail in the same way.
    pub inputs: Inputs,
    /// How they fail.
    pub failure: Failure,
    /// How many simpler inputs were tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
}

/// What a search for simpler inputs has to go by.
///
/// ```
/// use forall::block::{Search, Shrink, check, shown};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::{Record, Role};
///
/// let property = property! { forall x: u32; forall y: u32; check x + y < 50 };
/// let mut inputs = (60, (30, ()));
/// let mut search = Search {
///     record: &Record::default(),
///     check: &|inputs| check(&property, inputs),
///     show: &|inputs| shown(&property, inputs),
///     judge: &mut |run, _| run() != Verdict::Pass,
///     limits: 1_000.into(),
/// };
/// assert!(search.accepts(&inputs) && !search.accepts(&(1, (1, ()))));
/// while property.simplify(&mut inputs, &mut search) {}
/// assert!(property.settle(&mut inputs, &mut search) && !search.spent());
/// let anew = search.source(0, 1).integer(0..=9, 0, Role::Value, |random| random.below(10));
/// assert_eq!((inputs, anew < 10), ((50, (0, ())), true));
/// ```
pub struct Search<'s, Inputs> {
    /// The choices from which the inputs were made first; empty if these are not known.
    pub record: &'s Record,
    /// Runs the whole property.
    pub check: &'s dyn Fn(&Inputs) -> Verdict,
    /// Shows inputs.
    pub show: &'s dyn Fn(&Inputs) -> Shown,
    /// Says whether inputs are what is sought. It may run them, and ask to be shown them.
    pub judge: &'s mut Judge<'s>,
    /// What is left to spend.
    pub limits: Limits,
}

/// Says whether inputs are what is sought. It may run them, and ask to be shown them.
pub type Judge<'s> = dyn FnMut(&dyn Fn() -> Verdict, &dyn Fn() -> Shown) -> bool + 's;

/// Inputs, for who does not know their type.
#[derive(Clone, Debug)]
pub struct Shown {
    /// What they are, in words.
    pub bindings: Vec<Binding>,
    /// The choices of which they would be made, where these can be told.
    pub choices: Option<ChoiceSequence>,
}

/// Shows inputs.
///
/// ```
/// use forall::block::{Shown, shown};
/// use forall::property::property;
///
/// let Shown { bindings, choices } = shown(&property! { forall x: u32; check *x < 9 }, &(7, ()));
/// assert_eq!(bindings[0].value, "7");
/// assert!(choices.unwrap().to_string().starts_with("7."));
/// ```
pub fn shown<P: Print + Invert>(property: &P, inputs: &P::Inputs) -> Shown {
    let choices = invert(property, inputs).map(ChoiceSequence);
    Shown { bindings: print(property, inputs), choices }
}

impl Limits {
    /// Is nothing left after so many tries?
    pub fn spent(&self, tried: u64) -> bool {
        tried >= self.tries || self.is_over()
    }

    /// What is left after so many tries.
    #[must_use]
    pub fn after(self, tried: u64) -> Limits {
        Limits { tries: self.tries.saturating_sub(tried), ..self }
    }

    fn is_over(&self) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl From<u64> for Limits {
    fn from(tries: u64) -> Limits {
        Limits { tries, deadline: None, stop: None }
    }
}

/// How many candidates to ask for at first.
const PORTION: usize = 16;

/// How many fresh values to try for a variable that depends on one that changed, after what its old
/// choices make. They are small ones.
const FRESH: u64 = 4;
const SMALL: u32 = 3;

/// Can put simpler values in the place of its own.
///
/// ```
/// use forall::block::{Check, Invert, Print, Shrink, retrace, shrink};
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::source::Source;
///
/// fn simplest<P: Shrink + Check + Print + Invert>(property: &P, seed: u64) -> Option<P::Inputs>
/// where
///     P: forall::block::Generate,
/// {
///     let case = retrace(property, Source::from_seed(seed, 8))?;
///     Some(shrink(property, case, Failure::falsehood(), 1_000).inputs)
/// }
/// assert_eq!(simplest(&property! { forall x in 50..99_u8; check *x < 20 }, 1), Some((50, ())));
/// ```
pub trait Shrink<E = ()>: Formula<E> {
    /// Simplifies the values bound from here on, and says whether that went anywhere.
    fn simplify(&self, inputs: &mut Self::Inputs, search: &mut Search<'_, Self::Inputs>) -> bool;

    /// Keeps the values that depend on earlier ones, or makes them anew where they cannot stay, and
    /// says whether the inputs are what is sought. If not, they are left as they were.
    fn settle(&self, inputs: &mut Self::Inputs, search: &mut Search<'_, Self::Inputs>) -> bool;
}

impl<E: 'static, A: 'static, D, P> Shrink<E> for Forall<A, D, P>
where
    D: Within<E, Value = A>,
    P: Shrink<(A, E)> + Node<(A, E)>,
{
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        let mut simpler = false;
        let mut which = 0..PORTION;
        while !search.spent() {
            let (value, env) = P::env(inputs);
            let mut candidates = Vec::new();
            panics::survives(&mut || candidates = self.domain.shrink(env, value, which.clone()));
            if candidates.is_empty() {
                break;
            }
            // The next ones come in growing portions, since each begins the list anew.
            let mut next = which.end..which.end * 2;
            let mut number = which.start;
            #[expect(
                clippy::explicit_counter_loop,
                reason = "an adaptor would be compiled for every type"
            )]
            for candidate in &mut candidates {
                if swap_if::<_, _, P>(&self.body, inputs, candidate, search) {
                    simpler = true;
                    // Those long before it were of no use for what was less simple.
                    next = number.saturating_sub(PORTION)..number + PORTION;
                    break;
                }
                number += 1;
            }
            which = next;
        }
        self.body.simplify(inputs, search) | simpler
    }

    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        if D::MAY_DEPEND && self.domain.depends() {
            return resettle(self, inputs, search);
        }
        self.body.settle(inputs, search)
    }
}

/// Keeps the value of `node`, whose domain depends on what was changed, or makes it anew.
fn resettle<E: 'static, A: 'static, D, P>(
    node: &Forall<A, D, P>,
    inputs: &mut P::Inputs,
    search: &mut Search<'_, P::Inputs>,
) -> bool
where
    D: Within<E, Value = A>,
    P: Shrink<(A, E)> + Node<(A, E)>,
{
    let (value, env) = P::env(inputs);
    let mut stays = None;
    panics::survives(&mut || stays = node.domain.invert(env, value, &mut Vec::new()));
    if stays.is_some() && node.body.settle(inputs, search) {
        return true;
    }
    let mut drawn = Vec::new();
    for draw in 0..=FRESH {
        let mut source = search.source(node.note.at, draw);
        let (_, env) = P::env(inputs);
        let mut made = None;
        panics::survives(&mut || made = node.domain.generate(env, &mut source).ok());
        if is_new(source, &mut drawn)
            && made.is_some_and(|mut value| swap_if(&node.body, inputs, &mut value, search))
        {
            return true;
        }
    }
    false
}

impl<E, F: Fn(&E) -> bool, P: Shrink<E> + Node<E>> Shrink<E> for Implies<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, search)
    }

    /// Later domains may count on the premise.
    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        let mut holds = false;
        panics::survives(&mut || holds = (self.premise)(P::env(inputs)));
        holds && self.body.settle(inputs, search)
    }
}

impl<E, F, P: Shrink<E>> Shrink<E> for Observe<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, search)
    }

    fn settle(&self, inputs: &mut P::Inputs, search: &mut Search<'_, P::Inputs>) -> bool {
        self.body.settle(inputs, search)
    }
}

impl<E: 'static, F> Shrink<E> for language::Check<F> {
    fn simplify(&self, _: &mut E, _: &mut Search<'_, E>) -> bool {
        false
    }

    fn settle(&self, inputs: &mut E, search: &mut Search<'_, E>) -> bool {
        search.accepts(inputs)
    }
}

/// Did the source yield what it has not yielded before?
fn is_new(source: Source, drawn: &mut Vec<Vec<ChoiceValue>>) -> bool {
    let values = source.into_record().values();
    let new = !drawn.contains(&values);
    drawn.push(values);
    new
}

/// Puts `value` into its place, in exchange for the old one; back again if the inputs are then not what is
/// sought.
fn swap_if<A, E, P: Shrink<(A, E)> + Node<(A, E)>>(
    body: &P,
    inputs: &mut P::Inputs,
    value: &mut A,
    search: &mut Search<'_, P::Inputs>,
) -> bool {
    mem::swap(&mut P::env_mut(inputs).0, value);
    let accepted = body.settle(inputs, search);
    if !accepted {
        mem::swap(&mut P::env_mut(inputs).0, value);
    }
    accepted
}

impl<Inputs> Search<'_, Inputs> {
    /// Are these inputs what is sought?
    pub fn accepts(&mut self, inputs: &Inputs) -> bool {
        if self.limits.spent(0) {
            self.limits.tries = 0;
            return false;
        }
        self.limits.tries -= 1;
        let (check, show) = (self.check, self.show);
        (self.judge)(&|| check(inputs), &|| show(inputs))
    }

    /// Is nothing left?
    pub fn spent(&self) -> bool {
        self.limits.spent(0)
    }

    /// What the quantifier at this place drew when the inputs were made first, once more; after that
    /// fresh choices, by their number.
    pub fn source(&self, at: usize, draw: u64) -> Source {
        if draw > 0 {
            return Source::from_seed(draw, SMALL).recording();
        }
        let choices = self.record.variable(at).map(|range| &self.record.choices[range]);
        let values = choices.unwrap_or_default().iter().map(|choice| choice.value.clone());
        let policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };
        Source::replay(values.collect(), policy)
    }
}

impl<Inputs> std::fmt::Debug for Search<'_, Inputs> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search").field("limits", &self.limits).finish_non_exhaustive()
    }
}
