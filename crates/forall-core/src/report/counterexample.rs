//! Counterexamples: inputs that fail, and how they were made simple.

use crate::data::Text;
use crate::data::{Binding, Failure};
use crate::source::{ChoiceSequence, Provenance};

/// Inputs that fail.
///
/// ```
/// use forall::property::property;
/// use forall::report::{Binding, Counterexample};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&property! { forall x: u32; check *x < 1_000 }, &Options::default());
/// let found: &Counterexample = report.counterexample().expect("many are greater");
/// assert_eq!(found.shrunk, [Binding { name: "x".into(), value: "1000".into() }]);
/// assert!(found.test_number().is_some(), "a test found it, and no example");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counterexample {
    /// Where the inputs come from.
    pub provenance: Provenance,
    /// The number of the test that failed, from 0, or of the example, from 1.
    pub number: u64,
    /// The size of the values in that test.
    pub size: u32,
    /// The inputs as they were found; none where a domain panicked.
    pub original: Vec<Binding>,
    /// The simplest inputs that fail in the same way.
    pub shrunk: Vec<Binding>,
    /// The choices of which these are made. Where a domain made them of a value and cannot tell, those of
    /// the inputs before that.
    pub choices: Option<ChoiceSequence>,
    /// They again, with `_` in place of what does not matter: all other values that were tried there
    /// fail too. None if all of it matters.
    pub explained: Vec<Binding>,
    /// How they were found.
    pub shrinking: Shrinking,
}

/// How shrinking went.
///
/// ```
/// use forall::property::property;
/// use forall::report::{PassStats, Origin, Shrinking};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&property! { forall x: u32; check *x < 1_000 }, &Options::default());
/// let Shrinking { failure, tried, passes, .. } = &report.counterexample().unwrap().shrinking;
/// assert_eq!(failure.origin, Origin::PredicateFalse);
/// assert_eq!(passes.iter().map(|PassStats { tried, .. }| tried).sum::<u64>(), *tried);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shrinking {
    /// How the shrunk inputs fail.
    pub failure: Failure,
    /// Do they fail every time? If not, they are not shrunk any further.
    pub repeats: Reruns,
    /// How many simpler inputs were tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
    /// Did it end before nothing simpler could be found, for want of time or tries?
    pub stopped: bool,
    /// The same by pass, where there are passes.
    pub passes: Vec<PassStats>,
}

/// What came of running the same inputs again.
///
/// ```
/// use forall::report::Reruns;
///
/// assert!(Reruns { times: 10, failed: 7, diverged: None }.flaky());
/// assert!(!Reruns { times: 10, failed: 10, diverged: None }.flaky());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reruns {
    /// How often they were run again.
    pub times: u64,
    /// How often they failed in the same way.
    pub failed: u64,
    /// The variable that was drawn differently, although its source was the same.
    pub diverged: Option<Text>,
}

/// What one pass of a shrinker did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassStats {
    /// What the pass is called.
    pub pass: &'static str,
    /// How many simpler inputs it tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
}

impl Counterexample {
    /// Returns the number of the test that failed, if it was a test of this run.
    pub fn test_number(&self) -> Option<u64> {
        match self.provenance {
            Provenance::Fresh | Provenance::Mutated | Provenance::Corpus => Some(self.number),
            Provenance::Regression | Provenance::Example => None,
        }
    }
}

impl Reruns {
    /// Did they once not fail?
    pub fn flaky(&self) -> bool {
        self.failed < self.times
    }
}
