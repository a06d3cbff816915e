//! Watching a child: how it ended, of what, and on which input.

use std::io;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::crash::{Crash, Kind};
use crate::process::journal::{Entry, Journal, Page};
use crate::process::limits::Limits;
use crate::process::stderr_tail::StderrTail;

/// How a child ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// Outside of a test: it did what it was told, and this is what it said.
    Finished(ExitStatus, String),
    /// In the middle of a test.
    Crashed(Crash),
}

/// Starts a child of `command` and waits for its end. A child that is too long at one test is ended.
///
/// When `stop` is set, the child is told to come to an end.
///
/// Looks at the journal rather than to set a timer for each test: a timer takes longer than most tests.
///
/// ```
/// use std::process::Command;
/// use std::sync::atomic::AtomicBool;
///
/// use forall_sys::process::{End, Journal, Kind, Limits, watch};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// # if cfg!(unix) {
/// let (journal, stop) = (Journal::open(&path)?, AtomicBool::new(false));
/// let mut child = Command::new("false");
/// let end = watch(&mut child, &journal, &Limits::default(), &stop)?;
/// assert!(matches!(end, End::Finished(status, _) if !status.success()));
///
/// journal.slot().begin(17, 0, &[1, 2]); // as a child does at each test
/// let end = watch(&mut child, &journal, &Limits::default(), &stop)?;
/// assert!(matches!(end, End::Crashed(crash) if crash.kind == Kind::Exit(1)));
/// # }
/// # std::io::Result::Ok(())
/// ```
pub fn watch(
    command: &mut Command,
    journal: &Journal,
    limits: &Limits,
    stop: &AtomicBool,
) -> io::Result<End> {
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    let said = StderrTail::of(child.stderr.take());
    let ended = wait(&mut child, journal, limits.test, stop);
    if ended.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    let said = said.hear();
    let (status, endless) = ended?;
    let (kind, entries) = match endless {
        Some(entry) => (Kind::Endless, vec![entry]),
        None => (Kind::of(status, &said), journal.slots().filter_map(Page::entry).collect()),
    };
    if entries.is_empty() {
        return Ok(End::Finished(status, said));
    }
    Ok(End::Crashed(Crash { kind, message: kind.message(&said), entries }))
}

/// How it ended; and if we ended it, what it was at.
fn wait(
    child: &mut process::Child,
    journal: &Journal,
    limit: Duration,
    stop: &AtomicBool,
) -> io::Result<(ExitStatus, Option<Entry>)> {
    const SHORTEST: Duration = Duration::from_micros(50);
    const LONGEST: Duration = Duration::from_millis(5);
    let mut nap = SHORTEST;
    let mut pulses: Vec<(u64, Instant)> =
        journal.slots().map(|slot| (slot.count(), Instant::now())).collect();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok((status, None));
        }
        for (slot, (count, since)) in journal.slots().zip(&mut pulses) {
            if !slot.is_busy() || slot.count() != *count {
                (*count, *since) = (slot.count(), Instant::now());
            } else if since.elapsed() > limit
                && let Some(entry) = slot.entry()
                && slot.count() == *count
            {
                child.kill()?;
                return Ok((child.wait()?, Some(entry)));
            }
        }
        journal.stop().store(u64::from(stop.load(Ordering::Relaxed)), Ordering::Relaxed);
        thread::sleep(nap);
        nap = (nap * 2).min(LONGEST);
    }
}
