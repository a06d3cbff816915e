//! The test loops of the experiments on guided testing.
//!
//! **`pools`** repeats the paper's experiment (§6.3.1): six pools with four energies each (the
//! static pool has no energy) on all mutants of the machine and both of its properties. Inputs are
//! generated and mutated by type. A mutation may change both states at the same place, because they
//! have the same type; nothing else relates them. Feedback is the number of satisfied premises and
//! the covered edges. Our pools do not have the defects of the authors' implementation.
//!
//! With the utility `Novelty` these 21 configurations are only 13 different programs. Every novelty
//! is worth the same, so the heap, which prefers the newer of two equal seeds, equals the
//! last-in-first-out queue; and `Novelty` never asks for the best seed, so the monotonic singleton
//! equals the resetting one.
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
//! defaults, against a loop with the same domains that keeps no inputs. The baseline neither keeps
//! nor mutates inputs, so the experiment measures mutation and feedback together.

use forall::part::DEFAULT_ENERGY;

use crate::guided::{FeedbackKind, Guided, Pool};
use crate::test_loop::TestLoop;

const fn edges(pool: Pool, energy: u64) -> TestLoop {
    TestLoop::Guided(Guided { pool, energy, feedback: FeedbackKind::Edges, tests: None })
}

/// The pools of the paper with its energies.
pub const POOLS: &[TestLoop] = &[
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

/// The best configuration, the same without an instrumented build, and one that keeps no inputs.
pub const BEST: &[TestLoop] = &[
    edges(Pool::Recycling, 1_000),
    TestLoop::Guided(Guided {
        pool: Pool::Recycling,
        energy: 1_000,
        feedback: FeedbackKind::Plain,
        tests: None,
    }),
    TestLoop::Guided(Guided {
        pool: Pool::Fresh,
        energy: 0,
        feedback: FeedbackKind::None,
        tests: None,
    }),
];

/// The limit on tests of a `guided` trial.
const MAX_GUIDED_TESTS: u64 = 30_000;

const fn counted(pool: Pool, energy: u64, feedback: FeedbackKind) -> TestLoop {
    TestLoop::Guided(Guided { pool, energy, feedback, tests: Some(MAX_GUIDED_TESTS) })
}

/// One loop without feedback, and two with it.
pub const GUIDED: &[TestLoop] = &[
    counted(Pool::Fresh, 0, FeedbackKind::None),
    counted(Pool::Default, DEFAULT_ENERGY, FeedbackKind::Plain),
    counted(Pool::Default, DEFAULT_ENERGY, FeedbackKind::Edges),
];
