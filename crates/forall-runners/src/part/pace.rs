//! Pace: measures how fast tests are, and decides whether more threads are worth their cost.

use std::time::Duration;

/// Threads are worth their cost only if the rest of the run takes this long: on a busy machine, waiting for
/// the last thread may take a tenth of it.
const MIN_REST_NANOS: u64 = 10_000_000;
/// Threads are worth their cost only after the run has taken this long, which is about the time to start
/// them. If only time limits the run, the number of remaining tests is unknown, and an early failure is found
/// without threads.
const MIN_ELAPSED_NANOS: u64 = 100_000;
/// Reading the clock after every test is affordable if a test takes longer than this.
const SHORT_TEST_NANOS: u64 = 5_000;
/// A worker works about this long before it takes the lock again.
const CHUNK_NANOS: u64 = 20_000;

/// Decides when to start threads, from how long tests take.
///
/// ```
/// use std::time::Duration;
///
/// use forall::part::Pace;
///
/// let mut pace = Pace::new(4);
/// assert_eq!(pace.next_look(), 1, "the first test shows how often to read the clock");
/// assert!(!pace.pays(1, 999, Duration::from_nanos(50)), "1,000 such tests take 0.05 ms");
///
/// let mut pace = Pace::new(4);
/// assert!(pace.pays(1, 999, Duration::from_millis(1)) || pace.pays(2, 998, Duration::from_millis(2)));
/// assert_eq!(pace.chunk(), 1, "a worker takes one such test at a time");
/// ```
#[derive(Clone, Debug)]
pub struct Pace {
    next_look: u64,
    /// The number of tests when the clock was last read.
    tests: u64,
    /// The time when the clock was last read.
    nanos: u64,
    /// How long a test took in the last two intervals. One of them may be too long because the machine was
    /// busy.
    nanos_per_test: [u64; 2],
}

impl Pace {
    /// Creates the pace of a run that may use this many threads.
    pub fn new(threads: usize) -> Pace {
        let next_look = if threads > 1 { 1 } else { u64::MAX };
        Pace { next_look, tests: 0, nanos: 0, nanos_per_test: [0; 2] }
    }

    /// Returns the number of tests after which to read the clock next, which takes longer than a small
    /// test.
    pub fn next_look(&self) -> u64 {
        self.next_look
    }

    /// Returns whether more threads are worth their cost, after this many tests and this much time, if `left`
    /// tests remain.
    pub fn pays(&mut self, tests: u64, left: u64, elapsed: Duration) -> bool {
        let now = elapsed.as_nanos() as u64;
        let latest = now.saturating_sub(self.nanos) / tests.saturating_sub(self.tests).max(1);
        self.nanos_per_test = [self.nanos_per_test[1], latest];
        self.tests = tests;
        self.nanos = now;
        self.next_look = if latest >= SHORT_TEST_NANOS {
            tests + 1
        } else if tests == 1 {
            256
        } else {
            tests.saturating_mul(4)
        };
        now >= MIN_ELAPSED_NANOS && self.fastest().saturating_mul(left) >= MIN_REST_NANOS
    }

    /// Returns the number of tests that a worker should run before it takes the lock again.
    pub fn chunk(&self) -> u64 {
        (CHUNK_NANOS / self.fastest().max(1)).max(1)
    }

    fn fastest(&self) -> u64 {
        self.nanos_per_test[0].min(self.nanos_per_test[1])
    }
}
