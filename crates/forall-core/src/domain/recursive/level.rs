//! How far the way back has led into a recursive domain.

use std::cell::Cell;

/// No value is made that is deeper than this, so none is looked for.
const DEEPEST: u32 = 128;

/// How many levels to look at: where a step has several ways to the same value, there may be more than
/// anyone can wait for.
const MOST: u32 = 100_000;

thread_local! {
    /// How deep the search is on this thread, and how many levels it has seen since it began.
    static SEARCH: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

/// One level, until it is dropped.
pub(super) struct Level(());

impl Level {
    /// One level deeper, unless it has been deep or long enough. A step that leads to itself and takes
    /// nothing from the value would else go on for ever.
    pub(super) fn enter() -> Option<Level> {
        let (depth, seen) = SEARCH.get();
        let seen = if depth == 0 { 1 } else { seen + 1 };
        if depth > DEEPEST || seen > MOST {
            return None;
        }
        SEARCH.set((depth + 1, seen));
        Some(Level(()))
    }
}

/// Also when a user's code panics.
impl Drop for Level {
    fn drop(&mut self) {
        let (depth, seen) = SEARCH.get();
        SEARCH.set((depth - 1, seen));
    }
}
