//! What must hold of the workloads for a measurement on them to mean anything.
//!
//! With `WORKLOADS_FULL=1` in the environment (and `--release`) the same is done at full length.

mod acceptance;
mod generators;
mod minima;
mod shrinking;
mod budgets;
mod tools;
mod guided;
mod switches;

use forall::property::Erased;
use forall::report::Report;
use forall::runner::{Options, quick_check};

/// Of mutants and properties that are named in a table.
const KNOWN: &str = "tables name what is there";

/// As many tests as there is time for: `full` where somebody asked for it.
fn tests(few: u64, full: u64) -> u64 {
    if std::env::var_os("WORKLOADS_FULL").is_some() { full } else { few }
}

/// Runs the property this often, without shrinking.
fn run(property: &Erased, tests: u64) -> Report {
    quick_check(
        property,
        &Options { tests, max_discard_ratio: 1_000, max_shrinks: 0, ..Options::default() },
    )
}
