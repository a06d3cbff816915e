//! What was observed, in figures.

use crate::data::Text;
use crate::language::ObservationKind;

/// What a run saw of one thing that somebody wanted to know.
///
/// ```
/// use forall::property::ObservationKind;
/// use forall::report::Observed;
///
/// let way = ObservationKind::Cover(50.0);
/// let heads = Observed { name: "heads".into(), way, tests: 10_000, held: 120, values: Vec::new() };
/// assert_eq!(heads.share(), 0.012);
/// assert!(heads.is_too_rare() && !heads.is_frequent());
/// assert!(Observed { held: 4_990, ..heads }.is_frequent());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// What it is called.
    pub name: Text,
    /// What to make of it.
    pub way: ObservationKind,
    /// How many tests were looked at.
    pub tests: u64,
    /// In how many of them it holds, where it holds or does not.
    pub held: u64,
    /// How often each value was seen, the most frequent first.
    pub values: Vec<(String, u64)>,
}

/// How sure one must be that a share is not what was demanded: wrong once in 10⁹ runs. So many standard
/// deviations are that, on both sides.
const DEVIATIONS: f64 = 6.109_410;

/// What share of what is demanded will do.
const TOLERANCE: f64 = 0.9;

impl Observed {
    /// The share of tests in which it holds.
    pub fn share(&self) -> f64 {
        self.held as f64 / self.tests.max(1) as f64
    }

    /// Is it certain that it is rarer than was demanded?
    ///
    /// By the bounds of Wilson, as QuickCheck does ("How to specify it", Hughes, 2019).
    pub fn is_too_rare(&self) -> bool {
        self.demanded().is_some_and(|demanded| self.bounds().1 < demanded)
    }

    /// Is it certain that it is about as frequent as was demanded?
    pub fn is_frequent(&self) -> bool {
        self.demanded().is_some_and(|demanded| self.bounds().0 >= TOLERANCE * demanded)
    }

    fn demanded(&self) -> Option<f64> {
        match self.way {
            ObservationKind::Cover(percent) => Some(percent / 100.0),
            _ => None,
        }
    }

    /// Between what the share in all tests there could be is, almost for certain.
    fn bounds(&self) -> (f64, f64) {
        let (n, p) = (self.tests.max(1) as f64, self.share());
        let z2 = DEVIATIONS * DEVIATIONS;
        let middle = p + z2 / (2.0 * n);
        let spread = DEVIATIONS * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        let whole = 1.0 + z2 / n;
        ((middle - spread) / whole, (middle + spread) / whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed(held: u64, tests: u64, percent: f64) -> Observed {
        let (name, values) = (Text::Borrowed(""), Vec::new());
        Observed { name, way: ObservationKind::Cover(percent), tests, held, values }
    }

    #[test]
    fn verdicts_need_evidence() {
        let none = observed(0, 100, 10.0);
        assert!(!none.is_too_rare() && !none.is_frequent(), "a hundred tests are too few");
        assert!(observed(0, 400, 10.0).is_too_rare());
        assert!(!observed(95, 1_000, 10.0).is_too_rare());
        assert!(!observed(910, 10_000, 10.0).is_frequent(), "it may still be a little less");
        assert!(observed(10_000, 100_000, 10.0).is_frequent());
        assert!(observed(800, 10_000, 10.0).is_too_rare());
    }

    #[test]
    fn what_demands_nothing_is_never_too_rare() {
        let classified = Observed { way: ObservationKind::Classify, ..observed(0, 1_000_000, 0.0) };
        assert!(!classified.is_too_rare() && !classified.is_frequent());
    }
}
