//! Running: generation and checking in one walk, which ends at the first false premise.

use std::ops::Range;

use super::check::broken_contract;
use crate::data::Verdict;
use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, IntoVerdict, Observe, nodes};
use crate::panics;
use crate::source::{Campaign, Source, SpanLabel};

/// Runs one test on the choices of `source`. A panic is a failure and is not printed.
///
/// ```
/// use forall::block::{Run, run};
/// use forall::property::forall;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// fn passes<P: Run>(property: &P, seed: u64) -> bool {
///     run(property, &mut Source::from_seed(seed, 5)) == Verdict::Pass
/// }
/// let small = forall("x", 0..10).check(|(x, ())| *x < 5);
/// assert!((0..99).any(|seed| passes(&small, seed)) && !(0..99).all(|seed| passes(&small, seed)));
/// ```
pub fn run<P: Run>(property: &P, source: &mut Source) -> Verdict {
    panics::catch(|| property.run((), source))
        .unwrap_or_else(|thrown| panics::verdict(thrown, nodes(property).len() - 1))
}

/// Runs these tests of the campaign until one does not pass. Returns its number and its verdict, or the number
/// after the last test and [`Verdict::Pass`].
///
/// Panics are caught around the whole batch and not around each test, which would take longer than a test of a
/// trivial property.
///
/// ```
/// use forall::block::run_batch;
/// use forall::property::forall;
/// use forall::report::Verdict;
/// use forall::source::{Campaign, Sizes};
///
/// let campaign = Campaign::from_seed(1);
/// let small = forall("x", 0..10).check(|(x, ())| *x < 10);
/// assert_eq!(run_batch(&small, &campaign, 0..500), (500, Verdict::Pass));
/// let rare = forall("x", 0..1_000).implies("x < 10", |(x, ())| *x < 10).check(|_| true);
/// assert_eq!(run_batch(&rare, &campaign, 100..500).1, Verdict::Discard(1));
/// ```
pub fn run_batch<P: Run>(
    property: &P,
    campaign: &Campaign,
    mut tests: Range<u64>,
) -> (u64, Verdict) {
    let verdict = panics::catch(|| property.run_batch(&(), campaign, &mut tests));
    let thrown = |thrown| panics::verdict(thrown, nodes(property).len() - 1);
    (tests.start, verdict.unwrap_or_else(thrown))
}

/// A property that can generate and check inputs in one walk.
///
/// The implementations are inlined, except in debug builds: the chain of all nodes would then be compiled once
/// for each use.
///
/// ```
/// use forall::block::Run;
/// use forall::property::forall;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let pair = forall("x", 0..9).forall("y", 10..19).check(|(y, (x, ()))| x < y);
/// let mut source = Source::from_seed(1, 5);
/// assert_eq!(pair.body.run((5, ()), &mut source), Verdict::Pass);
/// assert!(matches!(pair.body.run((50, ()), &mut source), Verdict::Fail(_)));
/// ```
pub trait Run<E = ()>: Formula<E> {
    /// Extends `env`, and evaluates premises and predicate as soon as their variables are bound.
    fn run(&self, env: E, source: &mut Source) -> Verdict;

    /// Runs tests until one does not pass, which is then the first in `tests`. A form of property that hides its
    /// type can do this with one virtual call.
    #[inline]
    fn run_batch(&self, env: &E, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict
    where
        E: Clone,
    {
        while tests.start < tests.end {
            match self.run(env.clone(), &mut campaign.source(tests.start)) {
                Verdict::Pass => tests.start += 1,
                verdict => return verdict,
            }
        }
        Verdict::Pass
    }
}

impl<E: 'static, A: 'static, D, P> Run<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Run<(A, E)>,
{
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, env: E, source: &mut Source) -> Verdict {
        source.open(SpanLabel::variable(self.info.at));
        let value = self.domain.generate(&env, source);
        source.close();
        match value {
            // In a function of its own, so that a quantifier without a contract compiles as fast as before.
            Ok(value) => match D::HAS_CONTRACT {
                true => run_promised(self, value, env, source),
                false => self.body.run((value, env), source),
            },
            Err(_) => rejected(self.info.at, source.reason()),
        }
    }
}

/// Returns the verdict about a domain that could not generate a value.
#[cold]
fn rejected(at: usize, reason: Option<&'static str>) -> Verdict {
    Verdict::Reject(at, reason.unwrap_or_default())
}

/// Runs the rest of a property if the value of `node` obeys its contract.
fn run_promised<E, A, D, P>(
    node: &Forall<A, D, P>,
    value: A,
    env: E,
    source: &mut Source,
) -> Verdict
where
    D: Dependent<E, Value = A>,
    P: Run<(A, E)>,
{
    match broken_contract(&node.info, &node.domain, &env, &value) {
        Some(broken) => broken,
        None => node.body.run((value, env), source),
    }
}

impl<E, F: Fn(&E) -> bool, P: Run<E>> Run<E> for Implies<F, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, env: E, source: &mut Source) -> Verdict {
        if (self.premise)(&env) {
            self.body.run(env, source)
        } else {
            Verdict::Discard(self.info.at)
        }
    }
}

impl<E, F, P: Run<E>> Run<E> for Observe<F, P> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, env: E, source: &mut Source) -> Verdict {
        self.body.run(env, source)
    }
}

impl<E: 'static, F: Fn(&E) -> V, V: IntoVerdict> Run<E> for Check<F> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn run(&self, env: E, _: &mut Source) -> Verdict {
        (self.predicate)(&env).into_verdict().at_node(self.info.at)
    }
}
