//! The child: the same test binary, started again for one test.

use std::env;
use std::io;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::journal::Journal;
use crate::limits::{self, Limits};

/// Where the journal is. It does not begin with `FORALL_`, since it is not for users to set.
const JOURNAL: &str = "__FORALL_JOURNAL";
const MEMORY: &str = "__FORALL_MEMORY";

/// What a child shall do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// Run tests, beginning with this one.
    Run {
        /// The number of the first.
        from: u64,
    },
    /// Run one test, with these choices.
    Replay(Vec<u64>),
}

/// The child, from inside.
#[derive(Debug)]
pub struct Child {
    /// Where it says what it does.
    pub journal: Journal,
    /// What it shall do.
    pub task: Task,
}

impl Child {
    /// Is this process a child? Then it is held to its limits from now on.
    pub fn here() -> io::Result<Option<Child>> {
        let Some(path) = env::var_os(JOURNAL) else {
            return Ok(None);
        };
        let memory = env::var(MEMORY).ok().and_then(|text| text.parse().ok());
        limits::confine(memory);
        let journal = Journal::open(&PathBuf::from(path))?;
        let task = journal.task();
        Ok(Some(Child { journal, task }))
    }
}

/// The command that starts this binary again, for the test of this path alone. Its journal is at `journal`.
///
/// With one thread for tests, the harness runs it on the main thread: there is no thread whose name would
/// tell the path, so it must be known.
pub fn again(test: &str, journal: &std::path::Path, limits: &Limits) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.args([test, "--exact", "--nocapture", "--test-threads=1", "--include-ignored"]);
    command.env(JOURNAL, journal).stdin(Stdio::null()).stdout(Stdio::null());
    if let Some(memory) = limits.memory {
        command.env(MEMORY, memory.to_string());
    }
    Ok(command)
}
