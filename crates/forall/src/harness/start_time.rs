//! The start time of a run, which is shared by all its processes if some of them crash.

use std::time::{Duration, SystemTime};

/// The start time of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartTime {
    /// The time since the Unix epoch.
    pub(super) at: Duration,
    /// Whether this process started the run.
    pub(super) is_new: bool,
}

impl StartTime {
    pub(super) fn now() -> StartTime {
        StartTime { at: now(), is_new: true }
    }

    pub(super) fn elapsed(self) -> Duration {
        now().saturating_sub(self.at)
    }
}

fn now() -> Duration {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
