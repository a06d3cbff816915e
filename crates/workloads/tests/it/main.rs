//! Requirements on the workloads, without which measurements on them would be meaningless.
//!
//! With `WORKLOADS_FULL=1` in the environment (and `--release`) the tests run at full length.

mod acceptance;
mod generators;
mod minima;
mod shrinking;
mod budgets;
mod loops;
mod guided;
mod switches;
mod etna;
mod results;

use forall::property::Erased;
use forall::report::Report;
use forall::runner::{Options, quick_check};

/// The reason why looking up names from the tables succeeds.
const KNOWN: &str = "tables name what is there";

/// Returns the number of tests: `full` if `WORKLOADS_FULL` is set, otherwise `few`.
fn tests(few: u64, full: u64) -> u64 {
    if std::env::var_os("WORKLOADS_FULL").is_some() { full } else { few }
}

/// Runs this many tests of the property, without shrinking.
fn run(property: &Erased, tests: u64) -> Report {
    quick_check(
        property,
        &Options { tests, max_discard_ratio: 1_000, max_shrinks: 0, ..Options::default() },
    )
}
