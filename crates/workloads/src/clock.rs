//! A stopwatch for wall time and for the CPU time of the current thread.

use std::time::{Duration, Instant};

/// The start of a measurement, on both clocks.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    wall: Instant,
    cpu: Option<Duration>,
}

/// A measured duration, on both clocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Elapsed {
    /// Wall time.
    pub wall: Duration,
    /// CPU time of the thread that started the stopwatch; wall time where the system does not
    /// report it.
    pub cpu: Duration,
}

impl Stopwatch {
    /// Starts both clocks.
    pub fn start() -> Stopwatch {
        Stopwatch { wall: Instant::now(), cpu: thread_time() }
    }

    /// Returns the time since the start.
    pub fn elapsed(self) -> Elapsed {
        let wall = self.wall.elapsed();
        let cpu = self.cpu.zip(thread_time()).map(|(then, now)| now.saturating_sub(then));
        Elapsed { wall, cpu: cpu.unwrap_or(wall) }
    }
}

/// Returns the CPU time of this thread so far.
#[cfg(unix)]
fn thread_time() -> Option<Duration> {
    let clock = nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID;
    nix::time::clock_gettime(clock).ok().map(Duration::from)
}

#[cfg(not(unix))]
fn thread_time() -> Option<Duration> {
    None
}
