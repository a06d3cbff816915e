//! Large tests: a run has some if they are cheap.

use std::time::Duration;

use forall::source::{Shard, Sizes};

/// The number of tests after which the cost of large tests is known.
const CALIBRATION_TESTS: u64 = 190;
/// A large test may take this long, however short the other tests are.
const MIN_ALLOWED: Duration = Duration::from_millis(30);
/// The same for a shard. Others have the same tests only if none of them limits its large tests, so it does that only if
/// it has to, and not because its machine is busy.
const MIN_ALLOWED_IN_SHARD: Duration = Duration::from_secs(2);
/// A large test may take as long as this many other tests.
const ALLOWED_TESTS: u32 = 20;
/// A larger test may be expected to take this many times longer than is allowed, because the forecast is a worst
/// case.
const FORECAST_MARGIN: f64 = 10.0;

/// Tests whose lists are doubled at most this often are never limited.
const UNLIMITED_DOUBLINGS: u32 = 1;

/// Limits the size of tests if large ones take too long. They are timed at the start of a run, where their sizes
/// grow.
///
/// ```
/// use std::time::Duration;
///
/// use forall::part::LargeTests;
/// use forall::source::Sizes;
///
/// let mut large = LargeTests::new(Sizes::VARIED);
/// assert_eq!(large.next(), 30, "the first large test");
/// large.reach(30, || Duration::from_millis(1));
/// large.reach(31, || Duration::from_secs(2));
/// let sizes = large.sizes();
/// assert!(sizes.list_doublings(61) < Sizes::VARIED.list_doublings(30), "the one before took too long");
/// ```
#[derive(Clone, Debug)]
pub struct LargeTests {
    sizes: Sizes,
    /// The shard whose tests are counted here.
    shard: Shard,
    /// A large test may take this long, however short the other tests are.
    min_allowed: Duration,
    next: u64,
    running: Option<Measurement>,
    last: Option<Measurement>,
    /// The recorded tests that are not large, and the sum of their times.
    usual_tests: u64,
    usual_time: Duration,
}

/// A large test and a time: when it began, or how long it took.
#[derive(Clone, Copy, Debug)]
struct Measurement {
    list_doublings: u32,
    time: Duration,
}

impl LargeTests {
    /// Creates the limits of a run with these sizes.
    pub fn new(sizes: Sizes) -> LargeTests {
        LargeTests::of_shard(sizes, Shard::WHOLE)
    }

    /// Creates the limits of a run of this shard of the tests. The methods count only tests of the shard.
    ///
    /// ```
    /// use forall::part::LargeTests;
    /// use forall::source::{Shard, Sizes};
    ///
    /// let shard = Shard::new(3, 8).unwrap();
    /// let first = LargeTests::of_shard(Sizes::VARIED, shard).next();
    /// assert!((0..=first).map(|k| Sizes::VARIED.is_large(shard.test(k))).eq((0..=first).map(|k| k == first)));
    /// ```
    pub fn of_shard(sizes: Sizes, shard: Shard) -> LargeTests {
        let min_allowed = if shard.is_whole() { MIN_ALLOWED } else { MIN_ALLOWED_IN_SHARD };
        let mut large = LargeTests {
            sizes,
            shard,
            min_allowed,
            next: 0,
            running: None,
            last: None,
            usual_tests: 0,
            usual_time: Duration::ZERO,
        };
        large.next = large.next_large(0);
        large
    }

    /// Returns the sizes of the tests, which are limited if large tests took too long.
    #[inline]
    pub fn sizes(&self) -> Sizes {
        self.sizes
    }

    /// Returns the number of the test at which to call [`reach`](LargeTests::reach) next.
    #[inline]
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Updates the limits before test `n` is run. `elapsed` reads the clock, if that is necessary.
    #[inline]
    pub fn reach(&mut self, n: u64, elapsed: impl FnOnce() -> Duration) {
        if n >= self.next {
            self.measure(n, elapsed());
        }
    }

