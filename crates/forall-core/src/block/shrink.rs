//! Shrinking: finds simpler inputs that still fail.

use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use crate::block::{Check, Invert, Print, TestCase, check, invert, print};
use crate::data::{Binding, Failure, Verdict};
use crate::domain::dependent::Dependent;
use crate::language::{self, Forall, Formula, Implies, Node, Observe};
use crate::panics;
use crate::source::{ChoiceSequence, ChoiceValue, OnExhausted, OnMismatch, Policy, Record, Source};

/// Shrinks a failing case. Replaces one variable after the other by simpler values, as their domains list
/// them, until none of these fails in the same way or the limits are reached.
///
/// ```
/// use forall::block::{Shrunk, regenerate, shrink};
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::source::Source;
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 3 };
/// let case = regenerate(&property, Source::for_test(1, 2, 8)).unwrap();
/// let shrunk = shrink(&property, case, Failure::predicate_false(), 1_000);
/// assert_eq!(shrunk.inputs, (vec![0, 0, 0], ()));
/// assert!(shrunk.accepted > 0 && shrunk.accepted < shrunk.tried);
/// ```
pub fn shrink<P>(
    property: &P,
    case: TestCase<P::Inputs>,
    failure: Failure,
    limits: impl Into<ShrinkLimits>,
) -> Shrunk<P::Inputs>
where
    P: Shrink + Check + Print + Invert,
{
    let TestCase { mut inputs, record } = case;
    let mut failure = failure;
    let mut tried = 0;
    let mut accepted = 0;
    let mut context = ShrinkContext {
        record: &record,
        check: &|inputs: &P::Inputs| check(property, inputs),
        render: &|inputs: &P::Inputs| render(property, inputs),
        acceptor: &mut |run, _| {
            tried += 1;
            let Some(failed) = run().same_origin(&failure) else { return false };
            failure = failed;
            accepted += 1;
            true
        },
        limits: limits.into(),
    };
    while property.simplify(&mut inputs, &mut context) {}
    Shrunk { inputs, failure, tried, accepted }
}

/// The limits of shrinking.
///
/// ```
/// use std::time::Instant;
///
/// use forall::block::ShrinkLimits;
///
/// let limits = ShrinkLimits::from(100);
/// assert!(!limits.spent(99) && limits.spent(100));
/// assert_eq!(limits.after(30).tries, 70);
/// assert!(ShrinkLimits { deadline: Some(Instant::now()), ..limits }.spent(0));
/// ```
#[derive(Clone, Debug)]
pub struct ShrinkLimits {
    /// The maximum number of simpler inputs to try.
    pub tries: u64,
    /// When shrinking ends, if time is limited.
    pub deadline: Option<Instant>,
    /// Ends shrinking when it is set.
    pub stop: Option<Arc<AtomicBool>>,
}

/// The result of shrinking.
#[derive(Clone, Debug)]
pub struct Shrunk<Inputs> {
    /// The simplest inputs that fail in the same way.
    pub inputs: Inputs,
    /// How they fail.
    pub failure: Failure,
    /// The number of simpler inputs that were tried.
    pub tried: u64,
    /// The number of them that failed in the same way.
    pub accepted: u64,
}

/// What a property needs to simplify inputs.
///
/// ```
/// use forall::block::{ShrinkContext, Shrink, check, render};
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::source::{Record, Role};
///
/// let property = property! { forall x: u32; forall y: u32; check x + y < 50 };
/// let mut inputs = (60, (30, ()));
/// let mut context = ShrinkContext {
///     record: &Record::default(),
///     check: &|inputs| check(&property, inputs),
///     render: &|inputs| render(&property, inputs),
///     acceptor: &mut |run, _| run() != Verdict::Pass,
///     limits: 1_000.into(),
/// };
/// assert!(context.accepts(&inputs) && !context.accepts(&(1, (1, ()))));
/// while property.simplify(&mut inputs, &mut context) {}
/// assert!(property.repair_dependents(&mut inputs, &mut context) && !context.spent());
/// let fresh = context.source(0, 1).integer(0..=9, 0, Role::Value, |random| random.below(10));
/// assert_eq!((inputs, fresh < 10), ((50, (0, ())), true));
/// ```
pub struct ShrinkContext<'s, Inputs> {
    /// The choices from which the inputs were generated before shrinking; empty if they are not known.
    pub record: &'s Record,
    /// Runs the whole property.
    pub check: &'s dyn Fn(&Inputs) -> Verdict,
    /// Renders inputs.
    pub render: &'s dyn Fn(&Inputs) -> Rendered,
    /// Decides whether to accept inputs.
    pub acceptor: &'s mut Acceptor<'s>,
    /// The limits that remain.
    pub limits: ShrinkLimits,
}

/// Decides whether to accept inputs. The first argument runs the property on them, and the second one
/// renders them.
pub type Acceptor<'s> = dyn FnMut(&dyn Fn() -> Verdict, &dyn Fn() -> Rendered) -> bool + 's;

