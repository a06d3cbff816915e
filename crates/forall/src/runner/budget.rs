//! Budgets: how much longer to go on.

use std::ops::Range;
use std::time::{Duration, Instant};

use forall::report::{Outcome, Tally};
use forall::runner::Options;

/// How often to look at the clock.
const GLANCE: Duration = Duration::from_millis(1);

/// What is left of what a run may spend.
#[derive(Clone, Debug)]
pub struct Budget {
    tests: u64,
    discards: u64,
    clock: Option<Clock>,
}

/// A clock that is looked at about once in [`GLANCE`]: looking costs more than a small test.
#[derive(Clone, Debug)]
struct Clock {
    began: Instant,
    time: Duration,
    /// When it was last looked at, and after how many tests.
    seen: (Duration, u64),
    /// After how many tests to look next.
    next: u64,
}

impl Budget {
    /// What `options` allow, from now on.
    pub fn new(options: &Options) -> Budget {
        let clock =
            |time| Clock { began: Instant::now(), time, seen: (Duration::ZERO, 0), next: 1 };
        Budget { tests: options.tests, discards: options.discards, clock: options.time.map(clock) }
    }

    /// The numbers of the tests to run next; none when the budget is spent.
    pub fn grant(&mut self, tally: &Tally) -> Option<Range<u64>> {
        let first = tally.tests();
        let left = self.tests.saturating_sub(tally.passed);
        if left == 0 || self.gave_up(tally) {
            return None;
        }
        let last = match &mut self.clock {
            Some(clock) => clock.next(first)?.min(first.saturating_add(left)),
            None => first.saturating_add(left),
        };
        Some(first..last)
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
    /// Up to which test there is no need to look again; nothing when time is up.
    fn next(&mut self, tests: u64) -> Option<u64> {
        if tests >= self.next {
            let now = self.began.elapsed();
            if now >= self.time {
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
