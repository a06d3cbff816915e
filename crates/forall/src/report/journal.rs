//! Journals: what is told while a run goes on, before there is a report.

use std::fmt::Debug;

use super::{Binding, Failure};
use crate::source::Choices;

/// Hears of a failure as soon as there is one, and of every simpler one that shrinking finds; and of
/// inputs that guided runs want to begin with the next time.
///
/// A report comes at the end of a run, and a run may not live to see it. What must not be lost, such
/// as what a database keeps, is told here.
pub trait Journal: Debug + Send + Sync {
    /// These inputs fail.
    fn note(&self, failing: &Failing<'_>);

    /// Inputs of these choices did something that is worth beginning with the next time.
    fn keep(&self, choices: &Choices) {
        let _ = choices;
    }

    /// The next of the inputs that earlier runs kept, if there is one more. Who takes it runs it, and
    /// keeps it again if that is still worth it; else it may be forgotten.
    fn recall(&self) -> Option<Choices> {
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
