//! The sharded runner: one part of the tests of a campaign, for one of several machines.
//!
//! ```text
//!   ┌── generation ──┐          ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └───────┬────────┘          └───────────────┘
//!           └─▶ log of all that did not just pass, by number
//! ```
//!
//! Our own. Test *n* is a function of the seed and *n*, so machines do not have to talk to each other: shard 3 of 8
//! runs the tests 3, 11, 19 and so on. Its [log](ShardLog) contains each test that was discarded or failed, and the
//! observations of those that passed. From the logs of all shards, [`merged`](crate::runner::merged) makes the report
//! that one machine would have made.
//!
//! A machine does not know how many tests are discarded on others. So each runs tests until its share of passes is
//! reached, and `merged` runs the few that are then missing. A shard ends at its first failure, as one machine would,
//! and shrinks it. Only `merged` knows whether another shard failed earlier, and only it judges premises and `cover`
//! requirements.
//!
//! Large tests are limited if they take more than two seconds, and each shard measures its own. On one machine, they are
//! limited after 30 milliseconds. So if large tests are slow, shards run larger ones than one machine would.

use forall::block::{Property, run_batch};
use forall::observe::EmittedObservation;
use forall::part::{Options, Session, check_generated};
use forall::report::{Outcome, Report, Verdict};
use forall::source::{Campaign, Shard, Sizes};

use super::auto::enumerates;
use super::enumerate::{InputWalk, replay};
use super::skip_premises::run_without_premises;

/// Receives the results of the tests of a shard, in the order of their numbers.
///
/// ```
/// use forall::observe::EmittedObservation;
/// use forall::report::Verdict;
/// use forall::runner::ShardLog;
/// use forall::source::Sizes;
///
/// struct Terminal;
///
/// impl ShardLog for Terminal {
///     fn begins(&self, n: u64) {
///         eprint!("test {n}\r");
///     }
///
///     fn test(&self, n: u64, verdict: &Verdict, _: Vec<EmittedObservation>, _: Sizes) {
///         eprintln!("test {n}: {verdict:?}");
///     }
///
///     fn reached(&self, _: u64) {}
/// }
/// Terminal.begins(3);
/// Terminal.test(3, &Verdict::Discard(1), Vec::new(), Sizes::VARIED);
/// ```
pub trait ShardLog {
    /// Called for each test that did not pass, and for each that passed with observations. `sizes` are those of the
    /// campaign, which may be limited.
    fn test(&self, n: u64, verdict: &Verdict, observed: Vec<EmittedObservation>, sizes: Sizes);

    /// Called before test `n` of the campaign runs, which may crash the process.
    fn begins(&self, n: u64) {
        let _ = n;
    }

    /// Called from time to time: all tests of the shard before test `n` of the campaign have run.
    fn reached(&self, n: u64);
}

/// A runner whose tests have numbers, and do not depend on the results of other tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberedRunner {
    /// [`auto`](crate::runner::auto).
    Auto,
    /// [`quick_check`](crate::runner::quick_check), and runners that have the same tests.
    QuickCheck,
    /// [`skip_premises`](crate::runner::skip_premises).
    SkipPremises,
    /// [`enumerate`](crate::runner::enumerate).
    Enumerate,
}

/// Runs the tests of one shard of the campaign of `runner`, until one falsifies `property`. The options are those of the
/// whole campaign.
///
/// ```
/// use std::cell::RefCell;
///
/// use forall::observe::EmittedObservation;
/// use forall::property::property;
/// use forall::report::Verdict;
/// use forall::runner::{NumberedRunner, Options, ShardLog, shard};
/// use forall::source::{Campaign, Shard, Sizes};
///
/// #[derive(Default)]
/// struct Discarded(RefCell<Vec<u64>>);
///
/// impl ShardLog for Discarded {
///     fn test(&self, n: u64, _: &Verdict, _: Vec<EmittedObservation>, _: Sizes) {
///         self.0.borrow_mut().push(n);
///     }
///     fn reached(&self, _: u64) {}
/// }
/// let property = property! { forall x: u64; implies x % 2 == 0; check x % 2 == 0 };
/// let (log, third) = (Discarded::default(), Shard::new(3, 8).unwrap());
/// let report = shard(&property, &Options::default(), NumberedRunner::Auto, third, &log);
/// assert_eq!(report.tally.passed, 125);
/// assert!(log.0.borrow().iter().all(|n| third.owns(*n)));
/// assert_eq!(log.0.borrow().len() as u64, report.tally.discarded);
/// ```
pub fn shard<P: Property>(
    property: &P,
    options: &Options,
    runner: NumberedRunner,
    shard: Shard,
    log: &dyn ShardLog,
) -> Report {
    let walks = runner.walks(property, options);
    let options = Options { tests: shard.share(options.tests), ..options.clone() };
    let session = Session::of_shard(property, &options, shard);
    let part = Part { property, shard, log };
    if walks { part.walk(session) } else { part.run_numbered(session, runner) }
}

