//! State machines: how often states are reached, how short failures become, what a step costs, and whether saved
//! lists of steps survive changes.

mod breaker;
mod found;
mod handles;
mod mistakes;
mod ordered_pairs;
mod replays;
mod stack;
mod swarm;

use crate::options::Options;
use crate::row::Row;

/// Measures all rows that `options` select.
pub fn machines(options: &Options) -> Vec<Row> {
    let groups = [
        handles::rows,
        swarm::rows,
        breaker::rows,
        mistakes::rows,
        replays::rows,
        ordered_pairs::rows,
        stack::rows,
    ];
    groups.iter().flat_map(|rows| rows(options)).collect()
}
