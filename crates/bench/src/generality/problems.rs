//! The problems, by kind.

mod allocation;
mod binds;
mod decoders;
mod flat_maps;
mod floats;
mod programs;
mod references;
mod residues;
mod sums;
mod texts;
mod variants;

use super::Problem;

/// Returns all problems.
pub(super) fn all() -> Vec<Problem> {
    let kinds = [
        flat_maps::all,
        residues::all,
        floats::all,
        decoders::all,
        binds::all,
        allocation::all,
        programs::all,
        texts::all,
        variants::all,
        sums::all,
        references::all,
    ];
    kinds.into_iter().flat_map(|kind| kind()).collect()
}
