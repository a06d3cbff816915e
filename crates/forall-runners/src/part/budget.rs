//! Budgets: how much a run may still spend.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use forall::part::Options;
use forall::report::{Outcome, RunObserver, Tally};

/// How often to read the clock.
const CLOCK_INTERVAL: Duration = Duration::from_millis(1);

/// What a run may still spend: tests, discards and time.
///
/// ```
/// use std::time::Duration;
///
/// use forall::report::{Outcome, Tally};
/// use forall::part::Budget;
/// use forall::runner::Options;
///
/// let mut budget = Budget::new(&Options { tests: 10, ..Options::default() });
/// let mut tally = Tally { passed: 6, ..Tally::default() };
/// assert_eq!(budget.next_batch(&tally), Some(6..10));
/// assert_eq!(budget.left(&tally), 4);
/// assert!(budget.may_continue(&tally, 99));
/// tally.passed = 10;
/// assert_eq!(budget.next_batch(&tally), None);
/// assert_eq!(budget.outcome(&tally), Outcome::Passed);
/// assert!(budget.elapsed() < Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    tests: u64,
    max_discard_ratio: u64,
    began: Instant,
    clock: Option<Clock>,
}

/// A clock that is read about once per [`CLOCK_INTERVAL`]: reading it costs more than a small test.
#[derive(Clone, Debug)]
struct Clock {
    time: Duration,
    /// The flag that ends the run.
    stop: Option<Arc<AtomicBool>>,
    /// Where progress is reported.
    observer: Option<Arc<dyn RunObserver>>,
    /// What the clock showed when it was last read.
    last_time: Duration,
    /// The number of tests then.
    last_tests: u64,
    /// The number of tests after which to read it next.
    next: u64,
}

impl Budget {
    /// Creates the budget that `options` allow, and starts its clock.
    pub fn new(options: &Options) -> Budget {
        let needs_clock = options.stop.is_some() || options.observer.is_some();
        let time = options.max_time.or(needs_clock.then_some(Duration::MAX));
        let clock = time.map(|time| Clock {
            time,
            stop: options.stop.clone(),
            observer: options.observer.clone(),
            last_time: Duration::ZERO,
            last_tests: 0,
            next: 1,
        });
        Budget {
            tests: options.tests,
            max_discard_ratio: options.max_discard_ratio,
            began: Instant::now(),
            clock,
        }
    }

    /// Returns the numbers of the tests to run next, or `None` when the budget is spent.
    pub fn next_batch(&mut self, tally: &Tally) -> Option<Range<u64>> {
        let first = tally.tests();
        let left = self.left(tally);
        if left == 0 || self.gave_up(tally) {
            return None;
        }
        let last = match &mut self.clock {
            Some(clock) => clock.next(self.began, first, tally)?.min(first.saturating_add(left)),
            None => first.saturating_add(left),
        };
        Some(first..last)
    }

    /// Returns whether one more test may run, after this many steps of any kind. For runners that take
    /// steps that are not tests.
    pub fn may_continue(&mut self, tally: &Tally, steps: u64) -> bool {
        if tally.passed >= self.tests || self.gave_up(tally) {
            return false;
        }
        match &mut self.clock {
            Some(clock) => clock.next(self.began, steps, tally).is_some(),
            None => true,
        }
    }

    /// Returns the number of tests that still have to pass.
    pub fn left(&self, tally: &Tally) -> u64 {
        self.tests.saturating_sub(tally.passed)
    }

    /// Returns how long the run has taken. Reading the clock takes longer than a small test.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns how a run ends in which no test failed.
    pub fn outcome(&self, tally: &Tally) -> Outcome {
        if tally.passed == 0 {
            Outcome::Vacuous
        } else if self.gave_up(tally) {
            Outcome::GaveUp
        } else {
            Outcome::Passed
        }
    }

    /// Returns whether too many tests were discarded for the number of tests that have to pass. If time is
    /// the limit and not a number of tests, the tests that did pass count, and at least a thousand.
    fn gave_up(&self, tally: &Tally) -> bool {
        let tests = self.tests.min(tally.passed.max(1_000));
        tally.discarded + tally.rejected > self.max_discard_ratio.saturating_mul(tests)
    }
}

impl Clock {
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns the number of tests after which to read the clock next, or `None` when time is up.
    fn next(&mut self, began: Instant, tests: u64, tally: &Tally) -> Option<u64> {
        if tests >= self.next {
            let now = began.elapsed();
            if let Some(observer) = &self.observer {
                observer.progress(tally, now);
            }
            if now >= self.time || self.is_stopped() {
                return None;
            }
            let tests_between = u128::from((tests - self.last_tests).max(1));
            let pace = (now - self.last_time).as_nanos().max(1) / tests_between;
            let most = 2 * u128::from(tests.max(1));
            let more = (CLOCK_INTERVAL.as_nanos() / pace.max(1)).clamp(1, most);
            self.last_time = now;
            self.last_tests = tests;
            self.next = tests + more as u64;
        }
        Some(self.next)
    }
}
