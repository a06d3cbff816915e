//! Tests that are running, each in its own process.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use forall_sys::process::kill_group;

use crate::error::Error;
use crate::outcome::{FinishedTest, Outcome, TestExit};
use crate::results::Run;
use crate::signals::{Signals, has_left_processes};

/// The number of bytes of standard error that are retained. A test may print for every input; its report comes
/// last.
const MAX_STDERR: usize = 1 << 20;

/// How long a process that a test left running may take to end by itself.
const MAX_WAIT: Duration = Duration::from_millis(500);

/// The note about such a process.
const LEFT_PROCESS: &str = "note: it left a process running\n";

/// A test that is running.
#[derive(Debug)]
pub(crate) struct RunningTest {
    /// The displayed name.
    pub(crate) name: String,
    /// The results file, to which the test appends lines. Empty if the test is not a property.
    pub(crate) results: PathBuf,
    process: TestProcess,
    stderr: StderrReader,
}

/// The process of a test. When it is dropped, all processes in its group are killed.
#[derive(Debug)]
struct TestProcess(Child);

impl Drop for TestProcess {
    fn drop(&mut self) {
        kill_group(&self.0);
        // Usually it has ended already. On Windows there are no groups.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
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
        let pipe = child.stderr.take().expect("standard error is piped");
        let stderr = StderrReader::read_from(pipe);
        Ok(RunningTest { name, results, process: TestProcess(child), stderr })
    }

    /// Returns whether the process has ended.
    pub(crate) fn has_ended(&mut self) -> Result<bool, Error> {
        let status = self.process.0.try_wait().map_err(Error::cannot("wait for a test"))?;
        Ok(status.is_some())
    }

    /// Sends the last received signal to the process.
    pub(crate) fn forward_signal(&self, signals: &Signals) {
        signals.forward(&self.process.0);
    }

    /// Returns the lines that the test has written so far.
    pub(crate) fn run(&self) -> Option<Run> {
        Run::read(&self.results).ok().flatten()
    }

    /// Kills the processes that the test has left running. Returns whether there were any. One that has left the group
    /// of the test is not killed, and is noticed only if it holds standard error.
    fn has_left_processes(&self) -> bool {
        let has_left = !wait_until(MAX_WAIT, || !has_left_processes(&self.process.0));
        if has_left {
            kill_group(&self.process.0);
        }
        !wait_until(MAX_WAIT, || self.stderr.is_finished()) || has_left
    }

    /// Returns whether the test is a property. Other tests write no results.
    fn is_property(&self) -> bool {
        !self.results.as_os_str().is_empty()
    }

    /// Waits for the end of the process, and ends the processes that it started. If the test has not written how it
    /// ended, adds that to its results file.
    pub(crate) fn finish(mut self, signals: &mut Signals) -> Result<FinishedTest, Error> {
        let status = signals.wait(&mut self.process.0).map_err(Error::cannot("wait for a test"))?;
        let note = if self.has_left_processes() { LEFT_PROCESS } else { "" };
        let run = self.run();
        let has_ended = !self.is_property() || run.as_ref().is_some_and(|run| run.end().is_some());
        let mut test = FinishedTest {
            exit: TestExit::new(status, has_ended, signals.exit_code().is_some()),
            run,
            stderr: self.stderr.text() + note,
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

/// Reads standard error on another thread, and retains the end of it.
#[derive(Debug)]
struct StderrReader {
    output: Arc<Mutex<Vec<u8>>>,
    thread: JoinHandle<()>,
}

impl StderrReader {
    fn read_from(mut pipe: impl Read + Send + 'static) -> StderrReader {
        let output = Arc::new(Mutex::new(Vec::new()));
        let shared = Arc::clone(&output);
        let thread = thread::spawn(move || read(&mut pipe, &shared));
        StderrReader { output, thread }
    }

    /// Returns whether everything is read.
    fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Returns the last part of what was read.
    fn text(&self) -> String {
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&output).into_owned()
    }
}

/// Reads until the end or an error.
fn read(pipe: &mut impl Read, output: &Mutex<Vec<u8>>) {
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = pipe.read(&mut buffer) {
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        output.extend_from_slice(&buffer[..count]);
        let excess = output.len().saturating_sub(MAX_STDERR);
        if excess > MAX_STDERR {
            output.drain(..excess);
        }
    }
}

/// Waits until the condition holds, but no longer than `max`. Returns whether it holds.
fn wait_until(max: Duration, condition: impl Fn() -> bool) -> bool {
    let since = Instant::now();
    while !condition() {
        if since.elapsed() > max {
            return false;
        }
        thread::sleep(Duration::from_millis(1));
    }
    true
}
