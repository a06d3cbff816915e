//! Limits on growth: how large mutants may become.

/// Limits the size of mutants by evidence.
///
/// Longer inputs are often new, because a loop runs twice as often as before, and mutants of mutants would grow
/// without end. So a mutant may be eight times as large as the mean of the fresh inputs of usual size, or have a size of
/// 1,024. The largest fresh input is no measure: that of a recursive type may be a hundred times as large as the mean.
/// The limit doubles when a run has found nothing new for as many tests as it took to get there (compare
/// `-len_control` of libFuzzer), but at most twice: without an end, a long run would still become slower and slower.
///
/// ```
/// use forall::part::GrowthLimit;
///
/// let mut growth = GrowthLimit::default();
/// growth.add_fresh(300);
/// growth.add_fresh(500); // The mean is 400.
/// growth.postpone(600); // Test 600 was new.
/// assert_eq!(growth.at(1_199), 3_200);
/// assert_eq!(growth.at(1_200), 6_400, "600 tests found nothing new");
/// assert_eq!(growth.at(2_400), 12_800);
/// assert_eq!(growth.at(1_000_000), 12_800, "it has doubled twice");
/// ```
#[derive(Clone, Debug)]
pub struct GrowthLimit {
    /// The number of fresh inputs.
    fresh_inputs: u64,
    /// The sum of their sizes.
    fresh_size: u64,
    /// The number of times that the limit was doubled.
    doublings: u32,
    /// The test that doubles the limit.
    next: u64,
}

/// Mutants may have this size even if all fresh inputs are smaller.
const MIN_LIMIT: u64 = 1_024;

/// A mutant may be this many times as large as the mean fresh input.
const MEAN_FACTOR: u64 = 8;

/// The limit does not double before this test.
const MIN_TESTS: u64 = 1_000;

/// The greatest number of doublings.
const MAX_DOUBLINGS: u32 = 2;

impl Default for GrowthLimit {
    fn default() -> GrowthLimit {
        GrowthLimit { fresh_inputs: 0, fresh_size: 0, doublings: 0, next: MIN_TESTS }
    }
}

impl GrowthLimit {
    /// Adds the size of a fresh input to the mean.
    pub fn add_fresh(&mut self, size: u64) {
        self.fresh_inputs += 1;
        self.fresh_size = self.fresh_size.saturating_add(size);
    }

    /// Postpones growth, because test `n` found something new.
    pub fn postpone(&mut self, n: u64) {
        self.next = self.next.max(n.saturating_mul(2));
    }

    /// Returns the size up to which test `n` may grow.
    pub fn at(&mut self, n: u64) -> u64 {
        if n >= self.next {
            self.next = n.saturating_mul(2);
            self.doublings = MAX_DOUBLINGS.min(self.doublings + 1);
        }
        let mean = self.fresh_size / self.fresh_inputs.max(1);
        MIN_LIMIT.max(mean.saturating_mul(MEAN_FACTOR)).saturating_mul(1 << self.doublings)
    }
}
