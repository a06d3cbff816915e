//! The test loops of the experiments on guided testing.
//!
//! **`pools`** repeats the paper's experiment (§6.3.1): six pools with four energies each (the
//! static pool has no energy) on all mutants of the machine and both of its properties. Inputs are
//! generated and mutated by type. A mutation may change both states at the same place, because they
//! have the same type; nothing else relates them. Feedback is the number of satisfied premises and
//! the covered edges. Our pools do not have the defects of the authors' implementation.
//!
//! A seed is mutated at most as often as its energy says, and less often the less it reaches. With the utility
//! [`Interest`](crate::interest::Interest), the six pools are six different programs. (With `Novelty`, every novelty is worth
//! the same, so the heap equals the last-in-first-out queue; and `Novelty` never asks for the best seed, so the monotonic
//! singleton equals the resetting one.) The default pool of `fuzz` runs with `Novelty`.
//!
//! **`best`** is a fuzzer with everything that the property language offers. It uses
//!
//! - domains derived from the types, with the bounds in the declarations;
//! - the premise: the second state is quantified over the states that the observer cannot
//!   distinguish from the first;
//! - feedback: the number of satisfied premises, and the covered edges;
//! - mutation of typed choices, after which the second state is regenerated from the first.
//!
//! It does not use the knowledge in the bespoke generator: which instructions a state can execute,
//! how frequent they should be, how many regions there should be, and what execution does.
//!
//! **`guided`** asks how many tests feedback saves if only types are known: `fuzz` with its
//! defaults, against a loop with the same domains that keeps no inputs. A third loop keeps and mutates all valid inputs
//! without any feedback about the code, so that the effects of mutation and of feedback can be separated. Two more have a
//! queue in place of the heap of the default pool, to choose between them, and one keeps valid inputs in a queue
//! of their own.

use forall::part::DEFAULT_ENERGY;

use crate::guided::{FeedbackKind, Guided, Pool, Schedule};
use crate::test_loop::TestLoop;

const fn edges(pool: Pool, energy: Schedule) -> TestLoop {
    TestLoop::Guided(Guided { pool, energy, feedback: FeedbackKind::Edges, tests: None })
}

const fn up_to(pool: Pool, energy: u64) -> TestLoop {
    edges(pool, Schedule::UpTo(energy))
}

/// The pools of the paper with its energies (the static pool has none), the default pool, and its variant with a queue.
pub const POOLS: &[TestLoop] = &[
    up_to(Pool::Heap, 1),
    up_to(Pool::Heap, 10),
    up_to(Pool::Heap, 100),
    up_to(Pool::Heap, 1_000),
    up_to(Pool::Filo, 1),
    up_to(Pool::Filo, 10),
    up_to(Pool::Filo, 100),
    up_to(Pool::Filo, 1_000),
    up_to(Pool::Fifo, 1),
    up_to(Pool::Fifo, 10),
    up_to(Pool::Fifo, 100),
    up_to(Pool::Fifo, 1_000),
    up_to(Pool::Monotonic, 1),
    up_to(Pool::Monotonic, 10),
    up_to(Pool::Monotonic, 100),
    up_to(Pool::Monotonic, 1_000),
    up_to(Pool::Resetting, 1),
    up_to(Pool::Resetting, 10),
    up_to(Pool::Resetting, 100),
    up_to(Pool::Resetting, 1_000),
    up_to(Pool::Static, 1),
    edges(Pool::Default, Schedule::Fixed(DEFAULT_ENERGY)),
    edges(Pool::WarmFifo, Schedule::Fixed(DEFAULT_ENERGY)),
];

/// The best configuration, the same without an instrumented build, and one that keeps no inputs.
pub const BEST: &[TestLoop] = &[
    edges(Pool::Recycling, Schedule::Fixed(1_000)),
    TestLoop::Guided(Guided {
        pool: Pool::Recycling,
        energy: Schedule::Fixed(1_000),
        feedback: FeedbackKind::Plain,
        tests: None,
    }),
    TestLoop::Guided(Guided {
        pool: Pool::Fresh,
        energy: Schedule::Fixed(0),
        feedback: FeedbackKind::None,
        tests: None,
    }),
];

/// The limit on tests of a `guided` trial.
const MAX_GUIDED_TESTS: u64 = 30_000;

const fn counted(pool: Pool, energy: u64, feedback: FeedbackKind) -> TestLoop {
    let energy = Schedule::Fixed(energy);
    TestLoop::Guided(Guided { pool, energy, feedback, tests: Some(MAX_GUIDED_TESTS) })
}

/// A loop that keeps no inputs, one that mutates without feedback about the code, two with feedback, the same two with
/// another pool, one that treats valid inputs apart, and the loop of crabcheck with both kinds of feedback.
pub const GUIDED: &[TestLoop] = &[
    counted(Pool::Fresh, 0, FeedbackKind::None),
    counted(Pool::Default, DEFAULT_ENERGY, FeedbackKind::Valid),
    counted(Pool::Default, DEFAULT_ENERGY, FeedbackKind::Plain),
    counted(Pool::Default, DEFAULT_ENERGY, FeedbackKind::Edges),
    counted(Pool::WarmFifo, DEFAULT_ENERGY, FeedbackKind::Plain),
    counted(Pool::WarmFifo, DEFAULT_ENERGY, FeedbackKind::Edges),
    counted(Pool::TwoQueues, DEFAULT_ENERGY, FeedbackKind::ValidEdges),
    counted(Pool::Crabcheck, DEFAULT_ENERGY, FeedbackKind::Plain),
    counted(Pool::Crabcheck, DEFAULT_ENERGY, FeedbackKind::Edges),
];