/// Inputs in a form that does not depend on their type.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The printed values.
    pub bindings: Vec<Binding>,
    /// The choices from which the inputs would be generated, if all domains can tell.
    pub choices: Option<ChoiceSequence>,
}

/// Renders inputs: prints them, and inverts them to choices.
///
/// ```
/// use forall::block::{Rendered, render};
/// use forall::property::property;
///
/// let Rendered { bindings, choices } = render(&property! { forall x: u32; check *x < 9 }, &(7, ()));
/// assert_eq!(bindings[0].value, "7");
/// assert!(choices.unwrap().to_string().starts_with("7."));
/// ```
pub fn render<P: Print + Invert>(property: &P, inputs: &P::Inputs) -> Rendered {
    let choices = invert(property, inputs).map(ChoiceSequence);
    Rendered { bindings: print(property, inputs), choices }
}

impl ShrinkLimits {
    /// Returns whether the limits are reached after `tried` tries.
    pub fn spent(&self, tried: u64) -> bool {
        tried >= self.tries || self.is_over()
    }

    /// Returns the limits that remain after `tried` tries.
    #[must_use]
    pub fn after(&self, tried: u64) -> ShrinkLimits {
        ShrinkLimits { tries: self.tries.saturating_sub(tried), ..self.clone() }
    }

    fn is_over(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl From<u64> for ShrinkLimits {
    fn from(tries: u64) -> ShrinkLimits {
        ShrinkLimits { tries, deadline: None, stop: None }
    }
}

/// The number of candidates that a domain lists at first.
const FIRST_CANDIDATES: usize = 16;

/// The maximum number of candidates that a domain lists at once: all of them are in memory.
const MAX_CANDIDATES: usize = 1 << 10;

/// The number of fresh values to try for a variable that depends on a changed one, after the value that its
/// old choices generate.
const MAX_FRESH_DRAWS: u64 = 4;
/// The size of those fresh values.
const FRESH_SIZE: u32 = 3;

/// A property whose inputs can be simplified.
///
/// ```
/// use forall::block::{Check, Invert, Print, Shrink, regenerate, shrink};
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::source::Source;
///
/// fn simplest<P: Shrink + Check + Print + Invert>(property: &P, seed: u64) -> Option<P::Inputs>
/// where
///     P: forall::block::Generate,
/// {
///     let case = regenerate(property, Source::from_seed(seed, 8))?;
///     Some(shrink(property, case, Failure::predicate_false(), 1_000).inputs)
/// }
/// assert_eq!(simplest(&property! { forall x in 50..99_u8; check *x < 20 }, 1), Some((50, ())));
/// ```
pub trait Shrink<E = ()>: Formula<E> {
    /// Simplifies the values bound from here on, and returns whether any of them changed.
    fn simplify(
        &self,
        inputs: &mut Self::Inputs,
        context: &mut ShrinkContext<'_, Self::Inputs>,
    ) -> bool;

    /// Repairs the values that depend on a changed one: keeps those that are still valid, and regenerates
    /// the others. Returns whether the inputs are then accepted. If not, they are unchanged.
    fn repair_dependents(
        &self,
        inputs: &mut Self::Inputs,
        context: &mut ShrinkContext<'_, Self::Inputs>,
    ) -> bool;
}

impl<E: 'static, A: 'static, D, P> Shrink<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Shrink<(A, E)> + Node<(A, E)>,
{
    fn simplify(&self, inputs: &mut P::Inputs, context: &mut ShrinkContext<'_, P::Inputs>) -> bool {
        let mut simpler = false;
        let mut which = 0..FIRST_CANDIDATES;
        while !context.spent() {
            let (value, env) = P::env(inputs);
            let mut candidates = Vec::new();
            panics::runs_without_panic(&mut || {
                candidates = self.domain.shrink(env, value, which.clone())
            });
            if candidates.is_empty() {
                break;
            }
            // Each range of candidates is larger than the one before, because the domain starts its list
            // again for each range.
            let mut next = which.end..which.end + which.end.min(MAX_CANDIDATES);
            let mut number = which.start;
            #[expect(
                clippy::explicit_counter_loop,
                reason = "an adaptor would be compiled for every type"
            )]
            for candidate in &mut candidates {
                if swap_if::<_, _, P>(&self.body, inputs, candidate, context) {
                    simpler = true;
                    // Candidates long before this one already passed for the less simple value.
                    next = number.saturating_sub(FIRST_CANDIDATES)..number + FIRST_CANDIDATES;
                    break;
                }
                number += 1;
            }
            which = next;
        }
        self.body.simplify(inputs, context) | simpler
    }

    fn repair_dependents(
        &self,
        inputs: &mut P::Inputs,
        context: &mut ShrinkContext<'_, P::Inputs>,
    ) -> bool {
        if D::MAY_DEPEND && self.domain.depends() {
            return repair(self, inputs, context);
        }
        self.body.repair_dependents(inputs, context)
    }
}