    #[cold]
    fn measure(&mut self, n: u64, elapsed: Duration) {
        if let Some(Measurement { list_doublings, time }) = self.running.take() {
            let took = elapsed.saturating_sub(time);
            self.last = Some(Measurement { list_doublings, time: took });
            if took > self.allowed(n, time) {
                self.limit(list_doublings);
            }
        }
        let number = self.shard.test(n);
        let list_doublings = self.sizes.list_doublings(number);
        if list_doublings > UNLIMITED_DOUBLINGS && n < CALIBRATION_TESTS {
            let allowed = self.allowed(n, elapsed).as_secs_f64();
            if self.forecast(list_doublings) > allowed * FORECAST_MARGIN {
                self.limit(list_doublings);
            } else {
                self.running = Some(Measurement { list_doublings, time: elapsed });
                self.next = n + 1;
                return;
            }
        }
        self.next = if n < CALIBRATION_TESTS { self.next_large(n + 1) } else { u64::MAX };
    }

    /// Updates the limits after test `n` took this long. For runners that choose among the tests of the campaign, and
    /// call it after each of them.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use forall::part::LargeTests;
    /// use forall::source::Sizes;
    ///
    /// let mut large = LargeTests::new(Sizes::VARIED);
    /// large.record(61, Duration::from_millis(10));
    /// assert_eq!(large.sizes(), Sizes::VARIED);
    /// large.record(61, Duration::from_millis(200));
    /// assert_eq!(large.sizes(), Sizes::VARIED.with_list_doublings(1));
    /// ```
    pub fn record(&mut self, n: u64, took: Duration) {
        let list_doublings = self.sizes.list_doublings(n);
        if list_doublings <= UNLIMITED_DOUBLINGS {
            self.usual_tests += 1;
            self.usual_time += took;
            return;
        }
        let allowed = self.allowed(self.usual_tests, self.usual_time);
        self.last = Some(Measurement { list_doublings, time: took });
        if took > allowed {
            self.limit(list_doublings);
        } else if self.forecast(list_doublings + 1) > allowed.as_secs_f64() * FORECAST_MARGIN {
            self.limit(list_doublings + 1);
        }
    }

    /// Doubles the size of lists at most as often as `sizes` do, which another run of the property has found.
    ///
    /// ```
    /// use forall::part::LargeTests;
    /// use forall::source::Sizes;
    ///
    /// let mut large = LargeTests::new(Sizes::VARIED);
    /// large.limit_to(Sizes::VARIED.after(32).with_list_doublings(2));
    /// assert_eq!(large.sizes(), Sizes::VARIED.with_list_doublings(2));
    /// ```
    pub fn limit_to(&mut self, sizes: Sizes) {
        if let Sizes::Varied { max_list_doublings, .. } = sizes {
            self.sizes = self.sizes.with_list_doublings(max_list_doublings);
        }
    }

    /// Returns the first large test from test `n` on.
    fn next_large(&self, n: u64) -> u64 {
        if self.shard.is_whole() {
            return self.sizes.next_large(n);
        }
        // Among a few hundred consecutive tests of a shard, there is a large one or none at all.
        let mut tests = n..=CALIBRATION_TESTS;
        tests.find(|n| self.sizes.is_large(self.shard.test(*n))).unwrap_or(u64::MAX)
    }

    /// Returns how many seconds a test takes if time grows with the square of the number of elements, which is the
    /// square of the size.
    fn forecast(&self, list_doublings: u32) -> f64 {
        self.last.map_or(0.0, |last| {
            let more = list_doublings.saturating_sub(last.list_doublings);
            last.time.as_secs_f64() * 16_f64.powi(more as i32)
        })
    }

    /// Returns how long a large test may take, after `tests` tests.
    fn allowed(&self, tests: u64, elapsed: Duration) -> Duration {
        let mean = elapsed / u32::try_from(tests).unwrap_or(u32::MAX).max(1);
        self.min_allowed.max(mean * ALLOWED_TESTS)
    }

    /// Runs no more tests whose lists are as large.
    fn limit(&mut self, list_doublings: u32) {
        self.sizes = self.sizes.with_list_doublings(list_doublings.saturating_sub(1));
    }
}
