//! CPU time, which depends less on other programs than wall time.

use std::time::Duration;

/// Returns the CPU time that this process has used.
#[cfg(unix)]
pub fn own() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every Unix has this clock");
    time.into()
}

/// Returns the CPU time of all finished child processes and their children.
#[cfg(unix)]
pub fn children() -> Duration {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("every process may ask for its own");
    [usage.user_time(), usage.system_time()].into_iter().map(duration).sum()
}

#[cfg(unix)]
fn duration(time: nix::sys::time::TimeVal) -> Duration {
    Duration::new(time.tv_sec() as u64, 1000 * time.tv_usec() as u32)
}

/// Returns the wall time, where CPU time is not available.
#[cfg(not(unix))]
pub fn own() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// Returns the wall time, where CPU time is not available.
#[cfg(not(unix))]
pub fn children() -> Duration {
    own()
}
