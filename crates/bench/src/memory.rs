//! Memory: a million tests need no more than ten thousand.

use std::io;
use std::process::Command;

use crate::measure::median;
use crate::options::{Options, Verb};
use crate::row::{Bar, Row};
use crate::{ours, problems};

const NAME: &str = "peak of a million tests";
const FEW_TESTS: u64 = 10_000;
const MANY_TESTS: u64 = 1_000_000;
/// The number of processes. Their peaks differ by a few pages at random.
const ROUNDS: usize = 31;

/// Compares the peak of many tests to that of few, each in its own process.
pub fn memory(options: &Options) -> io::Result<Vec<Row>> {
    if !options.wants(NAME) {
        return Ok(Vec::new());
    }
    let many = if options.quick { MANY_TESTS / 10 } else { MANY_TESTS };
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    for _ in 0..ROUNDS {
        ours.extend(child(many)?);
        theirs.extend(child(FEW_TESTS)?);
    }
    let row = |ours, theirs, note| Row {
        name: NAME.to_owned(),
        ours,
        theirs,
        bar: Some(Bar::Firm(1.05)),
        unit: "KiB",
        note,
    };
    if ours.is_empty() || theirs.is_empty() {
        let note = "not measured: this system does not report peak memory".to_owned();
        return Ok(vec![row(1.0, 1.0, note)]);
    }
    Ok(vec![row(median(ours), median(theirs), format!("{many} tests and {FEW_TESTS}"))])
}

/// Runs this many tests over lists, whose lengths do not depend on the number of tests. Returns the
/// peak of this process, in KiB.
pub fn peak(tests: u64) -> Option<u64> {
    ours::run(&ours::lists(problems::reversal), tests);
    highest()
}

/// Returns the peak of this process so far, in KiB, if the system reports it.
pub(crate) fn highest() -> Option<u64> {
    peak_of(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// Returns the peak of a process that runs this many tests, if the system reports it.
fn child(tests: u64) -> io::Result<Option<f64>> {
    let verb = Verb::Peak(tests).to_string();
    let output = Command::new(std::env::current_exe()?).args(verb.split(' ')).output()?;
    Ok(String::from_utf8_lossy(&output.stdout).trim().parse().ok())
}

/// Parses the high-water mark in the process status of Linux.
fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_parsed() {
        assert_eq!(peak_of("Name:\tx\nVmHWM:\t    2280 kB\nVmRSS:\t 1 kB\n"), Some(2280));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
