//! The measured properties, with counters for tests and input sizes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::measure::Count;
use crate::problems::{self, Expression, Tree};

// Not thread-local: some libraries use their own threads. Only one library runs at a time.
static TESTS: AtomicU64 = AtomicU64::new(0);
static UNITS: AtomicU64 = AtomicU64::new(0);

/// Counts the tests that `work` runs, and the size of their inputs.
pub fn count(work: impl FnOnce()) -> Count {
    TESTS.store(0, Relaxed);
    UNITS.store(0, Relaxed);
    work();
    Count { tests: TESTS.load(Relaxed), units: UNITS.load(Relaxed) }
}

/// [`problems::addition`], one unit for each test.
#[inline(always)]
pub fn addition(a: u64, b: u64) -> bool {
    tick(1);
    problems::addition(a, b)
}

/// [`problems::reversal`], one unit for each element.
pub fn reversal(list: &[i32]) -> bool {
    tick(list.len() as u64);
    problems::reversal(list)
}

/// [`problems::encoding`], one unit for each character.
pub fn encoding(text: &str) -> bool {
    tick(text.chars().count() as u64);
    problems::encoding(text)
}

/// [`problems::evaluation`], one unit for each node.
pub fn evaluation(expression: &Expression) -> bool {
    tick(expression.nodes());
    problems::evaluation(expression)
}

/// [`problems::insertion`], one unit for each key.
pub fn insertion(tree: &Tree, key: i32) -> bool {
    tick(tree.keys());
    problems::insertion(tree, key)
}

/// Loads and stores: an atomic addition would take longer than a small test.
#[inline(always)]
fn tick(units: u64) {
    TESTS.store(TESTS.load(Relaxed) + 1, Relaxed);
    UNITS.store(UNITS.load(Relaxed) + units, Relaxed);
}
