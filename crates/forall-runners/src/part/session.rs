//! Sessions: the record of one run of a property.

use std::ops::Range;
use std::time::Duration;

use forall::block::Property;
use forall::part::{Budget, Options, Statistics};
use forall::report::{Counterexample, Failure, Outcome, Report, Tally};
use forall::shrink::{FailedTest, ShrinkConfig, shrink_failure};
use forall::source::{Campaign, Source};

/// The record of one run of a property: what it may still spend, how its tests ended, and what was
/// observed in them.
///
/// It has one method for each event of a run. The loop stays with the runner, which calls the method
/// for what happened:
///
/// ```
/// use forall::block::{Property, run};
/// use forall::part::{Options, Session};
/// use forall::property::forall;
/// use forall::report::{Report, Verdict};
///
/// /// Runs one test after the other until one fails.
/// fn one_by_one<P: Property>(property: &P, options: &Options) -> Report {
///     let mut session = Session::new(property, options);
///     while session.may_continue(session.tests()) {
///         let n = session.tests();
///         match run(property, &mut session.source(n)) {
///             Verdict::Pass => session.pass(n..n + 1),
///             Verdict::Discard(premise) => session.discard(premise),
///             Verdict::Reject(variable, reason) => session.reject(variable, reason),
///             Verdict::Fail(failure) => return session.falsified(n, *failure),
///         }
///     }
///     session.finish()
/// }
/// let small = forall("x", 0..99).check(|(x, ())| *x < 50);
/// let report = one_by_one(&small, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "50");
/// ```
#[derive(Debug)]
pub struct Session<'p, P> {
    property: &'p P,
    options: Options,
    budget: Budget,
    tally: Tally,
    statistics: Statistics,
    /// The number of failed tests. `tally.passed` includes them until `end` subtracts them.
    failed: u64,
    batch: Batch,
}

/// The batch of tests that was handed out last.
#[derive(Debug, Default)]
struct Batch {
    end: u64,
    /// Whether its last test passed.
    passed: bool,
}

