//! Signals that this process ignores. Processes that it starts would ignore them too, so these attacks would not end.

use std::fs;
use std::io;

/// The signals of the attacks, by number.
const SIGNALS: [(u32, &str); 4] = [(1, "HUP"), (2, "INT"), (3, "QUIT"), (15, "TERM")];

/// Fails if this process ignores a signal of the attacks, as under `nohup` and in the background of a script.
pub(super) fn require_no_ignored() -> io::Result<()> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let names = ignored(&status);
    if names.is_empty() {
        return Ok(());
    }
    let message = format!(
        "this process ignores signals; start it with `env --default-signal={}`",
        names.join(",")
    );
    Err(io::Error::other(message))
}

/// Returns the names of the signals of the attacks that a process with this status ignores.
fn ignored(status: &str) -> Vec<&'static str> {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    let is_ignored = |signal: &u32| mask & (1 << (signal - 1)) != 0;
    SIGNALS.iter().filter(|(number, _)| is_ignored(number)).map(|(_, name)| *name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_found_in_the_status() {
        assert_eq!(ignored("Name:\tx\nSigIgn:\t0000000000001007\n"), ["HUP", "INT", "QUIT"]);
        assert_eq!(ignored("SigIgn:\t0000000000001000\n"), [""; 0]);
    }
}
