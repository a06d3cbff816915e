//! Memory: a million tests take as much as ten thousand.

use std::io;
use std::process::Command;

use forall::domain::any;
use forall::property::forall;

use crate::measure::median;
use crate::options::{Options, Verb};
use crate::row::{Bar, Row};
use crate::{ours, problems};

const NAME: &str = "peak of a million tests";
const FEW: u64 = 10_000;
const MANY: u64 = 1_000_000;

/// Compares the peak of many tests to that of few, each in a process of its own.
pub fn memory(options: &Options) -> io::Result<Vec<Row>> {
    if !options.wants(NAME) {
        return Ok(Vec::new());
    }
    let many = if options.quick { MANY / 10 } else { MANY };
    let (ours, theirs) = (child(many)?, child(FEW)?);
    let (ours, theirs, note) = match (ours, theirs) {
        (Some(ours), Some(theirs)) => (ours, theirs, format!("{many} tests and {FEW}")),
        _ => (1.0, 1.0, "not measured: this system does not tell".to_owned()),
    };
    let bar = Some(Bar::Firm(1.05));
    Ok(vec![Row { row: NAME.to_owned(), ours, theirs, bar, unit: "KiB", note }])
}

/// Runs this many tests of the default lists: the peak of this process, in KiB.
pub fn peak(tests: u64) -> Option<u64> {
    let property = forall("list", any::<Vec<i32>>()).check(|(list, ())| problems::reversal(list));
    ours::run(&property, tests);
    peak_of(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// The peak of processes that run this many tests, if the system tells. Where the system puts things
/// differs a little from one to the next, so it is the median of five.
fn child(tests: u64) -> io::Result<Option<f64>> {
    let program = std::env::current_exe()?;
    let verb = Verb::Peak(tests).to_string();
    let mut peaks = Vec::new();
    for _ in 0..5 {
        let output = Command::new(&program).args(verb.split(' ')).output()?;
        peaks.extend(String::from_utf8_lossy(&output.stdout).trim().parse::<f64>());
    }
    Ok((!peaks.is_empty()).then(|| median(peaks)))
}

/// The high-water mark in what Linux says of a process.
fn peak_of(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read() {
        assert_eq!(peak_of("Name:\tx\nVmHWM:\t    2280 kB\nVmRSS:\t 1 kB\n"), Some(2280));
        assert_eq!(peak_of("Name:\tx\n"), None);
    }
}
