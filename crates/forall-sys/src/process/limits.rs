//! Limits of a child process.

use std::time::Duration;

use crate::limit;

/// The resources that a child process may use.
///
/// ```
/// use std::time::Duration;
///
/// use forall_sys::process::Limits;
///
/// let limits = Limits { test: Duration::from_millis(500), ..Limits::default() };
/// assert_eq!(limits.memory, 2 << 30);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The greatest time of one test.
    pub test: Duration,
    /// The greatest amount of memory in bytes. Allocations beyond it fail. It has an effect only on Unix.
    pub memory: u64,
}

impl Default for Limits {
    /// Returns five seconds and two gibibytes.
    fn default() -> Limits {
        Limits { test: Duration::from_secs(5), memory: 2 << 30 }
    }
}

/// Returns the smallest possible limit for the memory of this process, if `limit` is smaller. The process needs some
/// memory for threads before it can run a test. If its size is unknown, returns `None`.
pub(crate) fn shortage(limit: u64) -> Option<u64> {
    const NEEDED: u64 = 16 << 20;
    const MEGABYTE: u64 = 1 << 20;
    let min = (limit::used_memory()? + NEEDED).next_multiple_of(MEGABYTE);
    (limit < min).then_some(min)
}

/// Limits the memory of this process, and disables core dumps.
///
/// Errors are ignored: without the limits, a crash only takes longer.
pub(crate) fn apply(memory: Option<u64>) {
    let _ = limit::no_core_dump();
    if let Some(memory) = memory {
        let _ = limit::memory(memory);
    }
}
