//! Shrinks the first failure of each seed, and counts the calls.

use std::time::Duration;

use forall::block::{Property, print, regenerate, run_batch};
use forall::report::{PassStats, Verdict};
use forall::shrink::{Integrated, minimize};
use forall::source::{Campaign, Sizes};

/// The maximum number of tests until a failure is found.
const MAX_TESTS: u64 = 2_000_000;

/// The maximum number of simpler inputs to try.
const MAX_TRIES: u64 = 1_000;

/// The results for one problem.
#[derive(Clone, Debug, Default)]
pub(crate) struct Solved {
    /// The number of seeds that shrink to an ideal counterexample.
    pub(crate) ideal: u64,
    /// The other shrunk counterexamples.
    pub(crate) others: Vec<String>,
    /// The number of runs of the property after the first failure, for each seed.
    pub(crate) calls: Vec<u64>,
    /// The time of these runs for all seeds together.
    pub(crate) time: Duration,
    /// The statistics of the passes for all seeds together.
    pub(crate) passes: Vec<PassStats>,
}

impl Solved {
    /// Returns the mean number of runs of the property.
    pub(crate) fn mean(&self) -> f64 {
        self.calls.iter().sum::<u64>() as f64 / self.calls.len() as f64
    }

    /// Returns the number of runs for the worst seed.
    pub(crate) fn most(&self) -> u64 {
        self.calls.iter().copied().max().unwrap_or(0)
    }
}

/// The inputs of the challenge: sizes grow, and values do not relate to each other.
pub(crate) fn challenge_inputs(seed: u64) -> Campaign {
    Campaign { seed, sizes: Sizes::Log2(0), themes: false }
}

/// Shrinks the first failure of each of `seeds` seeds of the campaign `inputs`. `ideal` decides whether the shrunk inputs, joined by `; `, are
/// ideal. `clock` returns the time spent so far.
///
/// # Panics
///
/// Panics if a seed finds no failure.
pub(crate) fn solve<P: Property>(
    property: &P,
    inputs: fn(u64) -> Campaign,
    ideal: impl Fn(&str) -> bool,
    seeds: u64,
    clock: impl Fn() -> Duration,
) -> Solved {
    let mut solved = Solved::default();
    for k in 0..seeds {
        let campaign = inputs(13 + 7919 * k);
        let mut first = 0;
        let (n, failure) = loop {
            match run_batch(property, &campaign, first..MAX_TESTS) {
                (n, Verdict::Fail(failure)) => break (n, failure),
                (_, Verdict::Pass) => panic!("no failure was found"),
                (n, _) => first = n + 1,
            }
        };
        let found = regenerate(property, campaign.source(n)).expect("it was generated before");
        let start = clock();
        let shrunk = minimize(property, found, *failure, &Integrated, MAX_TRIES);
        solved.time += clock() - start;
        // The first call checks that the input fails again.
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
