//! Clocks: CPU time, which other programs on the machine do not change as much as they do wall time.

use std::time::Duration;

/// The CPU time this process has used.
#[cfg(unix)]
pub fn own() -> Duration {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every Unix has this clock");
    time.into()
}

/// The CPU time that the children this process has waited for used, and their children.
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

/// The wall time, where nothing better is known.
#[cfg(not(unix))]
pub fn own() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGAN.elapsed()
}

/// The wall time, where nothing better is known.
#[cfg(not(unix))]
pub fn children() -> Duration {
    own()
}
