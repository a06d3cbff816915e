//! Trials: how long it takes to find out that a mutant is wrong.

use std::fmt;
use std::time::Duration;

use forall::block::{Case, Property, print, regenerate, run_batch};
use forall::part::Budget;
use forall::report::{Binding, Counterexample, Failure, Outcome, Tally, Verdict};
use forall::runner::{Options, enumerate};
use forall::shrink::{Shrinker, minimize};
use forall::source::Sizes;

use crate::clock::{Start, Took};

/// What came of a trial.
#[derive(Clone, Debug)]
pub struct Trial {
    /// How it ended.
    pub status: Status,
    /// What was run before.
    pub tally: Tally,
    /// How long that took, shrinking aside.
    pub time: Took,
    /// What was found, if something was.
    pub found: Option<Found>,
}

/// A counterexample, before and after it was shrunk.
#[derive(Clone, Debug)]
pub struct Found {
    /// As it was found.
    pub original: Vec<Binding>,
    /// As it was shrunk.
    pub shrunk: Vec<Binding>,
    /// How many simpler ones were tried.
    pub shrinks: u64,
    /// How long that took.
    pub time: Took,
}

impl Found {
    /// What a runner found that was told not to shrink.
    pub(crate) fn as_it_is(counterexample: &Counterexample) -> Found {
        let Counterexample { original, shrunk, .. } = counterexample.clone();
        Found { original, shrunk, shrinks: 0, time: Took::default() }
    }
}

/// How a trial ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// With a counterexample.
    FoundBug,
    /// With all tests passed.
    Passed,
    /// With nothing, when the time was up.
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

/// How many simpler inputs to try: a shrinker may want to try all that are small.
pub const SHRINKS: u64 = 100_000;

/// No limit but time, and no size but what the number of the test says.
pub fn unlimited(seed: u64, time: Duration) -> Options {
    Options {
        seed,
        tests: u64::MAX,
        max_discard_ratio: u64::MAX,
        time: Some(time),
        max_shrinks: SHRINKS,
        ..Options::default()
    }
}

/// Runs `property` until a test fails, and shrinks that.
///
/// This is [`quick_check`](forall::runner::quick_check) with a stop-watch: the time to find a bug does
/// not include the time to shrink it.
pub fn trial<P: Property>(property: &P, options: &Options, shrinker: &impl Shrinker) -> Trial {
    trial_with(property, options, |case, failure| {
        shrunk(property, case, failure, options, shrinker)
    })
}

/// The same, with what is found made simpler in any way.
pub fn trial_with<P: Property>(
    property: &P,
    options: &Options,
    shrunk: impl Fn(Case<P::Inputs>, Failure) -> Found,
) -> Trial {
    let began = Start::now();
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
                let time = began.took();
                let case = regenerate(property, campaign.source(n));
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

/// No input is larger than this.
const LARGEST: u32 = 30;

/// Goes through all inputs instead, small ones first. Nothing is shrunk, since what is found first is small.
pub fn enumeration<P: Property>(property: &P, options: &Options) -> Trial {
    let began = Start::now();
    let left = || options.time.map(|time| time.saturating_sub(began.took().wall));
    let mut tally = Tally::default();
    for size in 0..=LARGEST {
        let (sizes, time) = (Sizes::Fixed(size), left());
        let report =
            enumerate(property, &Options { sizes, time, max_shrinks: 0, ..options.clone() });
        tally.add(&report.tally);
        let found = report.counterexample().map(Found::as_it_is);
        let status = match report.outcome {
            Outcome::Falsified(_) => Status::FoundBug,
            Outcome::Proved | Outcome::Vacuous if left() != Some(Duration::ZERO) => continue,
            _ => Status::TimedOut,
        };
        return Trial { status, tally, time: began.took(), found };
    }
    Trial { status: Status::Passed, tally, time: began.took(), found: None }
}
