//! Statistics of observations.

use crate::data::CowStr;
use crate::language::ObservationKind;

/// The statistics of one observation over the tests of a run.
///
/// ```
/// use forall::property::ObservationKind;
/// use forall::report::Observed;
///
/// let kind = ObservationKind::Cover(50.0);
/// let heads = Observed { name: "heads".into(), kind, tests: 10_000, held: 120, values: Vec::new() };
/// assert_eq!(heads.share(), 0.012);
/// assert!(heads.is_too_rare() && !heads.is_frequent());
/// assert!(Observed { held: 4_990, ..heads }.is_frequent());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// The name of the observation.
    pub name: CowStr,
    /// The kind of the observation.
    pub kind: ObservationKind,
    /// The number of tests observed.
    pub tests: u64,
    /// The number of tests in which the observed condition held. 0 if the observation is not a condition.
    pub held: u64,
    /// The number of tests for each observed value, the most frequent value first.
    pub values: Vec<(String, u64)>,
}

/// The half-width of the confidence interval, in standard deviations. With this width, the interval
/// misses the true share in one of 10⁹ runs.
const INTERVAL_DEVIATIONS: f64 = 6.109_410;

/// The part of the demanded share that suffices, as in QuickCheck's `stdConfidence`.
const SHARE_TOLERANCE: f64 = 0.9;

/// A confidence interval for the share of tests in which a condition holds.
struct ShareInterval {
    low: f64,
    high: f64,
}

impl Observed {
    /// Returns the share of the observed tests in which the condition held, from 0 to 1.
    pub fn share(&self) -> f64 {
        self.held as f64 / self.tests.max(1) as f64
    }

    /// Returns whether the condition is almost certainly rarer than demanded.
    ///
    /// Compares the demanded share with the upper bound of the Wilson score interval, as QuickCheck does
    /// ("How to specify it", Hughes, 2019).
    pub fn is_too_rare(&self) -> bool {
        self.demanded().is_some_and(|demanded| self.interval().high < demanded)
    }

    /// Returns whether the condition is almost certainly at least 0.9 times as frequent as demanded.
    pub fn is_frequent(&self) -> bool {
        self.demanded().is_some_and(|demanded| self.interval().low >= SHARE_TOLERANCE * demanded)
    }

    /// Returns the demanded share, from 0 to 1, if the observation demands one.
    fn demanded(&self) -> Option<f64> {
        match self.kind {
            ObservationKind::Cover(percent) => Some(percent / 100.0),
            _ => None,
        }
    }

    /// Returns the Wilson score interval for the share in arbitrarily many tests.
    fn interval(&self) -> ShareInterval {
        let n = self.tests.max(1) as f64;
        let p = self.share();
        let z = INTERVAL_DEVIATIONS;
        let z2 = z * z;
        let center = p + z2 / (2.0 * n);
        let spread = z * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let scale = 1.0 + z2 / n;
        ShareInterval { low: (center - spread) / scale, high: (center + spread) / scale }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(held: u64, tests: u64, percent: f64) -> Observed {
        let kind = ObservationKind::Cover(percent);
        Observed { name: CowStr::Borrowed(""), kind, tests, held, values: Vec::new() }
    }

    #[test]
    fn verdicts_need_evidence() {
        let none = observed(0, 100, 10.0);
        assert!(!none.is_too_rare() && !none.is_frequent(), "100 tests are too few to decide");
        assert!(observed(0, 400, 10.0).is_too_rare());
        assert!(!observed(95, 1_000, 10.0).is_too_rare());
        assert!(
            !observed(910, 10_000, 10.0).is_frequent(),
            "the true share may still be below 9 %"
        );
        assert!(observed(10_000, 100_000, 10.0).is_frequent());
        assert!(observed(800, 10_000, 10.0).is_too_rare());
    }

    #[test]
    fn observations_without_a_demand_are_never_too_rare() {
        let classified =
            Observed { kind: ObservationKind::Classify, ..observed(0, 1_000_000, 0.0) };
        assert!(!classified.is_too_rare() && !classified.is_frequent());
    }
}
