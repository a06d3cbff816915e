//! Journals: what is told of a failure before there is a report.

use std::fmt::Debug;

use super::{Binding, Failure};
use crate::source::Choices;

/// Hears of a failure as soon as there is one, and of every simpler one that shrinking finds.
///
/// A report comes at the end of a run, and a run may not live to see it. What must not be lost, such
/// as what a database keeps, is told here.
pub trait Journal: Debug + Send + Sync {
    /// These inputs fail.
    fn note(&self, failing: &Failing<'_>);
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
