//! Trials: the time to find a mutant.

use std::fmt;
use std::time::Duration;

use forall::block::{Property, TestCase, print, regenerate, run_batch};
use forall::part::Budget;
use forall::report::{Binding, Counterexample, Failure, Outcome, Tally, Verdict};
use forall::runner::{Options, enumerate};
use forall::shrink::{Shrinker, minimize};
use forall::source::Sizes;

use crate::clock::{Elapsed, Stopwatch};

/// The result of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The status at the end.
    pub status: Status,
    /// The tests before the failing one.
    pub tally: Tally,
    /// The time of the search, without shrinking.
    pub time: Elapsed,
    /// The counterexample, if one was found.
    pub found: Option<ShrinkResult>,
}

/// The seed and the time limit of a trial.
#[derive(Clone, Copy, Debug)]
pub struct TrialOptions {
    /// The seed.
    pub seed: u64,
    /// The time limit.
    pub time: Duration,
}

/// A counterexample before and after shrinking.
#[derive(Clone, Debug)]
pub struct ShrinkResult {
    /// The counterexample as it was found.
    pub original: Vec<Binding>,
    /// The counterexample after shrinking.
    pub shrunk: Vec<Binding>,
    /// The number of shrink candidates tried.
    pub shrinks: u64,
    /// The time of shrinking.
    pub time: Elapsed,
}

impl ShrinkResult {
    /// Converts the counterexample of a runner that does not shrink.
    pub(crate) fn unshrunk(counterexample: &Counterexample) -> ShrinkResult {
        let Counterexample { original, shrunk, .. } = counterexample.clone();
        ShrinkResult { original, shrunk, shrinks: 0, time: Elapsed::default() }
    }
}

/// The status at the end of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The trial found a counterexample.
    FoundBug,
    /// All tests passed.
    Passed,
    /// The time was up before a test failed.
    TimedOut,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Status::FoundBug => "found_bug",
            Status::Passed => "passed",
            Status::TimedOut => "timed_out",
        })
    }
}

/// Returns options with default limits on shrinking, and no other limits on tests than time.
pub fn unlimited(seed: u64, time: Duration) -> Options {
    Options {
        seed,
        tests: u64::MAX,
        max_discard_ratio: u64::MAX,
        max_time: Some(time),
        ..Options::default()
    }
}

/// Runs `property` until a test fails, and shrinks the counterexample.
///
/// This is [`quick_check`](forall::runner::quick_check) with a stopwatch: the time to find a bug
/// does not include the time to shrink it.
pub fn trial<P: Property>(property: &P, options: &Options, shrinker: &impl Shrinker) -> Trial {
    trial_with(property, options, |case, failure| {
        shrunk(property, case, failure, options, shrinker)
    })
}

/// Runs `property` until a test fails, and shrinks the counterexample with a function.
pub fn trial_with<P: Property>(
    property: &P,
    options: &Options,
    shrunk: impl Fn(TestCase<P::Inputs>, Failure) -> ShrinkResult,
) -> Trial {
    let stopwatch = Stopwatch::start();
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();

    while let Some(tests) = budget.next_batch(&tally) {
        let (n, verdict) = run_batch(property, &campaign, tests.clone());
        tally.passed += n - tests.start;
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                let time = stopwatch.elapsed();
                let case = regenerate(property, campaign.source(n));
                let found = case.map(|case| shrunk(case, *failure));
                return Trial { status: Status::FoundBug, tally, time, found };
            }
        }
    }
    let all = tally.passed >= options.tests;
    let status = if all { Status::Passed } else { Status::TimedOut };
    Trial { status, tally, time: stopwatch.elapsed(), found: None }
}

fn shrunk<P: Property>(
    property: &P,
    case: TestCase<P::Inputs>,
    failure: Failure,
    options: &Options,
    shrinker: &impl Shrinker,
) -> ShrinkResult {
    let original = print(property, &case.inputs);
    let stopwatch = Stopwatch::start();
    let shrunk = minimize(property, case, failure, shrinker, options.shrink_limits());
    let time = stopwatch.elapsed();
    let shrinks = shrunk.passes.iter().map(|effort| effort.tried).sum();
    ShrinkResult { original, shrunk: print(property, &shrunk.inputs), shrinks, time }
}

/// The size limit of enumerated inputs.
const MAX_ENUMERATION_SIZE: u32 = 30;

/// Checks all inputs, small ones first. Nothing is shrunk, because the first counterexample is
/// already small.
pub fn enumeration<P: Property>(property: &P, options: &Options) -> Trial {
    let stopwatch = Stopwatch::start();
    let left = || options.max_time.map(|time| time.saturating_sub(stopwatch.elapsed().wall));
    let mut tally = Tally::default();
    for size in 0..=MAX_ENUMERATION_SIZE {
        let options = Options {
            sizes: Sizes::Fixed(size),
            max_time: left(),
            max_shrinks: 0,
            ..options.clone()
        };
        let report = enumerate(property, &options);
        tally.add(&report.tally);
        let found = report.counterexample().map(ShrinkResult::unshrunk);
        let status = match report.outcome {
            Outcome::Falsified(_) => Status::FoundBug,
            Outcome::Proved | Outcome::Vacuous if left() != Some(Duration::ZERO) => continue,
            _ => Status::TimedOut,
        };
        return Trial { status, tally, time: stopwatch.elapsed(), found };
    }
    Trial { status: Status::Passed, tally, time: stopwatch.elapsed(), found: None }
}
