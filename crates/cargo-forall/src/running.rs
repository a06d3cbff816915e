//! A test that is running in a process of its own.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;

use crate::error::Error;
use crate::harness::Ended;
use crate::outcome::Outcome;
use crate::results::Run;
use crate::signals::Signals;

/// So much of what a test says is kept: it may say something for every input. Its report comes last.
const SAID: usize = 1 << 20;

/// A test that is running.
#[derive(Debug)]
pub(crate) struct Running {
    /// What we call it.
    pub(crate) name: String,
    child: Child,
    /// What it says on its way, and what its process says when it dies.
    says: JoinHandle<String>,
    /// The file in which it writes down how it goes.
    pub(crate) results: PathBuf,
}

/// A test that ran.
#[derive(Debug)]
pub(crate) struct Done {
    /// What we call it.
    pub(crate) name: String,
    pub(crate) ended: Ended,
    /// What it wrote down, if it came so far; and else what came of it.
    pub(crate) run: Option<Run>,
    pub(crate) says: String,
}

impl Running {
    /// Starts it. What the test itself prints goes nowhere, since it would print it for every input.
    pub(crate) fn start(
        mut command: Command,
        name: String,
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
        let says = std::thread::spawn(move || last_of(&mut stderr));
        Ok(Running { name, child, says, results })
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
        let (run, name) = (self.run(), self.name);
        let says = self.says.join().unwrap_or_default();
        let mut done = Done { name, ended: Ended::of(status, signals), run, says };
        let (word, text) = (Outcome::of(&done).word(), format!("{}{}", done.says, done.ended));
        if let Some(run) = done.run.as_mut().filter(|run| run.end().is_none()) {
            run.lose(&self.results, word, &text);
        }
        Ok(done)
    }
}

/// The last of what is said, until there is no more. What cannot be read is not missed.
fn last_of(from: &mut impl Read) -> String {
    let (mut said, mut part) = (Vec::new(), vec![0; 64 << 10]);
    while let Ok(count @ 1..) = from.read(&mut part) {
        said.extend_from_slice(&part[..count]);
        if said.len() > 2 * SAID {
            said.drain(..said.len() - SAID);
        }
    }
    String::from_utf8_lossy(&said).into_owned()
}
