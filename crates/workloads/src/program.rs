//! Programs: which code ran a trial, and within which time.
//!
//! A store may contain trials of several versions of the code. A resumed run repeats those of other versions, and the
//! results page says how many there are.

use std::fmt;
use std::time::Duration;

use crate::record::Record;

/// The version of the code that runs trials. Raise it with every change that may alter what a trial does: the inputs that a
/// seed generates, mutations, pools, feedback, the order in which shrinkers try inputs, a workload, or how time is measured.
const VERSION: &str = "3";

/// The code of this program, and the time limit of its trials.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Program {
    timeout: Duration,
}

impl Program {
    /// Describes this program with trials of at most this time.
    pub fn new(timeout: Duration) -> Program {
        Program { timeout }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{VERSION} {}ms", self.timeout.as_millis())
    }
}

/// Returns whether another version of the code ran this trial.
pub fn is_stale(record: &Record) -> bool {
    record.program.split(' ').next() != Some(VERSION)
}
