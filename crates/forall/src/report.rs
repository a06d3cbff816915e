//! Reports: what a run found, as data. Renderings are in [`text`] and [`json`].

mod found;
mod journal;
mod observed;
mod progress;
pub mod json;
pub mod text;

use std::fmt::{self, Debug};

pub use self::found::Found;
pub use self::journal::{Failing, Journal};
pub use self::observed::Observed;
pub use self::progress::{Progress, Reached};
use crate::property::{Note, Outline, Place, Text, outline};
use crate::source::Choices;

/// What one test said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The predicate held.
    Pass,
    /// The premise at this place in the property did not hold, and the predicate was not asked.
    Discard(usize),
    /// The quantifier at this place in the property could not make a value, for this reason.
    Reject(usize, &'static str),
    /// The predicate did not hold.
    Fail(Box<Failure>),
}

/// How a test failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What tells this failure from others.
    pub origin: Origin,
    /// What was said.
    pub message: String,
}

/// What tells one failure from another: a counterexample shrinks only to one of the same origin.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The predicate was false.
    #[default]
    False,
    /// The predicate returned an error.
    Error,
    /// Something panicked here.
    Panic(Place),
    /// Something panicked nobody knows where, and said this.
    PanicSomewhere(String),
    /// The process of the test did not survive it, for this reason.
    Death(String),
}

/// How many tests ended in which way, the failing one aside.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Tests that passed.
    pub passed: u64,
    /// Tests that a premise turned away.
    pub discarded: u64,
    /// Tests for which a value could not be made.
    pub rejected: u64,
    /// The last two by place in the property.
    pub by_node: Vec<u64>,
    /// The first reason for which a value could not be made, by place in the property.
    pub reasons: Vec<(usize, &'static str)>,
}

/// One input of a counterexample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// What the property calls it.
    pub name: Text,
    /// What it is, in words.
    pub value: String,
}

/// Inputs that fail.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counterexample {
    /// Where the inputs came from.
    pub found: Found,
    /// The inputs as they were found; none where a domain panicked.
    pub original: Vec<Binding>,
    /// The simplest inputs that fail in the same way.
    pub shrunk: Vec<Binding>,
    /// The choices of which these are made. Where a domain made them of a value and cannot tell, those of
    /// the inputs before that.
    pub choices: Option<Choices>,
    /// They again, with `_` in place of what does not matter: all other values that were tried there
    /// fail too. None if all of it matters.
    pub explained: Vec<Binding>,
    /// How they were found.
    pub shrinking: Shrinking,
}

/// How shrinking went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shrinking {
    /// How the shrunk inputs fail.
    pub failure: Failure,
    /// Do they fail every time? If not, they are not shrunk any further.
    pub repeats: Repeats,
    /// How many simpler inputs were tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
    /// Did it end before nothing simpler could be found, for want of time or tries?
    pub stopped: bool,
    /// The same by pass, where there are passes.
    pub efforts: Vec<Effort>,
}

/// What came of running the same inputs again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repeats {
    /// How often they were run again.
    pub times: u64,
    /// How often they failed in the same way.
    pub failed: u64,
    /// The variable that was drawn differently, although its source was the same.
    pub diverged: Option<Text>,
}

/// What one pass of a shrinker did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effort {
    /// What the pass is called.
    pub pass: &'static str,
    /// How many simpler inputs it tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
}

/// How a run ended.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// No test failed.
    Passed,
    /// Every case there is was tried, and none failed: this is a proof.
    Exhausted,
    /// A test failed.
    Falsified(Box<Counterexample>),
    /// Too many tests were turned away before enough had passed.
    GaveUp,
    /// No test passed or failed: the run says nothing about the property.
    Vacuous,
    /// No test failed, but something that should come up in a share of them is rarer for certain: see
    /// what was [observed](Report::observed).
    TooRare,
}

/// What a run found.
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
    pub idle_example: Option<usize>,
    /// Failures of other origins, where the runner went on after the first.
    pub also: Vec<Counterexample>,
    /// What the runner has to say besides.
    pub remarks: Vec<Text>,
    /// What a guided run went by.
    pub sources: Vec<&'static str>,
    /// How far a guided run came.
    pub progress: Option<Progress>,
}

impl Failure {
    /// A predicate that was false.
    #[cold]
    pub fn falsehood() -> Failure {
        Failure { origin: Origin::False, message: String::new() }
    }

