//! Budgets: how much longer to go on.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use forall::part::Options;
use forall::report::{Journal, Outcome, Tally};

/// How often to look at the clock.
const GLANCE: Duration = Duration::from_millis(1);

/// What is left of what a run may spend.
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
/// assert_eq!((budget.grant(&tally), budget.left(&tally)), (Some(6..10), 4));
/// assert!(budget.allows(&tally, 99));
/// tally.passed = 10;
/// assert_eq!((budget.grant(&tally), budget.outcome(&tally)), (None, Outcome::Passed));
/// assert!(budget.elapsed() < Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct Budget {
    tests: u64,
    discards: u64,
    began: Instant,
    clock: Option<Clock>,
}

/// A clock that is looked at about once in [`GLANCE`]: looking costs more than a small test.
#[derive(Clone, Debug)]
struct Clock {
    time: Duration,
    /// Set when somebody wants the run to end.
    stop: Option<Arc<AtomicBool>>,
    /// Wants to know how far it has come.
    journal: Option<Arc<dyn Journal>>,
    /// When it was last looked at, and after how many tests.
    seen: (Duration, u64),
    /// After how many tests to look next.
    next: u64,
}

impl Budget {
    /// What `options` allow, from now on.
    pub fn new(options: &Options) -> Budget {
        let stop = options.stop.clone();
        let journal = options.journal.clone();
        let endless = (stop.is_some() || journal.is_some()).then_some(Duration::MAX);
        let time = options.time.or(endless);
        let clock =
            time.map(|time| Clock { time, stop, journal, seen: (Duration::ZERO, 0), next: 1 });
        Budget { tests: options.tests, discards: options.discards, began: Instant::now(), clock }
    }

    /// The numbers of the tests to run next; none when the budget is spent.
    pub fn grant(&mut self, tally: &Tally) -> Option<Range<u64>> {
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

    /// May one more test be run, after so many steps of any kind? For runners whose steps are not
    /// tests alone.
    pub fn allows(&mut self, tally: &Tally, steps: u64) -> bool {
        let tests = tally.passed < self.tests && !self.gave_up(tally);
        tests
            && self
                .clock
                .as_mut()
                .is_none_or(|clock| clock.next(self.began, steps, tally).is_some())
    }

    /// How many tests shall still pass.
    pub fn left(&self, tally: &Tally) -> u64 {
        self.tests.saturating_sub(tally.passed)
    }

    /// How long the run has been going on. It takes longer to ask than to run a small test.
    pub fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// How a run ends in which no test failed.
    pub fn outcome(&self, tally: &Tally) -> Outcome {
        if tally.passed == 0 {
            Outcome::Vacuous
        } else if self.gave_up(tally) {
            Outcome::GaveUp
        } else {
            Outcome::Passed
        }
    }

    /// So many may be turned away for each test that shall pass. Where time and not a number of tests
    /// is the limit, for each that did pass, after a thousand to start with.
    fn gave_up(&self, tally: &Tally) -> bool {
        let tests = self.tests.min(tally.passed.max(1_000));
        tally.discarded + tally.rejected > self.discards.saturating_mul(tests)
    }
}

impl Clock {
    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Up to which test there is no need to look again; nothing when time is up.
    fn next(&mut self, began: Instant, tests: u64, tally: &Tally) -> Option<u64> {
        if tests >= self.next {
            let now = began.elapsed();
            if let Some(journal) = &self.journal {
                journal.progress(tally, now);
            }
            if now >= self.time || self.is_stopped() {
                return None;
            }
            let (then, before) = self.seen;
            let pace = (now - then).as_nanos().max(1) / u128::from((tests - before).max(1));
            let more = (GLANCE.as_nanos() / pace.max(1)).clamp(1, 2 * u128::from(tests.max(1)));
            self.seen = (now, tests);
            self.next = tests + more as u64;
        }
        Some(self.next)
    }
}
