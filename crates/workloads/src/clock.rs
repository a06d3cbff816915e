//! A clock that stands still while the machine does something else.

use std::time::{Duration, Instant};

/// A point in time, on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    wall: Instant,
    worked: Option<Duration>,
}

/// How long something took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// As one sees it.
    pub wall: Duration,
    /// As long as this thread was running; the same where nobody can tell.
    pub worked: Duration,
}

impl Start {
    /// Now.
    pub fn now() -> Start {
        Start { wall: Instant::now(), worked: worked() }
    }

    /// Since then.
    pub fn took(self) -> Took {
        let wall = self.wall.elapsed();
        let worked = self.worked.zip(worked()).map(|(then, now)| now.saturating_sub(then));
        Took { wall, worked: worked.unwrap_or(wall) }
    }
}

/// How long this thread has been running.
#[cfg(unix)]
fn worked() -> Option<Duration> {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn worked() -> Option<Duration> {
    None
}
