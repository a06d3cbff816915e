//! The merging runner: the report of one machine, from the results of several.
//!
//! ```text
//!   logs of shards ──▶ verdicts in order ─ fail ▶ ┌── shrinking ──┐
//!                                                 │   S ◀──▶ C    │ ──▶ P
//!                                                 └───────────────┘
//! ```
//!
//! Our own. It goes through the numbers of the tests as one machine would, but reads the verdict and the observations
//! of each test from the log of its [`shard`](crate::runner::shard) instead of running it. So it stops where one machine
//! stops, with the same tally and the same statistics, and then shrinks the failing test, whose inputs are generated
//! again from its number. A test that no shard has run, because others were discarded more often, is run on the spot.
//!
//! [`parallel`](crate::runner::parallel) is the same idea with threads.

use std::fmt;

use forall::block::{Property, run_batch};
use forall::observe::EmittedObservation;
use forall::part::{Options, Session, check_generated};
use forall::report::{Report, Verdict};
use forall::source::{Campaign, Sizes};

use super::enumerate::{InputWalk, replay};
use super::shard::NumberedRunner;

/// The results of shards.
pub trait ShardResults {
    /// Returns the known result of test `n`. Tests are requested in order.
    fn test(&mut self, n: u64) -> KnownTest;
}

/// The known result of a test.
#[derive(Clone, Debug, PartialEq)]
pub enum KnownTest {
    /// The test was run.
    Ran {
        /// Its verdict.
        verdict: Verdict,
        /// Its observations, if it passed.
        observed: Vec<EmittedObservation>,
        /// The sizes of its campaign, if it failed. They may be limited.
        sizes: Option<Sizes>,
    },
    /// The test crashed its process. It is run again, so that it crashes as on one machine.
    Crashed,
    /// The test was not run, because its shard had passed its share of tests.
    NotRun,
    /// The test is left out, because there was no time for it.
    OutOfTime,
    /// All tests from this one on are left out, because there was no time for them.
    Over,
    /// The result is missing.
    Missing,
}

/// The result of this test is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MissingTest(pub u64);

impl fmt::Display for MissingTest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the result of test {} is missing", self.0 + 1)
    }
}

impl std::error::Error for MissingTest {}

/// Returns the report of `runner` on all tests of a campaign whose `results` are known.
///
/// # Errors
///
/// If the run depends on a test whose result is missing.
///
/// ```
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::runner::{KnownTest, MissingTest, NumberedRunner, Options, ShardResults, merged, quick_check};
///
/// /// All tests before this one passed.
/// struct Passed(u64);
///
/// impl ShardResults for Passed {
///     fn test(&mut self, n: u64) -> KnownTest {
///         if n >= self.0 {
///             return KnownTest::NotRun;
///         }
///         KnownTest::Ran { verdict: Verdict::Pass, observed: Vec::new(), sizes: None }
///     }
/// }
/// let property = property! { forall x: u32; check *x < 4_000_000_000 };
/// let options = Options::default();
/// let merged = merged(&property, &options, NumberedRunner::QuickCheck, &mut Passed(5));
/// assert_eq!(merged, Ok(quick_check(&property, &options)));
/// assert_eq!(MissingTest(7).to_string(), "the result of test 8 is missing");
/// ```
pub fn merged<P: Property>(
    property: &P,
    options: &Options,
    runner: NumberedRunner,
    results: &mut dyn ShardResults,
) -> Result<Report, MissingTest> {
    let session = Session::new(property, options);
    if runner.walks(property, options) {
        walk(session, property, results)
    } else {
        numbered(session, property, runner, results)
    }
}

/// Merges tests that are numbered in a campaign.
fn numbered<P: Property>(
    mut session: Session<'_, P>,
    property: &P,
    runner: NumberedRunner,
    results: &mut dyn ShardResults,
) -> Result<Report, MissingTest> {
    let campaign = session.campaign();
    let mut n = 0;
    while session.may_continue(n) {
        let (verdict, sizes) = match results.test(n) {
            KnownTest::Ran { verdict: Verdict::Pass, observed, .. } => {
                session.pass_observed_independent(observed);
                n += 1;
                continue;
            }
            KnownTest::Ran { verdict, sizes, .. } => (verdict, sizes),
            KnownTest::Crashed => (run_batch(property, &campaign, n..n + 1).1, None),
            KnownTest::NotRun => (runner.run(property, &campaign, n), None), // G ◀──▶ C
            KnownTest::OutOfTime => {
                n += 1;
                continue;
            }
            KnownTest::Over => break,
            KnownTest::Missing => return Err(MissingTest(n)),
        };
        match verdict {
            Verdict::Pass => session.pass(n..n + 1),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let sizes = sizes.unwrap_or(campaign.sizes);
                let source = Campaign { sizes, ..campaign }.source(n);
                let report = session.falsified_from(n, source, *failure); // S ◀──▶ C, P
                return Ok(report.with_sizes(sizes));
            }
        }
        n += 1;
    }
    Ok(session.finish())
}

/// Merges tests that are numbered in a walk through all inputs.
fn walk<P: Property>(
    mut session: Session<'_, P>,
    property: &P,
    results: &mut dyn ShardResults,
) -> Result<Report, MissingTest> {
    let options = session.options().clone();
    let mut walk = InputWalk::default();
    loop {
        let n = walk.next_test();
        let inputs = match walk.next(property, &options, |steps| session.has_budget(steps)) {
            Ok(inputs) => inputs,
            Err(end) => return Ok(end.report(session)),
        };
        let verdict = match results.test(n) {
            KnownTest::Ran { verdict: Verdict::Pass, observed, .. } => {
                session.pass_observed(observed);
                continue;
            }
            KnownTest::Ran { verdict, .. } => verdict,
            KnownTest::Crashed | KnownTest::NotRun => check_generated(property, &inputs.generated), // C
            KnownTest::OutOfTime => continue,
            KnownTest::Over => return Ok(session.finish()),
            KnownTest::Missing => return Err(MissingTest(n)),
        };
        match verdict {
            Verdict::Pass => session.pass_inputs(inputs.generated.as_ref().ok()),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let source = replay(inputs.choices, &options);
                return Ok(session.falsified_from(n, source, *failure)); // S ◀──▶ C, P
            }
        }
    }
}
