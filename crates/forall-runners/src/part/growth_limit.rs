//! Limits on growth: how large mutants may become.

/// Limits the size of mutants by evidence.
///
/// Longer inputs are often new, because a loop runs twice as often as before, and mutants of mutants would grow
/// without end. So a mutant may be as large as the largest fresh input so far, or have a size of 1,024. The limit
/// doubles whenever a run has found nothing new for as many tests as it took to get there (compare `-len_control`
/// of libFuzzer).
///
/// ```
/// use forall::part::GrowthLimit;
///
/// let mut growth = GrowthLimit::default();
/// growth.allow(3_000); // A fresh input of this size.
/// growth.postpone(600); // Test 600 was new.
/// assert_eq!(growth.at(1_199), 3_000);
/// assert_eq!(growth.at(1_200), 6_000, "600 tests found nothing new");
/// assert_eq!(growth.at(2_400), 12_000);
/// ```
#[derive(Clone, Debug)]
pub struct GrowthLimit {
    /// The size of the largest fresh input.
    fresh: u64,
    /// The number of times that the limit was doubled.
    doublings: u32,
    /// The test that doubles the limit.
    next: u64,
}

/// Mutants may have this size even if all fresh inputs are smaller.
const MIN_LIMIT: u64 = 1_024;

/// The limit does not double before this test.
const MIN_TESTS: u64 = 1_000;

/// The greatest number of doublings.
const MAX_DOUBLINGS: u32 = 16;

impl Default for GrowthLimit {
    fn default() -> GrowthLimit {
        GrowthLimit { fresh: MIN_LIMIT, doublings: 0, next: MIN_TESTS }
    }
}

impl GrowthLimit {
    /// Allows inputs of this size, because a fresh input has it.
    pub fn allow(&mut self, size: u64) {
        self.fresh = self.fresh.max(size);
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
        self.fresh.saturating_mul(1 << self.doublings)
    }
}
