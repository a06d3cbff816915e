//! Reports: the results of a run, as data. [`text`] and [`json`] render them.
//!
//! ```
//! use forall::property::forall;
//! use forall::runner::{Options, quick_check};
//!
//! let report = quick_check(&forall("x", 0..100).check(|(x, ())| *x < 50), &Options::default());
//! let found = report.counterexample().expect("half of the numbers are too large");
//! assert_eq!(found.shrunk[0].value, "50");
//! assert!(report.to_string().contains("x = 50"));
//! ```

mod tally;
mod counterexample;
mod evidence;
mod observer;
mod observed;
mod progress;
mod slowest;
pub mod json;
pub mod text;

use std::fmt;

pub use self::counterexample::{Counterexample, CrossedFailure, PassStats, Reruns, Shrinking};
pub use self::evidence::SeenOnce;
pub use self::observed::Observed;
pub use self::observer::{CorpusStore, FailureEvent, RunObserver};
pub use self::progress::{Progress, Reached};
pub use self::slowest::Slowest;
pub use self::tally::Tally;
use crate::data::CowStr;
pub use crate::data::{Binding, Failure, Origin, Verdict};
use crate::language::{NodeInfo, Nodes, nodes};
use crate::source::Sizes;

/// How a run ended.
///
/// ```
/// use forall::property::forall;
/// use forall::report::Outcome;
/// use forall::runner::{Options, quick_check};
///
/// let never = forall("x", 0..10).implies("x > 10", |(x, ())| *x > 10).check(|_| true);
/// let report = quick_check(&never, &Options::default());
/// assert_eq!(report.outcome, Outcome::Vacuous);
/// assert!(!report.outcome.is_failure() && !report.passed());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// No test failed.
    Passed,
    /// Every possible input was tested and none failed, which proves the property.
    Proved,
    /// A test failed.
    Falsified(Box<Counterexample>),
    /// Too many tests were discarded before enough had passed.
    GaveUp,
    /// No test passed or failed, so the run neither supports nor refutes the property.
    Vacuous,
    /// No test failed, but a [`cover`](crate::language::ObservationKind::Cover) requirement is not met: see
    /// [`Report::observed`].
    InsufficientCoverage,
}

/// The results of a run.
///
/// A runner creates a report at the end of a run:
///
/// ```
/// use forall::property::forall;
/// use forall::report::{Outcome, Progress, Report, Tally};
///
/// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let tally = Tally { passed: 20, ..Tally::default() };
/// let report = Report::new(&property, 42, tally, Outcome::Passed)
///     .with_observed(Vec::new())
///     .with_guidance(|names| names.push("probes"), Progress::default());
/// assert!(report.passed() && report.counterexample().is_none());
/// assert_eq!(report.guided_by, ["probes"]);
/// assert!(report.to_string().starts_with("passed: 20 tests\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    /// How the run ended.
    pub outcome: Outcome,
    /// The numbers of tests by verdict.
    pub tally: Tally,
    /// The number of tests that passed and whose inputs were drawn independently: by their number alone, not by
    /// what earlier tests did.
    pub independent_tests: u64,
    /// The seed of the run.
    pub seed: u64,
    /// The sizes of its last tests. They are limited if large tests took too long, so reports can be equal if these are
    /// not.
    pub sizes: Sizes,
    /// The nodes of the property, in order.
    pub nodes: Vec<NodeInfo>,
    /// The statistics of the observations, over the tests that passed.
    pub observed: Vec<Observed>,
    /// The number, from 1, of the first example that a premise discards.
    pub discarded_example: Option<usize>,
    /// Failures with other origins, if the runner continued after the first failure.
    pub other_failures: Vec<Counterexample>,
    /// Further remarks of the runner.
    pub hints: Vec<CowStr>,
    /// The names of the feedback that guided the run.
    pub guided_by: Vec<&'static str>,
    /// The final progress of a guided run.
    pub progress: Option<Progress>,
    /// The slowest inputs of a run that searches for them.
    pub slowest: Option<Slowest>,
}

impl Outcome {
    /// Returns whether the property was falsified.
    pub fn is_failure(&self) -> bool {
        matches!(self, Outcome::Falsified(_))
    }
}

impl From<Counterexample> for Outcome {
    fn from(counterexample: Counterexample) -> Outcome {
        Outcome::Falsified(Box::new(counterexample))
    }
}

