//! Building a counterexample: from a test that failed to the shrunk inputs and their explanation.

use super::explain::explain;
use super::target::{FailingCase, TypedTarget};
use super::{ShrinkLimits, ShrinkTarget, Shrinker, reruns};
use crate::block::{Property, TestCase, check, regenerate};
use crate::panics::{self, Caught};
use crate::report::{Counterexample, CrossedFailure, Failure, PassStats, RunObserver, Shrinking};
use crate::source::{ChoiceSequence, Provenance, Source};

/// A test that failed.
#[derive(Clone, Debug)]
pub struct FailedTest {
    /// The number of the test in its campaign.
    pub number: u64,
    /// The source of its choices, at the start.
    pub source: Source,
    /// How it failed.
    pub failure: Failure,
}

/// How a run shrinks a failure. [`Options::shrink_config`](crate::runner::Options::shrink_config) returns it.
#[derive(Clone, Debug)]
pub struct ShrinkConfig<'c> {
    /// The shrinker.
    pub shrinker: &'c dyn Shrinker,
    /// Records every step.
    pub observer: Option<&'c dyn RunObserver>,
    /// The limits of shrinking. Explaining ends at the same deadline.
    pub limits: ShrinkLimits,
    /// Whether to find out which parts of the shrunk inputs do not matter. See
    /// [`Counterexample::explained`].
    pub explain: bool,
    /// Whether shrinking may move to another assertion when it finds nothing simpler. See
    /// [`WantedFailure`](super::WantedFailure).
    pub cross: bool,
}

/// Shrinks a test that failed: regenerates its inputs, shrinks and explains them, and returns the printed
/// inputs with the number of tries.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::runner::Options;
/// use forall::shrink::{FailedTest, shrink_failure};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let options = Options::default();
/// let source = options.campaign().source(2);
/// let test = FailedTest { number: 2, source, failure: Failure::predicate_false() };
/// let found = shrink_failure(&property, test, options.shrink_config());
/// assert_eq!((found.test_number(), &*found.shrunk[0].value), (Some(2), "100"));
/// ```
///
/// Parts that do not matter are marked. They are those that could be replaced, each alone and all at once,
/// by 40 other values, or by all others if there are fewer, without the property passing. The replacements are as
/// different as possible, but they are a sample: a mark is a strong hint, and no proof. This takes at most
/// 600 calls of the property and one second. Parts that were not examined in this time are not marked.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
///
/// let property = property! { forall xs: Vec<u8>; forall y: u8; check xs.len() < 2 || xs[1] < 9 };
/// let report = quick_check(&property, &Options::default());
/// let explained = &report.counterexample().unwrap().explained;
/// assert_eq!((&*explained[0].value, &*explained[1].value), ("[_, 9]", "_"));
///
/// let report = quick_check(&property, &Options { explain: false, ..Options::default() });
/// assert!(report.counterexample().unwrap().explained.is_empty());
/// ```
pub fn shrink_failure<P: Property>(
    property: &P,
    test: FailedTest,
    config: ShrinkConfig<'_>,
) -> Counterexample {
    let FailedTest { number, source, failure } = test;
    let size = source.size();
    let Some(TestCase { inputs, record }) = regenerate(property, source.clone()) else {
        let shrinking = Shrinking { failure, ..Shrinking::default() };
        return Counterexample { number, size, shrinking, ..Counterexample::default() };
    };
    let case = FailingCase { inputs, record: Some(record), failure };
    let mut counterexample = build(property, case, &config);
    let repeats = &mut counterexample.shrinking.repeats;
    if repeats.flaky() {
        repeats.diverged = reruns::diverging_variable(property, &source);
    }
    Counterexample { number, size, ..counterexample }
}

/// Shrinks inputs that fail and were not generated, such as an example.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::shrink::{External, ShrinkConfig, shrink_inputs};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let config = ShrinkConfig { shrinker: &External, observer: None, limits: 1_000.into(), explain: false, cross: false };
/// let found = shrink_inputs(&property, (777, ()), Failure::predicate_false(), config);
/// assert_eq!((&*found.original[0].value, &*found.shrunk[0].value), ("777", "100"));
/// ```
pub fn shrink_inputs<P: Property>(
    property: &P,
    inputs: P::Inputs,
    failure: Failure,
    config: ShrinkConfig<'_>,
) -> Counterexample {
    build(property, FailingCase { inputs, record: None, failure }, &config)
}

