//! The time of a default run, relative to a run whose sizes only grow.
//!
//! Sizes that vary and values that recur make inputs larger and drawing them slower. Large tests are limited if they take
//! too long, and this is where their limit shows.

use std::time::Duration;

use forall::property::Erased;
use forall::runner::{Options, quick_check};
use forall::source::Sizes;

use crate::clock::Stopwatch;
use crate::strategy::Strategy;
use crate::workload::{BASE, Task, WORKLOADS};

/// The time of 1,000 tests of correct code.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The workload, the property and the strategy.
    pub name: String,
    /// With default options.
    pub default: Duration,
    /// With sizes that only grow, and without themes.
    pub growing: Duration,
}

impl Row {
    /// Returns how many times as long the default run takes.
    pub fn ratio(&self) -> f64 {
        self.default.as_secs_f64() / self.growing.as_secs_f64()
    }
}

/// Measures all properties of all workloads with two strategies, in this number of alternating rounds.
pub fn measure(rounds: u32, mut each: impl FnMut(&Row)) -> Vec<Row> {
    let mut rows = Vec::new();
    for workload in WORKLOADS {
        for property in workload.properties {
            for strategy in [&Strategy::Bespoke, &Strategy::TypeBased] {
                let task = Task { workload, mutant: BASE, property, minimum: None };
                let row = Row {
                    name: format!("{} {property} {strategy}", workload.name),
                    ..fastest(&task.property(strategy), rounds)
                };
                each(&row);
                rows.push(row);
            }
        }
    }
    rows
}

/// Returns the least times of some rounds.
fn fastest(property: &Erased, rounds: u32) -> Row {
    let growing = Options { sizes: Sizes::Log2(0), themes: false, ..Options::default() };
    let mut row = Row { name: String::new(), default: Duration::MAX, growing: Duration::MAX };
    for _ in 0..rounds {
        row.default = row.default.min(timed(property, &Options::default()));
        row.growing = row.growing.min(timed(property, &growing));
    }
    row
}

/// Returns the CPU time of a run, which gives up if too many tests are discarded.
fn timed(property: &Erased, options: &Options) -> Duration {
    let stopwatch = Stopwatch::start();
    let report = quick_check(property, options);
    let took = stopwatch.elapsed().cpu;
    assert!(report.counterexample().is_none(), "the code is correct");
    took
}
