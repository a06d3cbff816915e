//! Limits of a child.

use std::time::Duration;

/// What a child may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How long one test may take.
    pub test: Duration,
    /// How much memory the child may have, in bytes; what is more, it is not given. Only on Unix.
    pub memory: Option<u64>,
}

impl Default for Limits {
    /// Ten seconds, and two gibibytes.
    fn default() -> Limits {
        Limits { test: Duration::from_secs(10), memory: Some(2 << 30) }
    }
}

/// Holds the process that calls it to so much memory, lets it leave no image of itself when it dies, and
/// lets it die with its parent.
///
/// What cannot be limited is not: the child is then only slower to die.
#[cfg(unix)]
pub(crate) fn confine(memory: Option<u64>) {
    use nix::sys::resource::{Resource, setrlimit};
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    if let Some(memory) = memory {
        let _ = setrlimit(Resource::RLIMIT_AS, memory, memory);
    }
    #[cfg(target_os = "linux")]
    let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
}

/// Nothing is known to hold it.
#[cfg(not(unix))]
pub(crate) fn confine(_memory: Option<u64>) {}
