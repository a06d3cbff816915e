//! The start time of a run, which is shared by all its processes if some of them crash.

use std::sync::LazyLock;
use std::time::{Duration, Instant, SystemTime};

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
    if cfg!(miri) {
        // Miri hides the date, but has a clock. There is only one process.
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        return START.elapsed();
    }
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}