/// Shrinks and explains a failing case.
fn build<P: Property>(
    property: &P,
    case: FailingCase<P::Inputs>,
    config: &ShrinkConfig<'_>,
) -> Counterexample {
    // A function prints the calls that it has seen, so the property runs before its inputs are printed.
    let verdict = check(property, &case.inputs);
    // A target prints and measures its inputs, which may crash.
    if let (Some(observer), Some(record)) = (config.observer, &case.record) {
        observer.failure_found(&ChoiceSequence(record.values()), &case.failure);
    }
    let mut target = TypedTarget::new(property, case, config.observer);
    target.find_out_about_drop(verdict);
    let original = target.print_best();
    target.record_event(None);
    let mut repeats = reruns::rerun(&mut target, &config.limits);
    let mut passes = Vec::new();
    let mut crossed_from = None;
    let mut panicked = None;
    if !repeats.flaky() {
        let shrunk = panics::catch(|| {
            passes = config.shrinker.shrink(&mut target, &config.limits);
            target.keep_smaller();
            if config.cross {
                crossed_from = cross(&mut target, &mut passes, config);
            }
        });
        match shrunk {
            Ok(()) => {}
            Err(Caught::Assumption) => panics::discard(),
            Err(Caught::Panic(failure)) => {
                passes = vec![target.stats_so_far()];
                target.keep_smaller();
                panicked = Some(failure);
            }
        }
        target.record_last();
        repeats = reruns::rerun(&mut target, &config.limits);
    }
    let tried = passes.iter().map(|stats| stats.tried).sum();
    let accepted = passes.iter().map(|stats| stats.accepted).sum();
    let stopped = config.limits.spent(tried);
    let explains = config.explain && !repeats.flaky() && !target.wanted.is_in_drop();
    let mut counterexample = Counterexample {
        provenance: Provenance::default(),
        number: 0,
        size: 0,
        original,
        shrunk: target.print_best(),
        choices: target.choices,
        explained: Vec::new(),
        shrinking: Shrinking {
            failure: target.best.failure,
            repeats,
            tried,
            accepted,
            stopped,
            passes,
            panicked,
        },
        crossed_from,
    };
    if explains {
        // Without an explanation, the counterexample is still valid.
        let explained = panics::catch(|| explain(property, &counterexample, &config.limits));
        counterexample.explained = explained.unwrap_or_default();
    }
    counterexample
}

/// Shrinks further, and accepts failures of other assertions too. Returns the failure before, if another assertion fails
/// for simpler inputs.
fn cross<P: Property>(
    target: &mut TypedTarget<'_, P>,
    passes: &mut Vec<PassStats>,
    config: &ShrinkConfig<'_>,
) -> Option<Box<CrossedFailure>> {
    let tried: u64 = passes.iter().map(|stats| stats.tried).sum();
    if config.limits.spent(tried) || !target.wanted.cross_to_other_assertions() {
        return None;
    }
    let failure = target.best.failure.clone();
    let shrunk = target.print_best();
    let limits = ShrinkLimits { tries: config.limits.tries - tried, ..config.limits.clone() };
    let more = config.shrinker.shrink(target, &limits);
    target.keep_smaller();
    // Without success, shrinking ended before: on several threads, workers may have seen more failures than needed.
    if more.iter().all(|stats| stats.accepted == 0) {
        return None;
    }
    add_stats(passes, more);
    let has_crossed = target.best.failure.origin != failure.origin;
    has_crossed.then(|| Box::new(CrossedFailure { failure, shrunk }))
}

/// Adds the numbers of a second phase to those of the first.
fn add_stats(passes: &mut Vec<PassStats>, more: Vec<PassStats>) {
    for stats in more {
        match passes.iter_mut().find(|known| known.pass == stats.pass) {
            Some(known) => {
                known.tried += stats.tried;
                known.accepted += stats.accepted;
            }
            None => passes.push(stats),
        }
    }
}
