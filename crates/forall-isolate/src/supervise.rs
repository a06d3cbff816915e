//! The supervisor: starts a child, waits, and knows of what and on which input it died.

use std::io;
use std::process::{self, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::Task;
use crate::death::{Death, Kind};
use crate::journal::Journal;
use crate::limits::Limits;
use crate::words::LastWords;

/// How a child ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Outside of a test: it did what it was told, and the status and what it said are its verdict.
    Finished(ExitStatus, String),
    /// In the middle of a test.
    Died(Death),
}

/// What to do after a death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Start a child that goes on with the next test.
    Restart,
    /// No more.
    Stop,
}

/// Runs tests from number `from` in children of `command`, one after the other: each that dies is told to
/// `bury`, which says whether another goes on after it. Returns how the last one ended.
pub fn supervise(
    command: &mut Command,
    journal: &Journal,
    limits: &Limits,
    mut from: u64,
    mut bury: impl FnMut(&Death) -> Next,
) -> io::Result<End> {
    loop {
        journal.assign(&Task::Run { from });
        let end = watch(command, journal, limits)?;
        match &end {
            End::Died(death) if bury(death) == Next::Restart => from = death.entry.test + 1,
            _ => return Ok(end),
        }
    }
}

/// Runs one test, with these choices, in a child of `command`: what a shrinker asks.
pub fn probe(
    command: &mut Command,
    journal: &Journal,
    limits: &Limits,
    choices: &[u64],
) -> io::Result<End> {
    journal.assign(&Task::Replay(choices.to_vec()));
    watch(command, journal, limits)
}

/// Starts a child of `command` and waits for its end. A child that is too long at one test is ended.
///
/// Looks at the journal rather than to set a timer for each test: a timer takes longer than most tests.
pub fn watch(command: &mut Command, journal: &Journal, limits: &Limits) -> io::Result<End> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let said = LastWords::of(child.stderr.take());
    let ended = wait(&mut child, journal, limits.test);
    if ended.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let said = said.hear();
    let (status, endless) = ended?;
    let Some(entry) = journal.entry() else {
        return Ok(End::Finished(status, said));
    };
    let kind = if endless { Kind::Endless } else { Kind::of(status, &said) };
    Ok(End::Died(Death { kind, message: kind.message(&said), entry }))
}

/// How it ended, and whether we ended it.
fn wait(
    child: &mut process::Child,
    journal: &Journal,
    limit: Duration,
) -> io::Result<(ExitStatus, bool)> {
    const SHORTEST: Duration = Duration::from_micros(50);
    const LONGEST: Duration = Duration::from_millis(5);
    let (mut nap, mut pulse, mut since) = (SHORTEST, journal.pulse(), Instant::now());
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, false));
        }
        let now = journal.pulse();
        if now != pulse {
            (pulse, since) = (now, Instant::now());
        } else if journal.is_busy() && since.elapsed() > limit {
            child.kill()?;
            return Ok((child.wait()?, true));
        }
        thread::sleep(nap);
        nap = (nap * 2).min(LONGEST);
    }
}
