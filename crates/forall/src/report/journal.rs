//! Journals: what is told of a run before there is a report.

use std::fmt::Debug;
use std::sync::Arc;
use std::time::Duration;

use super::{Binding, Failure, Tally};
use crate::source::Choices;

/// Hears of a failure as soon as there is one, and of every simpler one that shrinking finds; and of
/// inputs that guided runs want to begin with the next time.
///
/// A report comes at the end of a run, and a run may not live to see it. What must not be lost, such
/// as what a database keeps, is told here.
pub trait Journal: Debug + Send + Sync {
    /// These inputs fail.
    fn note(&self, failing: &Failing<'_>);

    /// So far it has come, in this time. Told about once in a millisecond by who looks at the
    /// clock that often.
    fn progress(&self, _tally: &Tally, _elapsed: Duration) {}

    /// Inputs of these choices did something that is worth beginning with the next time.
    fn keep(&self, _choices: &Choices) {}

    /// The next of the inputs that earlier runs kept, if there is one more. Who takes it runs it, and
    /// keeps it again if that is still worth it; else it may be forgotten.
    fn earlier(&self) -> Option<Choices> {
        None
    }
}

/// Inputs that fail.
#[derive(Clone, Debug)]
pub struct Failing<'f> {
    /// What found them: a pass of a shrinker, or nothing if they are the first.
    pub pass: Option<&'static str>,
    /// The choices of which they are made, if these are known.
    pub choices: Option<Choices>,
    /// What they are, in words.
    pub inputs: Vec<Binding>,
    /// How they fail.
    pub failure: &'f Failure,
}

/// Two that hear the same.
impl<A: Journal, B: Journal> Journal for (A, B) {
    fn note(&self, failing: &Failing<'_>) {
        self.0.note(failing);
        self.1.note(failing);
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.0.progress(tally, elapsed);
        self.1.progress(tally, elapsed);
    }

    fn keep(&self, choices: &Choices) {
        self.0.keep(choices);
        self.1.keep(choices);
    }

    fn earlier(&self) -> Option<Choices> {
        self.0.earlier().or_else(|| self.1.earlier())
    }
}

impl<J: Journal> Journal for Arc<J> {
    fn note(&self, failing: &Failing<'_>) {
        (**self).note(failing);
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        (**self).progress(tally, elapsed);
    }

    fn keep(&self, choices: &Choices) {
        (**self).keep(choices);
    }

    fn earlier(&self) -> Option<Choices> {
        (**self).earlier()
    }
}

/// One that may not be there.
impl<J: Journal> Journal for Option<J> {
    fn note(&self, failing: &Failing<'_>) {
        self.iter().for_each(|journal| journal.note(failing));
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.iter().for_each(|journal| journal.progress(tally, elapsed));
    }

    fn keep(&self, choices: &Choices) {
        self.iter().for_each(|journal| journal.keep(choices));
    }

    fn earlier(&self) -> Option<Choices> {
        self.as_ref()?.earlier()
    }
}
