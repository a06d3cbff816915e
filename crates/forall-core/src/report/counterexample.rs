//! Counterexamples: failing inputs, and how they were shrunk.

use crate::data::CowStr;
use crate::data::{Binding, Failure};
use crate::source::{ChoiceSequence, Provenance};

/// Inputs for which the property fails.
///
/// ```
/// use forall::property::property;
/// use forall::report::{Binding, Counterexample};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&property! { forall x: u32; check *x < 1_000 }, &Options::default());
/// let found: &Counterexample = report.counterexample().expect("many numbers are too large");
/// assert_eq!(found.shrunk, [Binding { name: "x".into(), value: "1000".into() }]);
/// assert!(found.test_number().is_some(), "found by a test, not by an example");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counterexample {
    /// Where the inputs come from.
    pub provenance: Provenance,
    /// The number of the test that failed, from 0, or of the example, from 1.
    pub number: u64,
    /// The size of the values in that test.
    pub size: u32,
    /// The inputs before shrinking. Empty if a domain panicked.
    pub original: Vec<Binding>,
    /// The simplest inputs found that fail in the same way.
    pub shrunk: Vec<Binding>,
    /// The choices that generate the shrunk inputs. If a domain shrank a value and cannot compute its
    /// choices, those of the last inputs before that.
    pub choices: Option<ChoiceSequence>,
    /// The shrunk inputs, with `_` for the parts that do not matter: every replacement tried there also
    /// failed. Empty if every part matters.
    pub explained: Vec<Binding>,
    /// How the inputs were shrunk.
    pub shrinking: Shrinking,
    /// The first failure, if shrinking moved to another assertion that fails for simpler inputs.
    pub crossed_from: Option<Box<CrossedFailure>>,
}

/// A failure that shrinking left for another assertion of the same test.
///
/// ```
/// use forall::property::property;
/// use forall::report::CrossedFailure;
/// use forall::runner::{Options, quick_check};
///
/// let property = property! { forall x: u16; check { assert!(*x < 1_000, "far"); assert!(*x < 10, "near") } };
/// let report = quick_check(&property, &Options::default());
/// let found = report.counterexample().expect("most numbers are large");
/// assert_eq!((&*found.shrunk[0].value, &*found.shrinking.failure.message), ("10", "near"));
/// if let Some(first) = &found.crossed_from {
///     let CrossedFailure { failure, shrunk } = &**first;
///     assert_eq!((&*failure.message, &*shrunk[0].value), ("far", "1000"));
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrossedFailure {
    /// How the inputs fail.
    pub failure: Failure,
    /// The simplest inputs found that fail there.
    pub shrunk: Vec<Binding>,
}

/// The result of shrinking.
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
    /// The result of running the failing inputs again. Flaky inputs are not shrunk any further.
    pub repeats: Reruns,
    /// The number of simpler inputs tried.
    pub tried: u64,
    /// The number of tried inputs that failed in the same way.
    pub accepted: u64,
    /// Whether shrinking reached its limit of time or tries before it found a minimum.
    pub stopped: bool,
    /// The numbers by shrink pass. Empty if the shrinker has no passes.
    pub passes: Vec<PassStats>,
    /// The panic that ended shrinking early, if the shrinker itself panicked.
    pub panicked: Option<Failure>,
}

/// The result of running the same inputs again.
///
/// ```
/// use forall::report::Reruns;
///
/// assert!(Reruns { times: 10, failed: 7, diverged: None }.flaky());
/// assert!(!Reruns { times: 10, failed: 10, diverged: None }.flaky());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reruns {
    /// The number of reruns.
    pub times: u64,
    /// The number of reruns that failed in the same way.
    pub failed: u64,
    /// The first variable whose value differed between runs with the same choices.
    pub diverged: Option<CowStr>,
}

/// The statistics of one shrink pass.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassStats {
    /// The name of the pass.
    pub pass: &'static str,
    /// The number of simpler inputs it tried.
    pub tried: u64,
    /// The number of tried inputs that failed in the same way.
    pub accepted: u64,
}

impl Counterexample {
    /// Returns the number of the test that failed, if it was a test of this run.
    pub fn test_number(&self) -> Option<u64> {
        match self.provenance {
            Provenance::Fresh
            | Provenance::Mutated
            | Provenance::Corpus
            | Provenance::Enumerated => Some(self.number),
            Provenance::Regression | Provenance::Example => None,
        }
    }
}

impl Reruns {
    /// Returns whether at least one rerun did not fail in the same way.
    pub fn flaky(&self) -> bool {
        self.failed < self.times
    }
}
