//! When a run began. One that takes several processes, because some of them die, begins once.

use std::time::{Duration, SystemTime};

/// When a run began.
#[derive(Clone, Copy, Debug)]
pub(super) struct Began {
    /// Since the epoch of Unix.
    pub(super) at: Duration,
    /// Was it this process that began it?
    pub(super) is_new: bool,
}

impl Began {
    pub(super) fn now() -> Began {
        Began { at: now(), is_new: true }
    }

    pub(super) fn elapsed(self) -> Duration {
        now().saturating_sub(self.at)
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
