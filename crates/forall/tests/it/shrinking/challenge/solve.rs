//! Solving: shrinks the first failure of each seed, and counts what that takes.

use std::time::Duration;

use forall::block::{Property, print, regenerate, run_batch};
use forall::report::{PassStats, Verdict};
use forall::shrink::{Integrated, minimize};
use forall::source::{Campaign, Sizes};

/// In how many tests a failure must be found.
const TESTS: u64 = 2_000_000;

/// How many simpler cases may be tried.
const TRIES: u64 = 10_000;

/// What a problem took.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    /// In how many seeds the end was ideal.
    pub(crate) ideal: u64,
    /// The other ends.
    pub(crate) others: Vec<String>,
    /// How often the property ran after the first failure, by seed.
    pub(crate) calls: Vec<u64>,
    /// How long that took, all seeds together.
    pub(crate) time: Duration,
    /// What the passes did, all seeds together.
    pub(crate) passes: Vec<PassStats>,
}

impl Solved {
    /// Returns the mean number of runs of the property.
    pub(crate) fn mean(&self) -> f64 {
        self.calls.iter().sum::<u64>() as f64 / self.calls.len() as f64
    }

    /// How often it ran in the worst seed.
    pub(crate) fn most(&self) -> u64 {
        self.calls.iter().copied().max().unwrap_or(0)
    }
}

/// Shrinks the first failure of each of `seeds` seeds. `ideal` decides whether the shrunk inputs, joined by `; `, are
/// ideal. `clock` returns the time spent so far.
///
/// # Panics
///
/// When a seed finds no failure.
pub(crate) fn solve<P: Property>(
    property: &P,
    ideal: impl Fn(&str) -> bool,
    seeds: u64,
    clock: impl Fn() -> Duration,
) -> Solved {
    let mut solved = Solved::default();
    for k in 0..seeds {
        let campaign = Campaign { seed: 13 + 7919 * k, sizes: Sizes::default() };
        let mut first = 0;
        let (n, failure) = loop {
            match run_batch(property, &campaign, first..TESTS) {
                (n, Verdict::Fail(failure)) => break (n, failure),
                (_, Verdict::Pass) => panic!("no failure was found"),
                (n, _) => first = n + 1,
            }
        };
        let found = regenerate(property, campaign.source(n)).expect("it was made before");
        let began = clock();
        let shrunk = minimize(property, found, *failure, &Integrated, TRIES);
        solved.time += clock() - began;
        // One call is the first of all: does it fail again?
        solved.calls.push(1 + shrunk.passes.iter().map(|stats| stats.tried).sum::<u64>());
        solved.passes.extend(shrunk.passes);
        let inputs = print(property, &shrunk.inputs);
        let inputs: Vec<String> = inputs.into_iter().map(|binding| binding.value).collect();
        let inputs = inputs.join("; ");
        if ideal(&inputs) {
            solved.ideal += 1;
        } else if !solved.others.contains(&inputs) {
            solved.others.push(inputs);
        }
    }
    solved
}