impl NumberedRunner {
    /// Returns whether the numbers are those of a walk through all inputs.
    pub(super) fn walks<P: Property>(self, property: &P, options: &Options) -> bool {
        match self {
            NumberedRunner::Auto => enumerates(property, options),
            NumberedRunner::Enumerate => true,
            NumberedRunner::QuickCheck | NumberedRunner::SkipPremises => false,
        }
    }

    /// Runs test `n` of the campaign.
    pub(super) fn run<P: Property>(self, property: &P, campaign: &Campaign, n: u64) -> Verdict {
        match self {
            NumberedRunner::SkipPremises => run_without_premises(property, campaign.source(n)),
            _ => run_batch(property, campaign, n..n + 1).1,
        }
    }
}

/// A part of the tests of a property.
struct Part<'a, P> {
    property: &'a P,
    shard: Shard,
    log: &'a dyn ShardLog,
}

impl<P: Property> Part<'_, P> {
    /// Runs the tests that are numbered in a campaign.
    fn run_numbered(&self, mut session: Session<'_, P>, runner: NumberedRunner) -> Report {
        while let Some(batch) = session.next_batch() {
            let campaign = session.campaign();
            for test in batch {
                let n = self.shard.test(test);
                self.log.begins(n);
                let verdict = runner.run(self.property, &campaign, n); // G ◀──▶ C
                let mut observed = Vec::new();
                if verdict == Verdict::Pass {
                    observed = session.observe_source(session.source(n));
                    session.pass_observed_independent(observed.clone());
                }
                self.write(n, &verdict, observed, campaign.sizes);
                match verdict {
                    Verdict::Pass => continue,
                    Verdict::Discard(premise) => session.discard(premise),
                    Verdict::Reject(variable, reason) => session.reject(variable, reason),
                    Verdict::Fail(failure) => return session.falsified(n, *failure), // S, P
                }
                break;
            }
            self.log.reached(self.shard.test(session.tests()));
        }
        end(session)
    }

    /// Runs the tests that are numbered in a walk through all inputs.
    fn walk(&self, mut session: Session<'_, P>) -> Report {
        let options = session.options().clone();
        let mut walk = InputWalk::default();
        loop {
            let n = walk.next_test();
            self.log.reached(n);
            let found = walk.next(self.property, &options, |steps| session.has_budget(steps)); // G
            let Ok(inputs) = found else { return end(session) };
            if !self.shard.owns(n) {
                continue;
            }
            self.log.begins(n);
            let verdict = check_generated(self.property, &inputs.generated); // C
            let mut observed = Vec::new();
            if let (Verdict::Pass, Ok(inputs)) = (&verdict, &inputs.generated) {
                observed = session.observe_inputs(inputs);
                session.pass_observed(observed.clone());
            }
            self.write(n, &verdict, observed, options.sizes);
            match verdict {
                Verdict::Pass => {}
                Verdict::Discard(premise) => session.discard(premise),
                Verdict::Reject(variable, reason) => session.reject(variable, reason),
                Verdict::Fail(failure) => {
                    let source = replay(inputs.choices, &options);
                    return session.falsified_from(n, source, *failure); // S, P
                }
            }
        }
    }

    fn write(&self, n: u64, verdict: &Verdict, observed: Vec<EmittedObservation>, sizes: Sizes) {
        if *verdict != Verdict::Pass || !observed.is_empty() {
            self.log.test(n, verdict, observed, sizes);
        }
    }
}

/// Ends a shard in which no test failed. Whether enough tests passed is known when the shards are merged.
fn end<P: Property>(session: Session<'_, P>) -> Report {
    session.end(Outcome::Passed)
}
