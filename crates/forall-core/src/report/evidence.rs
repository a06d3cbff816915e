//! What a run without a failure is evidence for.

use super::{Outcome, Report};

/// How many tests of a guided run reached some code alone.
///
/// By Good and Turing, the share of tests that were the only ones to reach something estimates the chance that
/// the next test reaches something new.
///
/// ```
/// use forall::report::SeenOnce;
///
/// let seen = SeenOnce { count: 4, tests: 1_000 };
/// assert_eq!(seen.chance_of_new_code(), 0.004);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenOnce {
    /// The number of tests that reached an edge or a probe that no other test reached.
    pub count: u64,
    /// The number of tests.
    pub tests: u64,
}

impl SeenOnce {
    /// Returns the estimated chance that the next test reaches an edge or a probe that no test has reached.
    pub fn chance_of_new_code(self) -> f64 {
        (self.count as f64 / self.tests.max(1) as f64).min(1.0)
    }
}

impl Report {
    /// Returns a share of inputs: with the given confidence, the property fails for less than this share of the
    /// inputs that such a run generates. Returns `None` unless independent tests passed and none failed.
    ///
    /// If the share were `p`, all of `n` independent tests would pass with a probability of at most (1 − p)ⁿ. The
    /// result is the `p` for which this is 1 − `confidence`.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::runner::{Options, fuzz, quick_check};
    ///
    /// let small = forall("x", 0..1_000_000).check(|(x, ())| *x < 1_000_000);
    /// let bound = quick_check(&small, &Options::default()).failure_bound(0.95).unwrap();
    /// assert!((0.002_99..0.003).contains(&bound), "fewer than 0.3 % of the inputs fail");
    /// assert_eq!(fuzz(&small, &Options::default()).failure_bound(0.95), None);
    /// ```
    pub fn failure_bound(&self, confidence: f64) -> Option<f64> {
        if self.outcome != Outcome::Passed || self.independent_tests == 0 {
            return None;
        }
        // 1 − x¹ᐟⁿ, without the loss of digits in a difference of two numbers that are almost equal.
        Some(-((1.0 - confidence).ln() / self.independent_tests as f64).exp_m1())
    }
}
