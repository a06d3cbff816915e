//! How a run of an executor ended.

use std::fmt;
use std::panic::Location;

use crate::panics::RunningStep;

/// The run ended, and its future is ready.
#[derive(Debug, Default)]
pub(crate) struct Ended {
    /// The number of tasks that were still pending.
    pub(crate) leaked: usize,
    /// Where the first of these tasks was spawned, if the executor knows it.
    pub(crate) spawned_at: Option<&'static Location<'static>>,
    /// The step of a state machine in which it was spawned. If the executor does not know where the task was spawned,
    /// it may be a later step.
    pub(crate) spawned_in: Option<RunningStep>,
}

/// The run ended because its future waits, and nothing on this thread wakes it.
#[derive(Debug)]
pub(crate) struct Deadlock {
    /// Whether tasks run without end. Otherwise they wait, too.
    pub(crate) is_endless: bool,
    /// The number of tasks that have not ended, besides the body.
    pub(crate) waiting: usize,
    /// Where these tasks were spawned, if the executor knows it.
    pub(crate) spawned_at: Vec<&'static Location<'static>>,
    /// The step of a state machine that waits.
    pub(crate) step: Option<RunningStep>,
}

/// The maximum number of tasks that a message lists.
const MAX_LISTED_TASKS: usize = 8;

impl fmt::Display for Deadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let waiting = match self.waiting {
            1 if self.is_endless => "the body waits, and 1 task runs without waking it".to_owned(),
            n if self.is_endless => format!("the body waits, and {n} tasks run without waking it"),
            0 => "the body waits, and nothing on this thread can wake it".to_owned(),
            1 => "the body and 1 task wait, and nothing on this thread can wake them".to_owned(),
            n => format!("the body and {n} tasks wait, and nothing on this thread can wake them"),
        };
        f.write_str(&waiting)?;
        if let Some(step) = self.step {
            write!(f, "\n{step}")?;
        }
        for at in self.spawned_at.iter().take(MAX_LISTED_TASKS) {
            write!(f, "\na task spawned at {at}")?;
        }
        match self.spawned_at.len().saturating_sub(MAX_LISTED_TASKS) {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}
