//! Limits of a child.

use std::time::Duration;

use crate::limit;

/// What a child may use.
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
    /// How long one test may take.
    pub test: Duration,
    /// How much memory the child may have, in bytes; what is more, it is not given. Only on Unix.
    pub memory: u64,
}

impl Default for Limits {
    /// Five seconds, and two gibibytes.
    fn default() -> Limits {
        Limits { test: Duration::from_secs(5), memory: 2 << 30 }
    }
}

/// Holds this process to so much memory, and lets it leave no image of itself when it dies.
///
/// What cannot be limited is not: the child is then only slower to die.
pub(crate) fn confine(memory: Option<u64>) {
    let _ = limit::no_core_dump();
    if let Some(memory) = memory {
        let _ = limit::memory(memory);
    }
}
