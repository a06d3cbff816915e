//! Planted mistakes: two in each of six systems. Every seed must find each of them.

mod b_tree;
mod editor;
mod lru;
mod queue;
mod slab;
mod ttl;

use forall::machine::{Lockstep, Machine, steps};
use forall::runner;

use super::found::find;
use crate::options::Options;
use crate::row::{Bar, Row};

/// The maximum number of tests.
const MAX_TESTS: u64 = 1_000;

/// A mistake, and how to look for it.
struct Mistake {
    name: &'static str,
    /// Returns the number of tests until it is found with this seed.
    find: fn(u64) -> Option<u64>,
}

const MISTAKES: [Mistake; 12] = [
    Mistake { name: "queue: full looks empty", find: tests::<queue::Model, queue::Ring<1>> },
    Mistake { name: "queue: length is negative", find: tests::<queue::Model, queue::Ring<2>> },
    Mistake { name: "LRU: a hit does not count", find: tests::<lru::Model, lru::Cache<1>> },
    Mistake { name: "LRU: overwriting evicts", find: tests::<lru::Model, lru::Cache<2>> },
    Mistake {
        name: "editor: redo after delete",
        find: tests::<editor::Versions, editor::Changes<1>>,
    },
    Mistake {
        name: "editor: third undo in a row",
        find: tests::<editor::Versions, editor::Changes<2>>,
    },
    Mistake { name: "TTL: alive at its end", find: tests::<ttl::Model, ttl::Cache<1>> },
    Mistake { name: "TTL: old end after overwriting", find: tests::<ttl::Model, ttl::Cache<2>> },
    Mistake { name: "slab: stale key after reuse", find: tests::<slab::Model, slab::Slab<1>> },
    Mistake { name: "slab: free list is lost", find: tests::<slab::Model, slab::Slab<2>> },
    Mistake { name: "B-tree: merge loses a key", find: tests::<b_tree::Model, b_tree::Tree<1>> },
    Mistake {
        name: "B-tree: borrows the wrong child",
        find: tests::<b_tree::Model, b_tree::Tree<2>>,
    },
];

/// Counts the seeds with which each mistake is found.
pub(super) fn rows(options: &Options) -> Vec<Row> {
    let seeds = options.seeds.unwrap_or(if options.quick { 3 } else { 10 });
    let wanted = MISTAKES.iter().filter(|mistake| options.wants(&row_name(mistake)));
    let rows = wanted.map(|mistake| {
        let numbers: Vec<u64> = (0..seeds).filter_map(mistake.find).collect();
        let most = numbers.iter().max().copied().unwrap_or(0);
        Row {
            name: row_name(mistake),
            ours: numbers.len() as f64,
            theirs: seeds as f64,
            bar: Some(Bar::FirmAtLeast(1.0)),
            unit: "seeds",
            note: format!("at most {most} tests"),
        }
    });
    rows.collect()
}

fn row_name(mistake: &Mistake) -> String {
    format!("mistake: {}", mistake.name)
}

fn tests<M: Machine + Lockstep<S>, S: 'static>(seed: u64) -> Option<u64> {
    let usual = runner::Options::default();
    let options = runner::Options { seed, tests: MAX_TESTS, max_shrinks: 0, ..usual };
    find::<M, S>(steps(), &options).map(|found| found.number + 1)
}

#[cfg(test)]
mod unit_tests {
    use super::*;

    /// Without a mistake, the systems agree with their models.
    #[test]
    fn the_systems_are_right_otherwise() {
        let right: [fn(u64) -> Option<u64>; 6] = [
            tests::<queue::Model, queue::Ring<0>>,
            tests::<lru::Model, lru::Cache<0>>,
            tests::<editor::Versions, editor::Changes<0>>,
            tests::<ttl::Model, ttl::Cache<0>>,
            tests::<slab::Model, slab::Slab<0>>,
            tests::<b_tree::Model, b_tree::Tree<0>>,
        ];
        for (at, find) in right.iter().enumerate() {
            assert_eq!(find(1), None, "system {at}");
        }
    }
}
