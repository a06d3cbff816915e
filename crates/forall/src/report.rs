//! Reports: what a run found, as data. Renderings are in [`text`].

pub mod text;

use std::fmt::{self, Debug};

use crate::property::{Note, Outline, Place, Text, outline};

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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// The number of the test that found it.
    pub test: u64,
    /// The size of its values.
    pub size: u32,
    /// The inputs as they were found; none where a domain panicked.
    pub original: Vec<Binding>,
    /// The simplest inputs that fail in the same way.
    pub shrunk: Vec<Binding>,
    /// How one came from the other.
    pub shrinking: Shrinking,
}

/// How shrinking went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shrinking {
    /// How the shrunk inputs fail.
    pub failure: Failure,
    /// Did the original inputs fail again when they were run again? If not, they were not shrunk.
    pub reproduced: bool,
    /// How many simpler inputs were tried.
    pub tried: u64,
    /// How many of them failed in the same way.
    pub accepted: u64,
    /// The same by pass, where there are passes.
    pub efforts: Vec<Effort>,
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
    /// A test failed.
    Falsified(Box<Counterexample>),
    /// Too many tests were turned away before enough had passed.
    GaveUp,
    /// No test passed or failed: the run says nothing about the property.
    Vacuous,
}

/// What a run found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// How it ended.
    pub outcome: Outcome,
    /// What it took.
    pub tally: Tally,
    /// The seed of the run.
    pub seed: u64,
    /// What the property says, node by node.
    pub notes: Vec<Note>,
    /// What a guided run went by.
    pub sources: Vec<&'static str>,
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

impl From<Counterexample> for Outcome {
    fn from(counterexample: Counterexample) -> Outcome {
        Outcome::Falsified(Box::new(counterexample))
    }
}

impl Report {
    /// The report of a run of `property`.
    pub fn new<P: Outline>(property: &P, seed: u64, tally: Tally, outcome: Outcome) -> Report {
        let notes = outline(property).into_iter().cloned().collect();
        Report { outcome, tally, seed, notes, sources: Vec::new() }
    }

    /// The same, of a run that went by what is appended.
    #[must_use]
    pub fn guided_by(mut self, sources: impl FnOnce(&mut Vec<&'static str>)) -> Report {
        sources(&mut self.sources);
        self
    }

    /// Did the property stand the test? Only [`Outcome::Passed`] says so.
    pub fn passed(&self) -> bool {
        self.outcome == Outcome::Passed
    }

    /// The counterexample, if one was found.
    pub fn counterexample(&self) -> Option<&Counterexample> {
        match &self.outcome {
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