/// Keeps the value of `node`, whose domain depends on a changed value, or regenerates it.
fn repair<E: 'static, A: 'static, D, P>(
    node: &Forall<A, D, P>,
    inputs: &mut P::Inputs,
    context: &mut ShrinkContext<'_, P::Inputs>,
) -> bool
where
    D: Dependent<E, Value = A>,
    P: Shrink<(A, E)> + Node<(A, E)>,
{
    let (value, env) = P::env(inputs);
    let mut stays = None;
    panics::runs_without_panic(&mut || stays = node.domain.invert(env, value, &mut Vec::new()));
    if stays.is_some() && node.body.repair_dependents(inputs, context) {
        return true;
    }
    let mut drawn = Vec::new();
    for draw in 0..=MAX_FRESH_DRAWS {
        let mut source = context.source(node.info.at, draw);
        let (_, env) = P::env(inputs);
        let mut made = None;
        panics::runs_without_panic(&mut || made = node.domain.generate(env, &mut source).ok());
        if is_new(source, &mut drawn)
            && made.is_some_and(|mut value| swap_if(&node.body, inputs, &mut value, context))
        {
            return true;
        }
    }
    false
}

impl<E, F: Fn(&E) -> bool, P: Shrink<E> + Node<E>> Shrink<E> for Implies<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, context: &mut ShrinkContext<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, context)
    }

    /// Rejects the inputs if the premise is false, because later domains may rely on it.
    fn repair_dependents(
        &self,
        inputs: &mut P::Inputs,
        context: &mut ShrinkContext<'_, P::Inputs>,
    ) -> bool {
        let mut holds = false;
        panics::runs_without_panic(&mut || holds = (self.premise)(P::env(inputs)));
        holds && self.body.repair_dependents(inputs, context)
    }
}

impl<E, F, P: Shrink<E>> Shrink<E> for Observe<F, P> {
    fn simplify(&self, inputs: &mut P::Inputs, context: &mut ShrinkContext<'_, P::Inputs>) -> bool {
        self.body.simplify(inputs, context)
    }

    fn repair_dependents(
        &self,
        inputs: &mut P::Inputs,
        context: &mut ShrinkContext<'_, P::Inputs>,
    ) -> bool {
        self.body.repair_dependents(inputs, context)
    }
}

impl<E: 'static, F> Shrink<E> for language::Check<F> {
    fn simplify(&self, _: &mut E, _: &mut ShrinkContext<'_, E>) -> bool {
        false
    }

    fn repair_dependents(&self, inputs: &mut E, context: &mut ShrinkContext<'_, E>) -> bool {
        context.accepts(inputs)
    }
}

/// Returns whether the choices drawn from `source` are new, and adds them to `drawn`.
fn is_new(source: Source, drawn: &mut Vec<Vec<ChoiceValue>>) -> bool {
    let values = source.into_record().values();
    let new = !drawn.contains(&values);
    drawn.push(values);
    new
}

/// Exchanges a variable with `value`, and back again if the inputs are then not accepted.
fn swap_if<A, E, P: Shrink<(A, E)> + Node<(A, E)>>(
    body: &P,
    inputs: &mut P::Inputs,
    value: &mut A,
    context: &mut ShrinkContext<'_, P::Inputs>,
) -> bool {
    mem::swap(&mut P::env_mut(inputs).0, value);
    let accepted = body.repair_dependents(inputs, context);
    if !accepted {
        mem::swap(&mut P::env_mut(inputs).0, value);
    }
    accepted
}

impl<Inputs> ShrinkContext<'_, Inputs> {
    /// Returns whether these inputs are accepted, which counts as a try. Accepts nothing if the limits are
    /// reached.
    pub fn accepts(&mut self, inputs: &Inputs) -> bool {
        if self.limits.spent(0) {
            self.limits.tries = 0;
            return false;
        }
        self.limits.tries -= 1;
        let check = self.check;
        let render = self.render;
        (self.acceptor)(&|| check(inputs), &|| render(inputs))
    }

    /// Returns whether the limits are reached.
    pub fn spent(&self) -> bool {
        self.limits.spent(0)
    }

    /// Returns a source for the quantifier at node `at`. Draw 0 replays the choices from before shrinking,
    /// and any other draw is fresh.
    pub fn source(&self, at: usize, draw: u64) -> Source {
        if draw > 0 {
            return Source::from_seed(draw, FRESH_SIZE).recording();
        }
        let choices = self.record.variable(at).map(|range| &self.record.choices[range]);
        let values = choices.unwrap_or_default().iter().map(|choice| choice.value.clone());
        let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
        Source::replay(values.collect(), policy)
    }
}

impl<Inputs> std::fmt::Debug for ShrinkContext<'_, Inputs> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShrinkContext").field("limits", &self.limits).finish_non_exhaustive()
    }
}
