//! Limits on the search that inverts a recursive value.

use std::cell::Cell;

/// The greatest depth to search. Deeper values are never generated.
const MAX_DEPTH: u32 = 128;

/// The greatest number of levels to visit in one search. If a step can generate the same value in several
/// ways, there may be exponentially many.
const MAX_VISITED: u32 = 100_000;

/// The state of the search on this thread.
#[derive(Clone, Copy)]
struct Search {
    depth: u32,
    /// The number of levels entered since the search began.
    visited: u32,
}

thread_local! {
    static SEARCH: Cell<Search> = const { Cell::new(Search { depth: 0, visited: 0 }) };
}

/// One level of the search. It ends when this is dropped, also if user code panics.
pub(super) struct InvertDepth(());

impl InvertDepth {
    /// Enters one more level, or returns `None` if a limit is reached. Without the limit on depth, a step
    /// that refers to itself and takes nothing from the value would recurse forever.
    pub(super) fn enter() -> Option<InvertDepth> {
        let Search { depth, visited } = SEARCH.get();
        let visited = if depth == 0 { 1 } else { visited + 1 };
        if depth > MAX_DEPTH || visited > MAX_VISITED {
            return None;
        }
        SEARCH.set(Search { depth: depth + 1, visited });
        Some(InvertDepth(()))
    }
}

impl Drop for InvertDepth {
    fn drop(&mut self) {
        let search = SEARCH.get();
        SEARCH.set(Search { depth: search.depth - 1, ..search });
    }
}
