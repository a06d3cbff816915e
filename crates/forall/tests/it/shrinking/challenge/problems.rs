//! The problems of the shrinking challenge, for the test and for the bench.
//!
//! They are those of the public collection of that name (jlink/shrinking-challenge), most of which come
//! from MacIver and Donaldson (2020). Of these only the parser is missing: its language, its printer
//! and its bug are a program of their own, and what was published of the results is a size.

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

/// A property that fails, and what one would write as its simplest counterexample.
#[derive(Debug)]
pub(crate) struct Problem {
    /// What it is called.
    pub(crate) name: String,
    /// What fails.
    pub(crate) property: Erased,
    /// The simplest inputs that fail, joined by `; `. Any of these will do.
    pub(crate) ideal: &'static [&'static str],
    /// How many calls the best other engine takes in the mean.
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

/// All problems.
pub(crate) fn all() -> Vec<Problem> {
    let all = [lists::all(), expressions::all(), numbers::all(), heap::all()];
    all.into_iter().flatten().collect()
}