impl<'p, P: Property> Session<'p, P> {
    /// Starts the clock of a run of `property`.
    pub fn new(property: &'p P, options: &Options) -> Session<'p, P> {
        Session {
            property,
            options: options.clone(),
            budget: Budget::new(options),
            tally: Tally::default(),
            statistics: Statistics::new(property),
            failed: 0,
            batch: Batch::default(),
        }
    }

    /// Returns the numbers of the tests to run next, or `None` when the budget is spent. If the tests of
    /// the last batch all passed, a statistic that failed ends the run as well.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| *x < 9);
    /// let mut session = Session::new(&property, &Options::default());
    /// assert_eq!(session.next_batch(), Some(0..1_000), "without a time limit, all tests");
    /// session.pass(0..1_000);
    /// assert_eq!(session.next_batch(), None);
    /// ```
    pub fn next_batch(&mut self) -> Option<Range<u64>> {
        if self.batch.passed && self.statistics.outcome().is_some() {
            return None;
        }
        let tests = self.budget.next_batch(&self.tally)?;
        self.batch = Batch { end: tests.end, passed: false };
        Some(tests)
    }

    /// Returns whether one more test may run, after this many steps of any kind. For runners that do not
    /// run tests in batches, or that take steps that are not tests.
    pub fn may_continue(&mut self, steps: u64) -> bool {
        self.statistics.outcome().is_none() && self.has_budget(steps)
    }

    /// Returns whether the budget has room for one more test, whatever the statistics say. For runners
    /// whose statistics mean little before the end, because neighbouring tests are similar.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let rare = forall("x", 0..99).cover(50.0, "zero", |(x, ())| *x == 0).check(|_| true);
    /// let mut session = Session::new(&rare, &Options::default());
    /// session.pass(0..100);
    /// assert!(!session.may_continue(100) && session.has_budget(100), "the statistic has failed");
    /// ```
    pub fn has_budget(&mut self, steps: u64) -> bool {
        self.budget.may_continue(&self.tally, steps)
    }

    /// Records that these tests of the campaign passed. If the property observes its inputs, they are
    /// generated again for the statistics; otherwise this costs nothing.
    pub fn pass(&mut self, tests: Range<u64>) {
        self.batch.passed = tests.end == self.batch.end;
        self.tally.passed += tests.end - tests.start;
        self.statistics.record_tests(self.property, &self.options.campaign(), tests);
    }

    /// Records that one test passed whose inputs are generated from `source`. If the property observes its
    /// inputs, they are generated again for the statistics.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", 0..9).classify("small", |(x, ())| *x < 9).check(|_| true);
    /// let mut session = Session::new(&property, &Options::default());
    /// session.pass_source(Source::from_seed(1, 5));
    /// assert_eq!(session.finish().observed[0].held, 1);
    /// ```
    pub fn pass_source(&mut self, source: Source) {
        self.tally.passed += 1;
        self.statistics.record_source(self.property, source);
    }

    /// Records that one test passed, on these inputs. Without inputs, the statistics leave it out.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).classify("small", |(x, ())| *x < 5).check(|_| true);
    /// let mut session = Session::new(&property, &Options::default());
    /// session.pass_inputs(Some(&(3, ())));
    /// session.pass_inputs(None);
    /// let report = session.finish();
    /// assert_eq!(report.tally.passed, 2);
    /// assert_eq!(report.observed[0].tests, 1);
    /// ```
    pub fn pass_inputs(&mut self, inputs: Option<&P::Inputs>) {
        self.tally.passed += 1;
        if let Some(inputs) = inputs {
            self.statistics.record_inputs(self.property, inputs);
        }
    }

    /// Records a test that was discarded because this premise is false.
    pub fn discard(&mut self, premise: usize) {
        self.tally.discard(premise);
    }

    /// Records a test for which the domain of this variable produced no value.
    pub fn reject(&mut self, variable: usize, reason: &'static str) {
        self.tally.reject(variable, reason);
    }

    /// Records a failed test in a run that goes on after failures. It counts toward the budget.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| *x < 9);
    /// let mut session = Session::new(&property, &Options { tests: 2, ..Options::default() });
    /// session.fail();
    /// session.pass(1..2);
    /// assert!(!session.may_continue(2));
    /// assert_eq!(session.finish().tally.passed, 1);
    /// ```
    pub fn fail(&mut self) {
        self.tally.passed += 1;
        self.failed += 1;
    }

    /// Adds the tests and statistics of another run of the same property.
    pub fn add(&mut self, report: &Report) {
        self.tally.add(&report.tally);
        self.statistics.add_report(report);
    }

    /// Announces that the code under test recorded an observation on another thread. Must be called before
    /// that test is recorded.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| {
    ///     forall::observe::classify("small", *x < 9);
    ///     true
    /// });
    /// let mut session = Session::new(&property, &Options::default());
    /// session.expect_observations();
    /// session.pass(0..1);
    /// assert_eq!(session.finish().observed[0].held, 1);
    /// ```
    pub fn expect_observations(&mut self) {
        self.statistics.expect_observations();
    }

    /// Shrinks and prints test `n` of the campaign, which failed.
    pub fn counterexample(&self, n: u64, failure: Failure) -> Counterexample {
        let test = FailedTest { number: n, source: self.source(n), failure };
        let config = ShrinkConfig { cross: false, ..self.options.shrink_config() };
        shrink_failure(self.property, test, config)
    }

    /// Ends the run with test `n` of the campaign, which failed: shrinks it and prints it.
    pub fn falsified(self, n: u64, failure: Failure) -> Report {
        let source = self.source(n);
        self.falsified_from(n, source, failure)
    }

    /// Ends the run with test `n`, which failed on inputs generated from `source`: shrinks it and prints
    /// it.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// use forall::report::Failure;
    /// use forall::source::Source;
    ///
    /// let property = forall("x", 0..100).check(|(x, ())| *x < 5);
    /// let session = Session::new(&property, &Options::default());
    /// let report = session.falsified_from(0, Source::from_seed(1, 5), Failure::predicate_false());
    /// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "5");
    /// ```
    pub fn falsified_from(self, n: u64, source: Source, failure: Failure) -> Report {
        let test = FailedTest { number: n, source, failure };
        let found = shrink_failure(self.property, test, self.options.shrink_config());
        self.end(found.into())
    }

    /// Ends a run in which no test failed.
    pub fn finish(self) -> Report {
        let outcome = self.budget.outcome(&self.tally);
        self.end(outcome)
    }

    /// Ends the run with this outcome. Unless a test failed, a statistic that failed takes precedence.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// use forall::report::Outcome;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| *x < 9);
    /// let mut session = Session::new(&property, &Options::default());
    /// session.pass(0..5);
    /// assert_eq!(session.end(Outcome::GaveUp).outcome, Outcome::GaveUp);
    /// ```
    pub fn end(self, outcome: Outcome) -> Report {
        let failed = if outcome.is_failure() { None } else { self.statistics.outcome() };
        let tally = Tally { passed: self.tally.passed - self.failed, ..self.tally };
        Report::new(self.property, self.options.seed, tally, failed.unwrap_or(outcome))
            .with_observed(self.statistics.observed())
    }

    /// Ends the run with the report of a run that was [added](Session::add) and decided this one.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// use forall::runner::quick_check;
    ///
    /// let small = forall("x", 0..9).check(|(x, ())| *x < 5);
    /// let options = Options::default();
    /// let mut session = Session::new(&small, &options);
    /// session.pass(0..1);
    /// let other = quick_check(&small, &Options { seed: 7, ..options });
    /// session.add(&other);
    /// let report = session.end_with(other);
    /// assert_eq!(report.seed, 7, "its failure can be replayed");
    /// ```
    pub fn end_with(self, report: Report) -> Report {
        Report { tally: self.tally, ..report }.with_observed(self.statistics.observed())
    }
}

impl<P> Session<'_, P> {
    /// Returns how the tests ended so far.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).implies("x > 5", |(x, ())| *x > 5).check(|_| true);
    /// let mut session = Session::new(&property, &Options { tests: 10, ..Options::default() });
    /// session.pass(0..2);
    /// session.discard(1);
    /// session.discard(1);
    /// assert_eq!(session.tally().discarded, 2);
    /// assert_eq!((session.tests(), session.left()), (4, 8));
    /// assert_eq!(session.expected_tests(), 20, "half of the tests are discarded");
    /// assert_eq!(session.campaign().seed, 1);
    /// assert!(session.elapsed().as_secs() < 60);
    /// ```
    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Returns the number of tests so far, whatever their verdict: the number of the next test.
    pub fn tests(&self) -> u64 {
        self.tally.tests()
    }

