//! Reports: what a run found, as data. Renderings are in [`text`] and [`json`].
//!
//! ```
//! use forall::property::forall;
//! use forall::runner::{Options, quick_check};
//!
//! let report = quick_check(&forall("x", 0..100).check(|(x, ())| *x < 50), &Options::default());
//! let found = report.counterexample().expect("half of them are greater");
//! assert_eq!(found.shrunk[0].value, "50");
//! assert!(report.to_string().contains("x = 50"));
//! ```

mod tally;
mod counterexample;
mod observer;
mod observed;
mod progress;
pub mod json;
pub mod text;

use std::fmt;

pub use self::counterexample::{Counterexample, PassStats, Reruns, Shrinking};
pub use self::observed::Observed;
pub use self::observer::{CorpusStore, FailureEvent, RunObserver};
pub use self::progress::{Progress, Reached};
pub use self::tally::Tally;
use crate::data::Text;
pub use crate::data::{Binding, Failure, Origin, Verdict};
use crate::language::{Nodes, Note, nodes};

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
/// assert!(!report.outcome.is_failure() && !report.passed(), "it says nothing");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// No test failed.
    Passed,
    /// Every case there is was tried, and none failed: this is a proof.
    Proved,
    /// A test failed.
    Falsified(Box<Counterexample>),
    /// Too many tests were discarded before enough had passed.
    GaveUp,
    /// No test passed or failed: the run says nothing about the property.
    Vacuous,
    /// No test failed, but something that should come up in a share of them is rarer for certain: see
    /// what was [observed](Report::observed).
    InsufficientCoverage,
}

/// What a run found.
///
/// This is what a runner of yours makes at its end:
///
/// ```
/// use forall::property::forall;
/// use forall::report::{Outcome, Progress, Report, Tally};
///
/// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let tally = Tally { passed: 20, ..Tally::default() };
/// let report = Report::new(&property, 42, tally, Outcome::Passed)
///     .with_observed(Vec::new())
///     .guided_by(|names| names.push("probes"), Progress::default());
/// assert!(report.passed() && report.counterexample().is_none());
/// assert_eq!(report.sources, ["probes"]);
/// assert!(report.to_string().starts_with("passed: 20 tests\n"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What it took.
    pub tally: Tally,
    /// The seed of the run.
    pub seed: u64,
    /// What the property says, node by node.
    pub notes: Vec<Note>,
    /// What was observed in the tests that passed.
    pub observed: Vec<Observed>,
    /// The first example that tests nothing, because a premise turns it away, by its number from 1 on.
    pub discarded_example: Option<usize>,
    /// Failures of other origins, where the runner went on after the first.
    pub other_failures: Vec<Counterexample>,
    /// What the runner has to say besides.
    pub hints: Vec<Text>,
    /// What a guided run went by.
    pub sources: Vec<&'static str>,
    /// How far a guided run came.
    pub progress: Option<Progress>,
}

impl Outcome {
    /// Was the property falsified?
    pub fn is_failure(&self) -> bool {
        matches!(self, Outcome::Falsified(_))
    }
}

impl From<Counterexample> for Outcome {
    fn from(counterexample: Counterexample) -> Outcome {
        Outcome::Falsified(Box::new(counterexample))
    }
}

impl Report {
    /// Creates the report of a run of `property`.
    pub fn new<P: Nodes>(property: &P, seed: u64, tally: Tally, outcome: Outcome) -> Report {
        let notes = nodes(property).into_iter().cloned().collect();
        Report {
            outcome,
            tally,
            seed,
            notes,
            discarded_example: None,
            observed: Vec::new(),
            other_failures: Vec::new(),
            hints: Vec::new(),
            sources: Vec::new(),
            progress: None,
        }
    }

    /// Adds the feedback sources and the final progress of a guided run.
    #[must_use]
    pub fn guided_by(
        mut self,
        sources: impl FnOnce(&mut Vec<&'static str>),
        progress: Progress,
    ) -> Report {
        sources(&mut self.sources);
        self.hints.push(format!("guided by {}", self.sources.join(", ")).into());
        self.hints.push(progress.to_string().into());
        self.progress = Some(progress);
        self
    }

    /// Adds the observations.
    #[must_use]
    pub fn with_observed(self, observed: Vec<Observed>) -> Report {
        Report { observed, ..self }
    }

    /// Did the property stand the test? Only [`Outcome::Passed`] and [`Outcome::Proved`] say so.
    pub fn passed(&self) -> bool {
        matches!(self.outcome, Outcome::Passed | Outcome::Proved)
    }

    /// The counterexample, if one was found.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.outcome {
            Outcome::Falsified(counterexample) => Some(counterexample),
            _ => None,
        }
    }
}

impl Report {
    /// The same, to add to it.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let mut report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 5), &Options::default());
    /// let found = report.counterexample_mut().expect("some are greater");
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
        f.write_str(&text::render(self, &text::Title::default(), text::Style::Plain))
    }
}
