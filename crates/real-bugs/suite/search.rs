//! Searches: one loop for each tool, on its default inputs. Nothing is shrunk.

use std::time::{Duration, Instant};

use forall::domain::any;
use forall::feedback::{Comparisons, Edges};
use forall::part::{DefaultInstruments, Guidance};
use forall::runner::{Options, fuzz, fuzz_with, quick_check};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::bug::fails;
use crate::input::Input;

/// The size of inputs in quickcheck, which is its default.
const QUICKCHECK_SIZE: usize = 100;

/// What searches for a failing input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Forall: fresh inputs.
    QuickCheck,
    /// Forall: guided by the feedback of any build.
    Fuzz,
    /// Forall: guided by edges and comparisons too.
    Edges,
    /// The crate quickcheck.
    Quickcheck,
    /// The crate proptest.
    Proptest,
}

impl Tool {
    pub(crate) fn named(name: &str) -> Option<Tool> {
        Some(match name {
            "quick_check" => Tool::QuickCheck,
            "fuzz" => Tool::Fuzz,
            "edges" => Tool::Edges,
            "quickcheck" => Tool::Quickcheck,
            "proptest" => Tool::Proptest,
            _ => return None,
        })
    }
}

/// A search: the tool, its seed, and its budget.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Search {
    pub(crate) tool: Tool,
    pub(crate) seed: u64,
    pub(crate) tests: u64,
    pub(crate) time: Duration,
}

/// The result of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchResult {
    pub(crate) found: bool,
    /// The number of tests, with the failing one.
    pub(crate) tests: u64,
    pub(crate) time: Duration,
}

/// Searches for an input that violates the property.
pub(crate) fn run<T: Input>(check: fn(&T), search: &Search) -> SearchResult {
    let start = Instant::now();
    let Outcome { found, tests } = match search.tool {
        Tool::QuickCheck | Tool::Fuzz | Tool::Edges => ours(check, search),
        Tool::Quickcheck => quickcheck(check, search),
        Tool::Proptest => proptest(check, search),
    };
    SearchResult { found, tests, time: start.elapsed() }
}

struct Outcome {
    found: bool,
    tests: u64,
}

fn ours<T: Input>(check: fn(&T), search: &Search) -> Outcome {
    let property =
        forall::property::forall("input", any::<T>()).check(move |(input, ())| check(input));
    let options = Options {
        seed: search.seed,
        tests: search.tests,
        max_time: Some(search.time),
        max_shrinks: 0,
        explain: false,
        ..Options::default()
    };
    let report = match search.tool {
        Tool::QuickCheck => quick_check(&property, &options),
        Tool::Edges => {
            let instrument =
                (DefaultInstruments::default(), Edges::detect(), Comparisons::default());
            fuzz_with(&property, &mut Guidance::default().instrument(instrument), &options)
        }
        _ => fuzz(&property, &options),
    };
    let found = report.counterexample().is_some();
    Outcome { found, tests: report.tally.tests() + u64::from(found) }
}

fn quickcheck<T: Input>(check: fn(&T), search: &Search) -> Outcome {
    let mut source = quickcheck::Gen::from_size_and_seed(QUICKCHECK_SIZE, search.seed);
    repeat(check, search, || quickcheck::Arbitrary::arbitrary(&mut source))
}

fn proptest<T: Input>(check: fn(&T), search: &Search) -> Outcome {
    let mut seed = [0; 32];
    seed[..8].copy_from_slice(&search.seed.to_le_bytes());
    let random = TestRng::from_seed(RngAlgorithm::ChaCha, &seed);
    let mut runner = TestRunner::new_with_rng(Config::default(), random);
    let strategy = proptest::arbitrary::any::<T>();
    repeat(check, search, || {
        let tree = strategy.new_tree(&mut runner).expect("default strategies reject nothing");
        tree.current()
    })
}

/// Checks generated inputs until one fails or the budget is spent.
fn repeat<T>(check: fn(&T), search: &Search, mut generate: impl FnMut() -> T) -> Outcome {
    let start = Instant::now();
    let mut tests = 0;
    while tests < search.tests && start.elapsed() < search.time {
        tests += 1;
        if fails(check, &generate()) {
            return Outcome { found: true, tests };
        }
    }
    Outcome { found: false, tests }
}
