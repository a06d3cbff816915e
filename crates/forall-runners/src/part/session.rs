//! Sessions: the state of one run of a property.

use std::ops::Range;
use std::time::Duration;

use forall::block::Property;
use forall::observe::EmittedObservation;
use forall::part::{Budget, LargeTests, Options, Statistics};
use forall::report::{Counterexample, Failure, Outcome, Report, Tally};
use forall::shrink::{FailedTest, ShrinkConfig, shrink_failure};
use forall::source::{Campaign, Shard, Source};

/// The state of one run of a property: its remaining budget, the verdicts of its tests, and their
/// observations.
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
    large_tests: LargeTests,
    tally: Tally,
    statistics: Statistics,
    /// The number of tests of the campaign that passed: their inputs depend on nothing but their number.
    independent: u64,
    /// The number of failed tests. `tally.passed` includes them until `end` subtracts them.
    failed: u64,
    /// The shard whose tests are counted here.
    shard: Shard,
}

impl<'p, P: Property> Session<'p, P> {
    /// Starts the clock of a run of `property`.
    pub fn new(property: &'p P, options: &Options) -> Session<'p, P> {
        Session::of_shard(property, options, Shard::WHOLE)
    }

    /// Starts the clock of a run of one shard of the tests of `property`. The budget is that of the shard, which counts
    /// only its own tests, and does not check `cover` requirements.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    /// use forall::source::Shard;
    ///
    /// let property = forall("x", 0..9).cover(50.0, "none", |_| false).check(|_| true);
    /// let mut session = Session::of_shard(&property, &Options::default(), Shard::new(3, 8).unwrap());
    /// session.pass(0..900);
    /// assert!(session.may_continue(900));
    /// assert_eq!(session.left(), 100);
    /// ```
    pub fn of_shard(property: &'p P, options: &Options, shard: Shard) -> Session<'p, P> {
        Session {
            property,
            options: options.clone(),
            budget: Budget::new(options),
            large_tests: LargeTests::of_shard(options.sizes, shard),
            tally: Tally::default(),
            statistics: Statistics::new(property),
            independent: 0,
            failed: 0,
            shard,
        }
    }

    /// Returns the numbers of the tests to run next, or `None` when the budget is spent. A `cover` requirement
    /// that is not met also ends the run. It is checked after 800, 1,600, … tests, and a batch ends there, so
    /// that the number of tests of the run does not depend on the clock.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| *x < 9);
    /// let mut session = Session::new(&property, &Options::default());
    /// assert_eq!(session.next_batch(), Some(0..30), "the tests before the first large one");
    /// session.pass(0..30);
    /// assert_eq!(session.next_batch(), Some(30..31), "it is timed");
    /// session.pass(30..1_000);
    /// assert_eq!(session.next_batch(), None);
    /// ```
    pub fn next_batch(&mut self) -> Option<Range<u64>> {
        if self.is_judged() {
            return None;
        }
        let mut tests = self.budget.next_batch(&self.tally)?;
        self.limit_large_tests(tests.start);
        let judged = tests.start.saturating_add(self.statistics.tests_to_judgement());
        tests.end = tests.end.min(self.large_tests.next()).min(judged);
        Some(tests)
    }

    /// Returns whether one more test may run, after this many steps of any kind. For runners that do not
    /// run tests in batches, or that take steps that are not tests.
    pub fn may_continue(&mut self, steps: u64) -> bool {
        self.limit_large_tests(self.tests());
        !self.is_judged() && self.has_budget(steps)
    }

    /// Returns whether the budget allows one more test, without checking `cover` requirements. For runners
    /// whose statistics mean little before the end, because neighbouring tests are similar.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let rare = forall("x", 0..99).cover(50.0, "zero", |(x, ())| *x == 0).check(|_| true);
    /// let mut session = Session::new(&rare, &Options::default());
    /// session.pass(0..800);
    /// assert!(session.is_judged() && !session.may_continue(800), "the statistic has failed");
    /// assert!(session.has_budget(800));
    /// ```
    pub fn has_budget(&mut self, steps: u64) -> bool {
        self.budget.may_continue(&self.tally, steps)
    }

    /// Limits the sizes of the campaign if large tests take too long. To be called before test `n` of the campaign. Runners
    /// whose tests are numbered like those of the campaign need not call it.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| *x < 9);
    /// let mut session = Session::new(&property, &Options::default());
    /// session.record_time(30, std::time::Duration::from_millis(1)); // The first large test is fast.
    /// session.limit_large_tests(30); // Now it is slow.
    /// std::thread::sleep(std::time::Duration::from_millis(500));
    /// session.limit_large_tests(31);
    /// let sizes = |session: &Session<'_, _>| session.campaign().sizes;
    /// assert!(sizes(&session).list_doublings(61) < Options::default().sizes.list_doublings(61));
    /// ```
    pub fn limit_large_tests(&mut self, n: u64) {
        self.large_tests.reach(n, || self.budget.elapsed());
        self.options.sizes = self.large_tests.sizes();
    }

    /// Limits the sizes of the campaign if test `n`, which took this long, is large and took too long. For runners that
    /// choose among the tests of the campaign, and call it after each of them.
    pub fn record_time(&mut self, n: u64, took: Duration) {
        self.large_tests.record(n, took);
        self.options.sizes = self.large_tests.sizes();
    }

    /// Records that these tests of the campaign passed. If the property observes its inputs, they are
    /// generated again for the statistics; otherwise this costs nothing.
    pub fn pass(&mut self, tests: Range<u64>) {
        self.tally.passed += tests.end - tests.start;
        self.independent += tests.end - tests.start;
        self.statistics.record_tests(self.property, &self.campaign(), tests);
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

    /// Returns the observations in the test with inputs from `source`, which passed.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).classify("small", |(x, ())| *x < 9).check(|_| true);
    /// let mut session = Session::new(&property, &Options::default());
    /// let observations = session.observe_source(session.source(0));
    /// assert_eq!(observations, session.observe_inputs(&(8, ())));
    /// session.pass_observed(observations);
    /// let report = session.finish();
    /// assert_eq!((report.tally.passed, report.independent_tests, report.observed[0].held), (1, 0, 1));
    /// ```
    pub fn observe_source(&mut self, source: Source) -> Vec<EmittedObservation> {
        self.statistics.observe_source(self.property, source)
    }

    /// Returns the observations in the test with these inputs, which passed.
    pub fn observe_inputs(&mut self, inputs: &P::Inputs) -> Vec<EmittedObservation> {
        self.statistics.observe_inputs(self.property, inputs)
    }

    /// Records that one test passed, with these observations. Its inputs may depend on those of other tests.
    pub fn pass_observed(&mut self, observations: Vec<EmittedObservation>) {
        self.tally.passed += 1;
        self.statistics.record(observations);
    }

    /// Records that one test of the campaign passed, with these observations.
    ///
    /// ```
    /// use forall::part::{Options, Session};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|_| true);
    /// let mut session = Session::new(&property, &Options::default());
    /// session.pass_observed_independent(Vec::new());
    /// assert_eq!(session.finish().independent_tests, 1);
    /// ```
    pub fn pass_observed_independent(&mut self, observations: Vec<EmittedObservation>) {
        self.independent += 1;
        self.pass_observed(observations);
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

    /// Adds the tests and statistics of another run of the same property, and its limit on large tests.
    pub fn add(&mut self, report: &Report) {
        self.large_tests.limit_to(report.sizes);
        self.options.sizes = self.large_tests.sizes();
        self.tally.add(&report.tally);
        self.independent += report.independent_tests;
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

    /// Ends the run with this outcome. Unless a test failed, a `cover` requirement that is not met takes
    /// precedence.
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
        let failed = if outcome.is_failure() { None } else { self.judged() };
        let tally = Tally { passed: self.tally.passed - self.failed, ..self.tally };
        Report::new(self.property, self.options.seed, tally, failed.unwrap_or(outcome))
            .with_sizes(self.options.sizes)
            .with_independent_tests(self.independent)
            .with_observed(self.statistics.observed())
    }

    /// Ends the run with the outcome of another run, which was [added](Session::add) before.
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
        Report { tally: self.tally, ..report }
            .with_independent_tests(self.independent)
            .with_observed(self.statistics.observed())
    }
}

impl<P> Session<'_, P> {
    /// Returns the numbers of tests so far, by verdict.
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

    /// Returns the options for another run with the remaining budget of this one.
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

    /// Returns the options of the run. Their sizes are limited if large tests took too long.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the campaign that numbers the tests of this run.
    pub fn campaign(&self) -> Campaign {
        self.options.campaign()
    }

    /// Returns the outcome of the run if a `cover` requirement is not met. Shards are judged together.
    fn judged(&self) -> Option<Outcome> {
        if self.shard.is_whole() { self.statistics.outcome() } else { None }
    }

    /// Returns whether a `cover` requirement that is not met ends the run now.
    pub fn is_judged(&self) -> bool {
        self.shard.is_whole() && self.statistics.ends_run()
    }

    /// Returns the fresh choices of test `n` of the campaign.
    pub fn source(&self, n: u64) -> Source {
        self.campaign().source(n)
    }
}