    /// Returns the number of tests that still have to pass.
    pub fn left(&self) -> u64 {
        self.budget.left(&self.tally)
    }

    /// Returns the number of tests that the whole run takes if tests are discarded as often as before.
    pub fn expected_tests(&self) -> u64 {
        let tests_per_pass = self.tests().div_ceil(self.tally.passed.max(1)).max(1);
        self.tests().saturating_add(self.left().saturating_mul(tests_per_pass))
    }

    /// Returns how long the run has taken. Reading the clock takes longer than a small test.
    pub fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Returns the options for another run that may spend what is left of this one.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    /// use forall::runner::quick_check;
    ///
    /// let property = forall("x", 0..99).check(|(x, ())| *x < 99);
    /// let options = Options::default();
    /// let mut session = Session::new(&property, &options);
    /// session.add(&quick_check(&property, &Options { tests: 400, ..options }));
    /// assert_eq!((session.tests(), session.remaining().tests), (400, 600));
    /// ```
    pub fn remaining(&self) -> Options {
        let max_time = self.options.max_time.map(|time| time.saturating_sub(self.elapsed()));
        Options { tests: self.left(), max_time, ..self.options.clone() }
    }

    /// Returns the campaign that names the tests of this run.
    pub fn campaign(&self) -> Campaign {
        self.options.campaign()
    }

    /// Returns the fresh choices of test `n` of the campaign.
    pub fn source(&self, n: u64) -> Source {
        self.options.campaign().source(n)
    }
}
