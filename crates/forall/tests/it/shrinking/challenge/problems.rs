//! The problems of the shrinking challenge, for the test and for the bench.
//!
//! They come from the public collection of that name (jlink/shrinking-challenge), and most of them originally
//! from MacIver and Donaldson (2020). Only the parser is missing: its language, its printer and its bug are a
//! separate program, and only sizes of its results were published.

#[path = "problems/expressions.rs"]
pub(crate) mod expressions;
#[path = "problems/heap.rs"]
pub(crate) mod heap;
#[path = "problems/lists.rs"]
pub(crate) mod lists;
#[path = "problems/numbers.rs"]
pub(crate) mod numbers;

use forall::block::Property;
use forall::property::Erased;

/// A property that fails, and its simplest counterexamples.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The name of the problem.
    pub(crate) name: String,
    /// The property that fails.
    pub(crate) property: Erased,
    /// The simplest counterexamples, each with its inputs joined by `; `. All of them are ideal.
    pub(crate) ideal: &'static [&'static str],
    /// The mean number of calls of the best other engine.
    pub(crate) calls: f64,
}

impl Problem {
    fn new(
        name: impl Into<String>,
        property: impl Property + Send + Sync + 'static,
        ideal: &'static [&'static str],
        calls: f64,
    ) -> Problem {
        Problem { name: name.into(), property: Erased::new(property), ideal, calls }
    }
}

/// Returns all problems.
pub(crate) fn all() -> Vec<Problem> {
    let all = [lists::all(), expressions::all(), numbers::all(), heap::all()];
    all.into_iter().flatten().collect()
}
