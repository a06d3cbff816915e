//! Trials: the time to find a mutant.

use std::fmt;
use std::time::Duration;

use forall::block::{Case, Property, print, retrace, streak};
use forall::part::Budget;
use forall::report::{Binding, Counterexample, Failure, Outcome, Tally, Verdict};
use forall::runner::{Options, enumerate};
use forall::shrink::{Shrinker, minimize};
use forall::source::Sizes;

use crate::clock::{Start, Took};

/// The result of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The status at the end.
    pub status: Status,
    /// The tests before the failing one.
    pub tally: Tally,
    /// The time of the search, without shrinking.
    pub time: Took,
    /// The counterexample, if one was found.
    pub found: Option<Found>,
}

/// A counterexample before and after shrinking.
#[derive(Clone, Debug)]
pub struct Found {
    /// The counterexample as it was found.
    pub original: Vec<Binding>,
    /// The counterexample after shrinking.
    pub shrunk: Vec<Binding>,
    /// The number of shrink candidates tried.
    pub shrinks: u64,
    /// The time of shrinking.
    pub time: Took,
}

impl Found {
    /// Converts the counterexample of a runner that does not shrink.
    pub(crate) fn as_it_is(counterexample: &Counterexample) -> Found {
        let Counterexample { original, shrunk, .. } = counterexample.clone();
        Found { original, shrunk, shrinks: 0, time: Took::default() }
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

/// The limit on shrink candidates: ten times the library's default, because some shrinkers
/// enumerate all small values.
pub const SHRINKS: u64 = 100_000;

/// Returns options without limits other than time.
pub fn unlimited(seed: u64, time: Duration) -> Options {
    let (tests, discards, time) = (u64::MAX, u64::MAX, Some(time));
    Options { seed, tests, discards, time, shrinks: SHRINKS, ..Options::default() }
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
    shrunk: impl Fn(Case<P::Inputs>, Failure) -> Found,
) -> Trial {
    let began = Start::now();
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();

    while let Some(tests) = budget.grant(&tally) {
        let (n, verdict) = streak(property, &campaign, tests.clone());
        tally.passed += n - tests.start;
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                let time = began.took();
                let case = retrace(property, campaign.source(n));
                let found = case.map(|case| shrunk(case, *failure));
                return Trial { status: Status::FoundBug, tally, time, found };
            }
        }
    }
    let all = tally.passed >= options.tests;
    let status = if all { Status::Passed } else { Status::TimedOut };
    Trial { status, tally, time: began.took(), found: None }
}

fn shrunk<P: Property>(
    property: &P,
    case: Case<P::Inputs>,
    failure: Failure,
    options: &Options,
    shrinker: &impl Shrinker,
) -> Found {
    let original = print(property, &case.inputs);
    let began = Start::now();
    let shrunk = minimize(property, case, failure, shrinker, options.shrink_limits());
    let time = began.took();
    let shrinks = shrunk.passes.iter().map(|effort| effort.tried).sum();
    Found { original, shrunk: print(property, &shrunk.inputs), shrinks, time }
}

/// The size limit of enumerated inputs.
const LARGEST: u32 = 30;

/// Checks all inputs, small ones first. Nothing is shrunk, because the first counterexample is
/// already small.
pub fn enumeration<P: Property>(property: &P, options: &Options) -> Trial {
    let began = Start::now();
    let left = || options.time.map(|time| time.saturating_sub(began.took().wall));
    let mut tally = Tally::default();
    for size in 0..=LARGEST {
        let (sizes, time) = (Sizes::Fixed(size), left());
        let report = enumerate(property, &Options { sizes, time, shrinks: 0, ..options.clone() });
        tally.add(&report.tally);
        let found = report.counterexample().map(Found::as_it_is);
        let status = match report.outcome {
            Outcome::Falsified(_) => Status::FoundBug,
            Outcome::Exhausted | Outcome::Vacuous if left() != Some(Duration::ZERO) => continue,
            _ => Status::TimedOut,
        };
        return Trial { status, tally, time: began.took(), found };
    }
    Trial { status: Status::Passed, tally, time: began.took(), found: None }
}
