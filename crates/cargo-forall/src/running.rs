//! A test that is running in a process of its own.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use crate::error::Error;
use crate::harness::Ended;
use crate::results::Run;
use crate::signals::Signals;

/// A test that is running.
#[derive(Debug)]
pub(crate) struct Running {
    /// What the harness calls it.
    pub(crate) path: String,
    child: Child,
    /// What it says on its way, and what its process says when it dies.
    says: JoinHandle<String>,
    results: PathBuf,
}

/// A test that ran.
#[derive(Debug)]
pub(crate) struct Done {
    /// What the harness calls it.
    pub(crate) path: String,
    pub(crate) ended: Ended,
    /// What it wrote down, if it came so far.
    pub(crate) run: Option<Run>,
    pub(crate) says: String,
}

impl Running {
    /// Starts it. What the test itself prints goes nowhere, since it would print it for every input.
    pub(crate) fn start(
        mut command: Command,
        path: String,
        results: PathBuf,
    ) -> Result<Running, Error> {
        let cannot = Error::cannot("start a test");
        // What was there is of another run.
        let _ = std::fs::remove_file(&results);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(cannot)?;
        let mut stderr = child.stderr.take().expect("it is piped");
        let says = std::thread::spawn(move || {
            let mut says = Vec::new();
            let _ = stderr.read_to_end(&mut says);
            String::from_utf8_lossy(&says).into_owned()
        });
        Ok(Running { path, child, says, results })
    }

    /// Is it over?
    pub(crate) fn is_over(&mut self) -> Result<bool, Error> {
        let status = self.child.try_wait().map_err(Error::cannot("wait for a test"))?;
        Ok(status.is_some())
    }

    /// Tells it of a signal that came.
    pub(crate) fn pass_on(&self, signals: &Signals) {
        signals.pass_on(&self.child);
    }

    /// What it wrote down so far.
    pub(crate) fn run(&self) -> Option<Run> {
        Run::read(&self.results).ok().flatten()
    }

    /// Waits until it is over.
    pub(crate) fn done(mut self, signals: &mut Signals) -> Result<Done, Error> {
        let status = signals.wait(&mut self.child).map_err(Error::cannot("wait for a test"))?;
        let (run, path) = (self.run(), self.path);
        let says = self.says.join().unwrap_or_default();
        Ok(Done { path, ended: Ended::of(status, signals), run, says })
    }
}
