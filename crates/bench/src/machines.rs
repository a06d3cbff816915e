//! State machines: how often states are reached, how short failures become, what a step costs, and whether saved
//! lists of steps survive changes.

mod breaker;
mod found;
mod handles;
mod mistakes;
mod ordered_pairs;
mod rare;
mod replays;
mod stack;
mod swarm;

use crate::options::Options;
use crate::row::Row;

/// Measures all rows that `options` select. A quick run has no times, and no rows that take long.
pub fn machines(options: &Options) -> Vec<Row> {
    let stable = [handles::rows, swarm::rows, mistakes::rows, replays::rows, ordered_pairs::rows];
    let others: &[fn(&Options) -> Vec<Row>] =
        if options.quick { &[] } else { &[breaker::rows, rare::rows, stack::rows] };
    stable.iter().chain(others).flat_map(|rows| rows(options)).collect()
}
