//! Tests that are running, each in its own process.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use crate::error::Error;
use crate::outcome::{FinishedTest, Outcome, TestExit};
use crate::results::Run;
use crate::signals::Signals;

/// The number of bytes of standard error that are retained. A test may print for every input; its report comes
/// last.
const MAX_STDERR: usize = 1 << 20;

/// A test that is running.
#[derive(Debug)]
pub(crate) struct RunningTest {
    /// The displayed name.
    pub(crate) name: String,
    /// The results file, to which the test appends lines. Empty if the test is not a property.
    pub(crate) results: PathBuf,
    child: Child,
    /// Reads standard error, and returns the end of it.
    stderr: JoinHandle<String>,
}

impl RunningTest {
    /// Starts a test. Its standard output is discarded, since it may print for every input.
    pub(crate) fn start(
        mut command: Command,
        name: String,
        results: PathBuf,
    ) -> Result<RunningTest, Error> {
        // The file of an earlier run would be shown as the progress of this one.
        let _ = std::fs::remove_file(&results);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(Error::cannot("start a test"))?;
        let mut pipe = child.stderr.take().expect("standard error is piped");
        let stderr = std::thread::spawn(move || read_end(&mut pipe));
        Ok(RunningTest { name, results, child, stderr })
    }

    /// Returns whether the process has ended.
    pub(crate) fn has_ended(&mut self) -> Result<bool, Error> {
        let status = self.child.try_wait().map_err(Error::cannot("wait for a test"))?;
        Ok(status.is_some())
    }

    /// Sends the last received signal to the process.
    pub(crate) fn forward_signal(&self, signals: &Signals) {
        signals.forward(&self.child);
    }

    /// Returns the lines that the test has written so far.
    pub(crate) fn run(&self) -> Option<Run> {
        Run::read(&self.results).ok().flatten()
    }

    /// Returns whether the test is a property. Other tests write no results.
    fn is_property(&self) -> bool {
        !self.results.as_os_str().is_empty()
    }

    /// Waits for the end of the process. If the test has not written how it ended, adds that to its results file.
    pub(crate) fn finish(mut self, signals: &mut Signals) -> Result<FinishedTest, Error> {
        let status = signals.wait(&mut self.child).map_err(Error::cannot("wait for a test"))?;
        let run = self.run();
        let has_ended = !self.is_property() || run.as_ref().is_some_and(|run| run.end().is_some());
        let mut test = FinishedTest {
            exit: TestExit::new(status, has_ended, signals.exit_code().is_some()),
            run,
            stderr: self.stderr.join().unwrap_or_default(),
            name: self.name,
        };
        let outcome = Outcome::new(&test);
        let text = format!("{}{}", test.stderr, test.exit);
        if let Some(run) = test.run.as_mut().filter(|run| run.end().is_none()) {
            run.append_lost(&self.results, outcome.word(), &text);
        }
        Ok(test)
    }
}

/// Reads until the end or an error, and returns the last part.
fn read_end(pipe: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        bytes.extend_from_slice(&buffer[..count]);
        if bytes.len() > 2 * MAX_STDERR {
            bytes.drain(..bytes.len() - MAX_STDERR);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
