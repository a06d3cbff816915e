//! Watches a child process until it ends.

use std::io;
use std::process::{self, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::process::crash::{Crash, CrashKind};
use crate::process::journal::{Entry, Journal, Page};
use crate::process::lifetime::{continue_process, kill_group};
use crate::process::limits::Limits;
use crate::process::stderr_tail::StderrTail;

/// How a child process ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It ended outside of a test, with this status and this output on stderr.
    Finished(ExitStatus, String),
    /// It ended during a test.
    Crashed(Crash),
}

/// Starts `command` and waits until the child ends. If a test exceeds the time limit, or if the child does not
/// exit after its report, kills the child. Then kills all processes that are left in the group of the child.
///
/// The time while this process is stopped, for example by Ctrl-Z or because the machine sleeps, does not count.
///
/// When `stop` is set, asks the child to stop through a flag in the journal.
///
/// It polls the journal instead of setting a timer for each test, since setting a timer takes longer than
/// most tests.
///
/// # Errors
///
/// If the child cannot be started or waited for. In the second case the child is killed.
///
/// ```
/// use std::process::Command;
/// use std::sync::atomic::AtomicBool;
///
/// use forall_sys::process::{End, Journal, CrashKind, Limits, watch};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// # if cfg!(unix) {
/// let journal = Journal::open(&path)?;
/// let stop = AtomicBool::new(false);
/// let mut child = Command::new("false");
/// let end = watch(&mut child, &journal, &Limits::default(), &stop)?;
/// assert!(matches!(end, End::Finished(status, _) if !status.success()));
///
/// journal.slot().begin(17, 0, &[1, 2]); // a child does this before each test
/// let end = watch(&mut child, &journal, &Limits::default(), &stop)?;
/// assert!(matches!(end, End::Crashed(crash) if crash.kind == CrashKind::Exit(1)));
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
    let tail = StderrTail::read_from(child.stderr.take());
    let waited = wait(&mut child, journal, limits.test, stop);
    if waited.is_err() {
        let _ = child.kill();
        let _ = child.wait();
    }
    // The child may have started other processes, which may hold its stderr.
    kill_group(&child);
    let output = tail.finish();
    let Exit { status, timed_out } = waited?;
    let (kind, entries) = match timed_out {
        Some(entry) => (CrashKind::Timeout, vec![entry]),
        None => (CrashKind::of(status, &output), journal.slots().filter_map(Page::entry).collect()),
    };
    if entries.is_empty() {
        return Ok(End::Finished(status, output));
    }
    Ok(End::Crashed(Crash { kind, message: kind.message(&output), entries }))
}

/// The end of a process.
struct Exit {
    status: ExitStatus,
    /// The test that exceeded the time limit, if the process was killed for that.
    timed_out: Option<Entry>,
}

/// Measures time, without the time while this process is stopped.
struct Stopwatch {
    elapsed: Duration,
    last: Instant,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch { elapsed: Duration::ZERO, last: Instant::now() }
    }

    /// Adds the time since the last call, but at most `max`.
    fn advance(&mut self, max: Duration) {
        let now = Instant::now();
        self.elapsed += now.duration_since(self.last).min(max);
        self.last = now;
    }
}

/// The state of a slot when it last changed.
struct Progress {
    count: u64,
    since: Duration,
}

impl Progress {
    fn of(slot: Page<'_>, since: Duration) -> Progress {
        Progress { count: slot.count(), since }
    }
}

/// The time since a child last ran a test.
#[derive(Debug, Default)]
struct Pause {
    /// The number of inputs that all slots had held by then.
    tests: u64,
    since: Duration,
}

impl Pause {
    /// Returns whether the child has run no test for a long time. After that, starts again.
    fn is_long(&mut self, journal: &Journal, now: Duration) -> bool {
        let tests = journal.slots().fold(0_u64, |tests, slot| tests.wrapping_add(slot.count()));
        let is_long = now - self.since > MAX_PAUSE;
        if is_long || tests != self.tests || journal.slots().any(Page::is_busy) {
            *self = Pause { tests, since: now };
        }
        is_long
    }
}

/// The longest interval between two looks at the journal.
const MAX_INTERVAL: Duration = Duration::from_millis(5);
/// The longest time between two looks that counts. If it takes longer, this process was stopped.
const MAX_STEP: Duration = Duration::from_millis(50);
/// How long a child may run no test until it is continued. It may have stopped itself just after a test, where no time
/// limit applies.
const MAX_PAUSE: Duration = Duration::from_secs(5);
/// How long a child may take to exit after its report. Tools may write files then.
const MAX_EXIT_TIME: Duration = Duration::from_secs(5);

/// Waits until the child ends, or kills it when a test exceeds the time limit.
fn wait(
    child: &mut process::Child,
    journal: &Journal,
    limit: Duration,
    stop: &AtomicBool,
) -> io::Result<Exit> {
    const MIN_INTERVAL: Duration = Duration::from_micros(50);
    let mut interval = MIN_INTERVAL;
    let mut watch = Stopwatch::start();
    let mut finished_at = None;
    let mut pause = Pause::default();
    let mut progress: Vec<Progress> =
        journal.slots().map(|slot| Progress::of(slot, Duration::ZERO)).collect();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Exit { status, timed_out: None });
        }
        watch.advance(MAX_STEP);
        if let Some(entry) = overdue(journal, &mut progress, watch.elapsed, limit) {
            child.kill()?;
            return Ok(Exit { status: child.wait()?, timed_out: Some(entry) });
        }
        if journal.finished().load(Ordering::Relaxed) != 0 {
            let since = *finished_at.get_or_insert(watch.elapsed);
            if watch.elapsed - since > MAX_EXIT_TIME {
                child.kill()?;
            }
        }
        if pause.is_long(journal, watch.elapsed) {
            continue_process(child.id());
        }
        journal.stop().store(u64::from(stop.load(Ordering::Relaxed)), Ordering::Relaxed);
        thread::sleep(interval);
        interval = (interval * 2).min(MAX_INTERVAL);
    }
}

/// Returns the input of a test that exceeds the time limit, if there is one.
fn overdue(
    journal: &Journal,
    progress: &mut [Progress],
    now: Duration,
    limit: Duration,
) -> Option<Entry> {
    for (slot, progress) in journal.slots().zip(progress) {
        if !slot.is_busy() || slot.count() != progress.count {
            *progress = Progress::of(slot, now);
        } else if now - progress.since > limit
            && let Some(entry) = slot.entry()
            && slot.count() == progress.count
        {
            return Some(entry);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, target_pointer_width = "64"))]
    fn a_child_that_runs_no_test_is_continued() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("journal")).unwrap();
        let mut pause = Pause::default();
        let mut is_long = |seconds| pause.is_long(&journal, Duration::from_secs(seconds));
        assert!(!is_long(4), "it may be slow");
        journal.slot().begin(1, 0, &[]);
        assert!(!is_long(5));
        assert!(!is_long(9), "the time limit of the test applies");
        journal.slot().end();
        assert!(!is_long(14) && is_long(15), "it ran no test for six seconds");
        assert!(!is_long(19), "once");
    }

    #[test]
    fn a_stopped_process_measures_no_time() {
        let mut watch = Stopwatch::start();
        watch.last -= Duration::from_secs(60);
        watch.advance(MAX_STEP);
        assert_eq!(watch.elapsed, MAX_STEP);
        watch.last -= Duration::from_millis(3);
        watch.advance(MAX_STEP);
        assert!(watch.elapsed >= MAX_STEP + Duration::from_millis(3));
    }
}