    /// A predicate that returned an error.
    #[cold]
    pub fn error(error: &dyn Debug) -> Failure {
        Failure { origin: Origin::Error, message: format!("{error:?}") }
    }

    /// A panic.
    #[cold]
    pub fn panic(place: Option<Place>, message: String) -> Failure {
        let origin = match place {
            Some(place) => Origin::Panic(place),
            None => Origin::PanicSomewhere(message.clone()),
        };
        Failure { origin, message }
    }
}

impl Verdict {
    /// The failure, if it is one of the same origin as `failure`.
    pub fn alike(self, failure: &Failure) -> Option<Failure> {
        match self {
            Verdict::Fail(other) if other.origin == failure.origin => Some(*other),
            _ => None,
        }
    }

    /// The verdict of the predicate at `node`: what it discards, it discards there.
    #[inline(always)]
    pub fn of(self, node: usize) -> Verdict {
        match self {
            Verdict::Discard(_) | Verdict::Reject(..) => Verdict::Discard(node),
            verdict => verdict,
        }
    }
}

impl From<Failure> for Verdict {
    #[cold]
    fn from(failure: Failure) -> Verdict {
        Verdict::Fail(Box::new(failure))
    }
}

impl Tally {
    /// The tests run, whatever their verdict.
    #[inline]
    pub fn tests(&self) -> u64 {
        self.passed + self.discarded + self.rejected
    }

    /// Counts the tests of another run too.
    pub fn add(&mut self, other: &Tally) {
        self.passed += other.passed;
        self.discarded += other.discarded;
        self.rejected += other.rejected;
        self.by_node.resize(self.by_node.len().max(other.by_node.len()), 0);
        for (sum, count) in self.by_node.iter_mut().zip(&other.by_node) {
            *sum += count;
        }
        for (node, reason) in &other.reasons {
            if !self.reasons.iter().any(|(known, _)| known == node) {
                self.reasons.push((*node, reason));
            }
        }
    }

    /// Counts a test that the premise at `node` turned away.
    pub fn discard(&mut self, node: usize) {
        self.discarded += 1;
        self.count(node);
    }

    /// Counts a test for which the quantifier at `node` made no value, for this reason.
    pub fn reject(&mut self, node: usize, reason: &'static str) {
        self.rejected += 1;
        if !self.reasons.iter().any(|(known, _)| *known == node) {
            self.reasons.push((node, reason));
        }
        self.count(node);
    }

    fn count(&mut self, node: usize) {
        if self.by_node.len() <= node {
            self.by_node.resize(node.saturating_add(1), 0);
        }
        self.by_node[node] += 1;
    }
}

impl Counterexample {
    /// The number of the test that found it, if a test of the run did.
    pub fn number(&self) -> Option<u64> {
        match self.found {
            Found::Test { number, .. } | Found::Mutated { number } | Found::Kept { number } => {
                Some(number)
            }
            Found::Example(_) | Found::Choices => None,
        }
    }
}

impl Repeats {
    /// Did they once not fail?
    pub fn flaky(&self) -> bool {
        self.failed < self.times
    }
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
    /// The report of a run of `property`.
    pub fn new<P: Outline>(property: &P, seed: u64, tally: Tally, outcome: Outcome) -> Report {
        let notes = outline(property).into_iter().cloned().collect();
        let (observed, also, remarks) = (Vec::new(), Vec::new(), Vec::new());
        Report {
            outcome,
            tally,
            seed,
            notes,
            idle_example: None,
            observed,
            also,
            remarks,
            sources: Vec::new(),
            progress: None,
        }
    }

    /// The same, of a run that went by what is appended and came so far, and says so.
    #[must_use]
    pub fn guided_by(
        mut self,
        sources: impl FnOnce(&mut Vec<&'static str>),
        progress: Progress,
    ) -> Report {
        sources(&mut self.sources);
        self.remarks.push(format!("guided by {}", self.sources.join(", ")).into());
        self.remarks.push(progress.to_string().into());
        self.progress = Some(progress);
        self
    }

    /// The same, with what was observed.
    #[must_use]
    pub fn with_observed(self, observed: Vec<Observed>) -> Report {
        Report { observed, ..self }
    }

    /// Did the property stand the test? Only [`Outcome::Passed`] and [`Outcome::Exhausted`] say so.
    pub fn passed(&self) -> bool {
        matches!(self.outcome, Outcome::Passed | Outcome::Exhausted)
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
