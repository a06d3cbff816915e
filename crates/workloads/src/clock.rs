//! A stopwatch for wall time and for the CPU time of the current thread.

use std::time::{Duration, Instant};

/// The start of a measurement, on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Start {
    wall: Instant,
    worked: Option<Duration>,
}

/// A measured duration, on both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// Wall time.
    pub wall: Duration,
    /// CPU time of the thread that started the stopwatch; wall time where the system does not
    /// report it.
    pub worked: Duration,
}

impl Start {
    /// Starts both clocks.
    pub fn now() -> Start {
        Start { wall: Instant::now(), worked: worked() }
    }

    /// Returns the time since the start.
    pub fn took(self) -> Took {
        let wall = self.wall.elapsed();
        let worked = self.worked.zip(worked()).map(|(then, now)| now.saturating_sub(then));
        Took { wall, worked: worked.unwrap_or(wall) }
    }
}

/// Returns the CPU time of this thread so far.
#[cfg(unix)]
fn worked() -> Option<Duration> {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn worked() -> Option<Duration> {
    None
}
