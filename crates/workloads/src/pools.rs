//! The loops of the experiments on guided testing.
//!
//! **`pools`** is the experiment of the paper (§6.3.1): six pools, each with four energies but the static
//! one, which has none, on all mutants of the machine and both of its properties. Inputs are made and
//! changed as their types say, and no more is known of them: a change may be of both states at the same
//! place, since they are of one type, but what makes them look alike nobody says. Feedback is how many
//! premises held and which edges were taken. What was wrong with the pools of the paper's authors is not
//! wrong with ours, so it is the pools that are compared. All news of the code are worth the same, so the
//! heap, which takes the newer of two seeds of the same worth, does as the last-in-first-out queue does.
//!
//! **`best`** is what a fuzzer can do with all that the language gives it. It may use
//!
//! - the types: domains are derived from them, with the bounds that stand in the declarations;
//! - the premise: the second state is quantified over those that the observer cannot tell from the
//!   first, what is high in it being the same or anything of its type;
//! - feedback: how many premises held, and which edges were taken;
//! - changes of typed choices, after which the second state is made again from the first.
//!
//! It may not use what the bespoke generator knows: which instructions suit a state, how often they
//! should come up, how many regions there should be, or what execution does.
//!
//! **`guided`** asks whether feedback is worth it on the types alone, in tests and not in seconds:
//! what `fuzz` does if nobody says more, against the same domains in a loop that keeps nothing.

use forall::part::DEFAULT_ENERGY;

use crate::guided::{By, Guided, Pool};
use crate::tool::Tool;

const fn edges(pool: Pool, energy: u64) -> Tool {
    Tool::Guided(Guided { pool, energy, by: By::Edges, tests: None })
}

/// The pools of the paper with its energies.
pub const POOLS: &[Tool] = &[
    edges(Pool::Heap, 1),
    edges(Pool::Heap, 10),
    edges(Pool::Heap, 100),
    edges(Pool::Heap, 1_000),
    edges(Pool::Filo, 1),
    edges(Pool::Filo, 10),
    edges(Pool::Filo, 100),
    edges(Pool::Filo, 1_000),
    edges(Pool::Fifo, 1),
    edges(Pool::Fifo, 10),
    edges(Pool::Fifo, 100),
    edges(Pool::Fifo, 1_000),
    edges(Pool::Monotonic, 1),
    edges(Pool::Monotonic, 10),
    edges(Pool::Monotonic, 100),
    edges(Pool::Monotonic, 1_000),
    edges(Pool::Resetting, 1),
    edges(Pool::Resetting, 10),
    edges(Pool::Resetting, 100),
    edges(Pool::Resetting, 1_000),
    edges(Pool::Static, 0),
];

/// The best one, the same without a special build, and one that keeps nothing.
pub const BEST: &[Tool] = &[
    edges(Pool::Recycling, 1_000),
    Tool::Guided(Guided { pool: Pool::Recycling, energy: 1_000, by: By::Plain, tests: None }),
    Tool::Guided(Guided { pool: Pool::Fresh, energy: 0, by: By::Nothing, tests: None }),
];

/// So many tests say whether feedback is worth it.
const ENOUGH: u64 = 30_000;

const fn counted(pool: Pool, energy: u64, by: By) -> Tool {
    Tool::Guided(Guided { pool, energy, by, tests: Some(ENOUGH) })
}

/// With feedback, and without.
pub const GUIDED: &[Tool] = &[
    counted(Pool::Fresh, 0, By::Nothing),
    counted(Pool::Usual, DEFAULT_ENERGY, By::Plain),
    counted(Pool::Usual, DEFAULT_ENERGY, By::Edges),
];