impl PartialEq for Report {
    fn eq(&self, other: &Report) -> bool {
        let Report {
            outcome,
            tally,
            independent_tests,
            seed,
            sizes: _,
            nodes,
            observed,
            discarded_example,
            other_failures,
            hints,
            guided_by,
            progress,
            slowest,
        } = self;
        (outcome, tally) == (&other.outcome, &other.tally)
            && (independent_tests, seed) == (&other.independent_tests, &other.seed)
            && (nodes, observed) == (&other.nodes, &other.observed)
            && (discarded_example, other_failures)
                == (&other.discarded_example, &other.other_failures)
            && (hints, guided_by) == (&other.hints, &other.guided_by)
            && (progress, slowest) == (&other.progress, &other.slowest)
    }
}

impl Report {
    /// Creates the report of a run of `property`.
    pub fn new<P: Nodes>(property: &P, seed: u64, tally: Tally, outcome: Outcome) -> Report {
        let nodes = nodes(property).into_iter().cloned().collect();
        Report {
            outcome,
            tally,
            independent_tests: 0,
            seed,
            sizes: Sizes::default(),
            nodes,
            discarded_example: None,
            observed: Vec::new(),
            other_failures: Vec::new(),
            hints: Vec::new(),
            guided_by: Vec::new(),
            progress: None,
            slowest: None,
        }
    }

    /// Returns this report of a run whose last tests had these sizes.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::report::{Outcome, Report, Tally};
    /// use forall::source::Sizes;
    ///
    /// let property = forall("x", 0..9).check(|_| true);
    /// let report = Report::new(&property, 1, Tally::default(), Outcome::Vacuous);
    /// assert_eq!(report.with_sizes(Sizes::Fixed(3)).sizes, Sizes::Fixed(3));
    /// ```
    #[must_use]
    pub fn with_sizes(self, sizes: Sizes) -> Report {
        Report { sizes, ..self }
    }

    /// Sets the number of tests that passed and whose inputs were drawn independently.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::report::{Outcome, Report, Tally};
    ///
    /// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
    /// let tally = Tally { passed: 20, ..Tally::default() };
    /// let report = Report::new(&property, 42, tally, Outcome::Passed).with_independent_tests(20);
    /// assert!(report.failure_bound(0.95).is_some_and(|bound| bound < 0.14));
    /// ```
    #[must_use]
    pub fn with_independent_tests(self, independent_tests: u64) -> Report {
        Report { independent_tests, ..self }
    }

    /// Adds the feedback sources and the final progress of a guided run.
    #[must_use]
    pub fn with_guidance(
        mut self,
        names: impl FnOnce(&mut Vec<&'static str>),
        progress: Progress,
    ) -> Report {
        names(&mut self.guided_by);
        self.hints.push(format!("guided by {}", self.guided_by.join(", ")).into());
        self.hints.push(progress.to_string().into());
        self.progress = Some(progress);
        self
    }

    /// Adds the slowest inputs that the run found.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::report::Slowest;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 9), &Options::default());
    /// let slowest = Slowest { steps: 1, test: 0, inputs: Vec::new() };
    /// assert!(report.with_slowest(Some(slowest)).to_string().contains("the slowest inputs take 1 step"));
    /// ```
    #[must_use]
    pub fn with_slowest(mut self, slowest: Option<Slowest>) -> Report {
        self.hints.extend(slowest.iter().map(|slowest| slowest.to_string().into()));
        Report { slowest, ..self }
    }

    /// Sets the statistics of the observations.
    #[must_use]
    pub fn with_observed(self, observed: Vec<Observed>) -> Report {
        Report { observed, ..self }
    }

    /// Returns whether the outcome is [`Outcome::Passed`] or [`Outcome::Proved`].
    pub fn passed(&self) -> bool {
        matches!(self.outcome, Outcome::Passed | Outcome::Proved)
    }

    /// Returns the counterexample, if one was found.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.outcome {
            Outcome::Falsified(counterexample) => Some(counterexample),
            _ => None,
        }
    }

    /// Returns mutable access to the counterexample, if one was found.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let mut report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 5), &Options::default());
    /// let found = report.counterexample_mut().expect("some numbers are too large");
    /// found.explained = found.shrunk.clone();
    /// assert_eq!(report.counterexample().unwrap().explained[0].value, "5");
    /// ```
    pub fn counterexample_mut(&mut self) -> Option<&mut Counterexample> {
        match &mut self.outcome {
            Outcome::Falsified(counterexample) => Some(counterexample),
            _ => None,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text::render(self, &text::ReportContext::default(), text::Style::Plain))
    }
}
