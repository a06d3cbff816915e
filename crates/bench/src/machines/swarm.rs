//! Swarm testing: `CanSwarm` of Hypothesis. It fails after sixteen different ladders without a snake between.

use std::collections::BTreeSet;

use forall::machine::{StepsDomain, steps};
use forall::runner;

use super::found::find;
use crate::options::Options;
use crate::row::{Bar, Row};

#[forall::machine(model = NoGame)]
trait Game {
    fn ladder(&mut self, number: u8);
    fn snake(&mut self);
}

#[derive(Default, Hash)]
struct NoGame;

impl Game for NoGame {
    fn ladder(&mut self, _: u8) {}
    fn snake(&mut self) {}
}

#[derive(Default)]
struct Ladders(BTreeSet<u8>);

impl Game for Ladders {
    fn ladder(&mut self, number: u8) {
        self.0.insert(number);
        assert!(self.0.len() < 16);
    }

    fn snake(&mut self) {
        self.0.clear();
    }
}

/// The maximum number of tests until the failure.
const MAX_TESTS: u64 = 200;
/// The number of tests of the control.
const CONTROL_TESTS: u64 = 1_000;

/// Counts the seeds with which the failure is found.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let seeds = options.seeds();
    let mut rows = Vec::new();
    if options.wants("swarm: ladders and snakes") {
        let usual = runner::Options { tests: MAX_TESTS, ..runner::Options::default() };
        let (found, most) = seeds_that_fail(&steps(), seeds, &usual);
        rows.push(Row {
            name: "swarm: ladders and snakes".to_owned(),
            ours: found as f64,
            theirs: seeds as f64,
            bar: Some(Bar::FirmAtLeast(1.0)),
            unit: "seeds",
            note: format!("at most {most} tests"),
        });
    }
    if options.wants("swarm: the same without it") {
        // The themes of tests repeat steps, too.
        let control =
            runner::Options { tests: CONTROL_TESTS, themes: false, ..runner::Options::default() };
        let (found, _) = seeds_that_fail(&steps().without_swarm(), seeds, &control);
        rows.push(Row {
            name: "swarm: the same without it".to_owned(),
            ours: found as f64,
            theirs: seeds as f64,
            bar: Some(Bar::Firm(0.0)),
            unit: "seeds",
            note: format!("in {CONTROL_TESTS} tests, without themes"),
        });
    }
    rows
}

/// Returns the number of seeds that find the failure, and the greatest number of tests that took.
fn seeds_that_fail(
    domain: &StepsDomain<NoGame>,
    seeds: u64,
    options: &runner::Options,
) -> (u64, u64) {
    let run = |seed| {
        let options = runner::Options { seed, max_shrinks: 0, ..options.clone() };
        find::<NoGame, Ladders>(domain.clone(), &options)
    };
    let numbers: Vec<u64> = (0..seeds).filter_map(run).map(|found| found.number + 1).collect();
    (numbers.len() as u64, numbers.into_iter().max().unwrap_or(0))
}
