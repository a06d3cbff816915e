//! The same properties, counting how often they are asked and how large their inputs are.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::measure::Count;
use crate::problems::{self, Expression, Tree};

// Not of a thread: some of the peers have their own. Only one of them runs at a time.
static TESTS: AtomicU64 = AtomicU64::new(0);
static UNITS: AtomicU64 = AtomicU64::new(0);

/// What `work` asks of the properties of this module.
pub fn count(work: impl FnOnce()) -> Count {
    TESTS.store(0, Relaxed);
    UNITS.store(0, Relaxed);
    work();
    Count { tests: TESTS.load(Relaxed), units: UNITS.load(Relaxed) }
}

/// [`problems::addition`]: one unit.
#[inline(always)]
pub fn addition(a: u64, b: u64) -> bool {
    tick(1);
    problems::addition(a, b)
}

/// [`problems::reversal`]: the elements.
pub fn reversal(list: &[i32]) -> bool {
    tick(list.len() as u64);
    problems::reversal(list)
}

/// [`problems::encoding`]: the characters.
pub fn encoding(text: &str) -> bool {
    tick(text.chars().count() as u64);
    problems::encoding(text)
}

/// [`problems::evaluation`]: the nodes.
pub fn evaluation(expression: &Expression) -> bool {
    tick(expression.nodes());
    problems::evaluation(expression)
}

/// [`problems::insertion`]: the keys.
pub fn insertion(tree: &Tree, key: i32) -> bool {
    tick(tree.keys());
    problems::insertion(tree, key)
}

/// Loads and stores: to add in one step takes longer than a small test.
#[inline(always)]
fn tick(units: u64) {
    TESTS.store(TESTS.load(Relaxed) + 1, Relaxed);
    UNITS.store(UNITS.load(Relaxed) + units, Relaxed);
}
