//! The supervisor: starts child processes, records their crashes, and prints the report of the last one. It runs no
//! code under test.

use std::collections::VecDeque;
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitStatus;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use forall_sys::process::{Crash, CrashKind, End, Entry, Journal, Limits, child_command, watch};

use super::child::{CRASHES, JOURNAL, NOTICES, REPORT, RUNNER};
use super::folder::Folder;
use super::journaling::Act;
use super::known_results;
use super::stack::Stack;
use super::timeouts::Timeouts;
use crate::harness::interrupt::{self, Listening};
use crate::harness::process::Ended;
use crate::harness::{Error, IGNORED_TESTS_VARIABLE, Settings, Test, ignored_tests_run, output};
use crate::report::text::Style;
use crate::report::{Failure, Origin};
use crate::source::Source;

/// How long to shrink a crash, unless a setting says otherwise.
const MAX_SHRINK_TIME: Duration = Duration::from_secs(10);
/// The number of timeouts that shrinking a hanging test may take.
const MAX_TIMEOUTS: u32 = 10;

/// Runs a test in child processes.
#[derive(Debug)]
pub(super) struct Supervisor<'t> {
    test: &'t Test,
    seed: u64,
    limits: Limits,
    /// How long to shrink a crash, if a setting says so.
    shrink_time: Option<Duration>,
    folder: Folder,
    journal: Journal,
    /// Inputs that may have caused a crash and have not been tried yet.
    suspects: VecDeque<Entry>,
    /// The crash of a process that was also running an input too long for the journal, which cannot be tried.
    unsaved_crash: Option<CrashKind>,
    /// Whether a slow input does not count as a crash, because it ran without a time limit before.
    excuses_slowness: bool,
    /// The input to try, or `None` for the whole test.
    task: Option<Entry>,
    crashes: Vec<Failure>,
    timeouts: Timeouts,
    stack: Stack,
    began: Instant,
    /// The end of shrinking.
    deadline: Option<Instant>,
    /// Whether the child must only report known results.
    is_finishing: bool,
    listening: Option<Listening>,
}

impl<'t> Supervisor<'t> {
    pub(super) fn new(test: &'t Test, settings: &Settings) -> Result<Supervisor<'t>, Error> {
        let folder = Folder::new().map_err(|error| cannot_write(&std::env::temp_dir(), &error))?;
        let journal = Journal::open(&folder.path().join(JOURNAL))
            .map_err(|error| cannot_write(folder.path(), &error))?;
        Ok(Supervisor {
            test,
            // All children belong to the same run.
            seed: settings.seed(&test.property_name().test_path()),
            limits: limits(settings),
            shrink_time: settings.shrink_time,
            folder,
            journal,
            suspects: VecDeque::new(),
            unsaved_crash: None,
            excuses_slowness: false,
            task: None,
            crashes: Vec::new(),
            timeouts: Timeouts::default(),
            stack: Stack::Usual,
            began: Instant::now(),
            deadline: None,
            is_finishing: false,
            listening: Some(Listening::begin()),
        })
    }

    /// Runs the whole test.
    pub(super) fn run(mut self) -> Result<Ended, Error> {
        Ok(self.last()?.ended)
    }

    /// Tries the inputs that may have crashed the last run. Returns the report if one of them crashes again. Without an
    /// explicit time limit, a slow input does not count: the last run may have been interrupted.
    pub(super) fn try_again(
        mut self,
        suspects: Vec<Entry>,
        is_limited: bool,
    ) -> Result<Option<Ended>, Error> {
        self.excuses_slowness = !is_limited;
        self.stack = Stack::Smaller;
        // Inputs that were not generated from choices, such as examples, run with the whole test.
        let known = suspects.into_iter().filter(|entry| Source::from_words(&entry.words).is_some());
        self.suspects = known.collect();
        self.task = self.suspects.pop_front();
        let Last { ended, gone } = self.last()?;
        Ok((!gone && !ended.passed).then_some(ended))
    }

    /// Starts children until one finishes without a crash.
    fn last(&mut self) -> Result<Last, Error> {
        loop {
            let mut child = child_command(
                &self.test.property_name().test_path(),
                self.folder.path(),
                &self.limits,
            )
            .map_err(cannot)?;
            child.env("FORALL_SEED", self.seed.to_string());
            child.env(IGNORED_TESTS_VARIABLE, ignored_tests_run().to_string());
            if output::style() == Style::Colour {
                child.env(output::COLOUR, "1");
            }
            self.stack.apply(&mut child);
            self.assign()?;
            let stop =
                if self.is_finishing { &AtomicBool::new(false) } else { interrupt::stop_flag() };
            let end = watch(&mut child, &self.journal, &self.limits, stop).map_err(cannot)?;
            let stopped = is_requested_stop(&end);
            match end {
                End::Finished(status, said) => match self.report() {
                    Some((_, true)) if !self.suspects.is_empty() && !stopped => {
                        self.task = self.suspects.pop_front();
                    }
                    Some((_, true)) if !stopped && self.excuse_timeout() => {}
                    Some((Ok(Ended { passed: true, .. }), _)) | None
                        if stopped && self.finish_early() => {}
                    Some((ended, _)) if stopped => return Err(self.interrupted(&ended?)),
                    Some((ended, gone)) => {
                        return match self.unsaved_crash {
                            Some(kind) if gone => Err(too_long(kind)),
                            _ => Ok(Last { ended: ended?, gone }),
                        };
                    }
                    None if stopped => return Err(self.interrupted(&self.so_far())),
                    None => return Err(self.lost(status, &said)),
                },
                End::Crashed(crash) if stopped => {
                    if !is_by_signal(&crash) {
                        self.record_crash(crash)?;
                    }
                    if !self.finish_early() {
                        return Err(self.interrupted(&self.so_far()));
                    }
                }
                End::Crashed(crash) if self.is_excused(&crash) => match self.suspects.pop_front() {
                    None => {
                        let ended = Ended { text: String::new(), passed: true };
                        return Ok(Last { ended, gone: true });
                    }
                    next => self.task = next,
                },
                End::Crashed(crash) => self.record_crash(crash)?,
            }
        }
    }

    /// Returns whether this is only a slow input that does not count as a crash.
    fn is_excused(&self, crash: &Crash) -> bool {
        let suspect = self.task.as_ref().map(|task| &task.words);
        // An input that is printed has failed already.
        let is_test = |entry: &Entry| known_results::act_aside(entry).is_none();
        self.excuses_slowness
            && crash.kind == CrashKind::Timeout
            && crash.entries.iter().all(|entry| Some(&entry.words) == suspect && is_test(entry))
    }

    /// If the input of the only crash exceeded the time limit and does not do so again, starts the whole test again.
    /// Returns whether it does.
    fn excuse_timeout(&mut self) -> bool {
        let is_first =
            self.crashes.len() == 1 && !self.excuses_slowness && self.unsaved_crash.is_none();
        if !is_first || !self.timeouts.excuse() {
            return false;
        }
        output::notice(&format!(
            "forall: a test of `{}` took longer than {:?}, but not when it was run again; it does not count\n",
            self.test.name, self.limits.test,
        ));
        self.crashes.clear();
        self.deadline = None;
        self.task = None;
        // The results of the last child are discarded, but it has used some of the time.
        self.journal.started_at().store(0, Ordering::Relaxed);
        let used = self.began.elapsed().as_millis() as u64;
        self.journal.time_used().store(used, Ordering::Relaxed);
        true
    }

    /// Finishes early after a signal. If a process has crashed, one more child must report it from known results.
    /// Returns whether to start it.
    fn finish_early(&mut self) -> bool {
        let is_first = !self.crashes.is_empty() && !self.is_finishing;
        if is_first {
            (self.is_finishing, self.deadline) = (true, Some(Instant::now()));
            if let Some(task) = self.task.as_ref().filter(|_| self.suspects.is_empty()) {
                let key = known_results::key(Act::Run, &task.words);
                self.journal.record_result(key, self.crashes.len() as u64);
            }
        }
        is_first
    }

    /// Returns the report so far, if no child can write it.
    fn so_far(&self) -> Ended {
        match self.crashes.last() {
            Some(crash) => {
                let text = format!("falsified: {}\n{}\n", self.test.name, crash.message);
                Ended { text, passed: false }
            }
            None => Ended { text: String::new(), passed: true },
        }
    }

    /// Ends this process after a signal, unless other tests have to print their reports first.
    fn interrupted(&mut self, ended: &Ended) -> Error {
        self.listening.take();
        // The process may exit without dropping anything.
        self.folder.remove();
        output::interrupted(ended);
        Error("interrupted".to_owned())
    }

    /// Writes the task of the next child.
    fn assign(&self) -> Result<(), Error> {
        let journal = &self.journal;
        journal.reset();
        match &self.task {
            Some(Entry { number, words, .. }) => {
                journal.task().begin(*number, self.crashes.len() as u64, words);
            }
            None => journal.task().end(),
        }
        let left = self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let left = left.map_or(0, |left| 1 + left.as_millis() as u64);
        journal.shrink_time_left().store(left, Ordering::Relaxed);
        let crashes: String = self.crashes.iter().map(known_results::line).collect();
        fs::write(self.folder.path().join(CRASHES), crashes)
            .map_err(|error| cannot_write(self.folder.path(), &error))
    }

    /// Records that an input crashes, and decides what comes next.
    fn record_crash(&mut self, crash: Crash) -> Result<(), Error> {
        if self.timeouts.must_repeat(&crash) {
            // A child that starts from the beginning would take the failure, which is saved, for an old one.
            self.task =
                self.journal.found().entry().filter(|found| found.whole).or(self.task.take());
            return Ok(());
        }
        let is_known = crash.entries.iter().all(|entry| entry.key != 0);
        if crash.kind == CrashKind::StackOverflow && is_known {
            self.stack = Stack::Larger;
        }
        self.crashes.push(self.failure(&crash));
        let default_time = match crash.kind {
            CrashKind::Timeout => MAX_SHRINK_TIME.max(self.limits.test * MAX_TIMEOUTS),
            _ => MAX_SHRINK_TIME,
        };
        let time = self.shrink_time.unwrap_or(default_time);
        self.deadline.get_or_insert_with(|| Instant::now() + time);
        // With several threads, any of the inputs may be the cause. They are tried one by one next.
        if let [Entry { key, .. }] = crash.entries[..]
            && key != 0
        {
            if self.journal.results().iter().any(|(known, _)| *known == key) {
                return Err(Error(format!(
                    "internal error: the child process {} before running any test",
                    crash.kind
                )));
            }
            self.journal.record_result(key, self.crashes.len() as u64);
        }
        let searched = self.journal.phase().load(Ordering::Relaxed) == RUNNER;
        match self.journal.found().entry() {
            // It crashed while the failure was shrunk.
            Some(found) if found.whole => self.task = Some(found),
            // The next child will reach the same point.
            Some(_) => {}
            None if searched => {
                let is_cut = crash.entries.iter().any(|entry| !entry.whole);
                self.unsaved_crash = is_cut.then_some(crash.kind);
                self.suspects = crash.entries.into_iter().filter(|entry| entry.whole).collect();
                self.task = self.suspects.pop_front();
                if self.task.is_none() {
                    return Err(too_long(crash.kind));
                }
            }
            None => {}
        }
        Ok(())
    }

    /// Describes a crash as a failure of the test.
    fn failure(&self, crash: &Crash) -> Failure {
        let aside = match &crash.entries[..] {
            [entry] => known_results::act_aside(entry),
            _ => None,
        };
        if let Some(act) = aside {
            let message = known_results::aside_message(act, crash.kind, self.limits.test);
            let message = message.unwrap_or_default();
            return Failure { origin: Origin::Crash(crash.origin()), message, step: None };
        }
        let message = match crash.kind {
            CrashKind::Timeout => format!("the test took longer than {:?}", self.limits.test),
            CrashKind::OutOfMemory if self.limits.memory < u64::MAX => {
                let limit = self.limits.memory >> 20;
                format!("the process ran out of memory: its limit is {limit} MB")
            }
            kind if crash.message.is_empty()
                || matches!(kind, CrashKind::StackOverflow | CrashKind::OutOfMemory) =>
            {
                format!("the process {kind}")
            }
            kind => format!("the process {kind}:\n  {}", crash.message.replace('\n', "\n  ")),
        };
        Failure { origin: Origin::Crash(crash.origin()), message, step: None }
    }

    /// Reads the report of the child, and whether the replayed input no longer fails.
    fn report(&self) -> Option<(Result<Ended, Error>, bool)> {
        let text = fs::read_to_string(self.folder.path().join(REPORT)).ok()?;
        let _ = fs::remove_file(self.folder.path().join(REPORT));
        output::notice(&fs::read_to_string(self.folder.path().join(NOTICES)).unwrap_or_default());
        let (word, text) = text.split_once('\n')?;
        let ended = match word {
            "error" => Err(Error(text.to_owned())),
            word => Ok(Ended { text: text.to_owned(), passed: word == "passed" }),
        };
        Some((ended, word == "gone"))
    }

    /// Describes a child that ended without a report.
    fn lost(&self, status: ExitStatus, said: &str) -> Error {
        let path = self.test.property_name().test_path();
        if status.success() {
            return Error(format!(
                "`isolate` runs the test `{path}` alone, but the test binary has no test of that name, or it ended early"
            ));
        }
        let from = said.char_indices().nth_back(999).map_or(0, |(at, _)| at);
        let said = said[from..].trim().replace('\n', "\n  ");
        Error(format!("the process of `{path}` ended outside of a test ({status})\n  {said}"))
    }
}

/// Returns the limits of the child processes. A time of 0 is no limit.
fn limits(settings: &Settings) -> Limits {
    let defaults = Limits::default();
    let test = settings.test_timeout.unwrap_or(defaults.test);
    Limits {
        test: if test.is_zero() { Duration::MAX } else { test },
        memory: settings.memory_limit.unwrap_or(defaults.memory),
    }
}

/// The report of the last child, and whether the replayed input no longer fails.
struct Last {
    ended: Ended,
    gone: bool,
}

/// Returns whether a signal caused this end. Ctrl-C and SIGTERM reach the child too, possibly a moment before they
/// reach this process.
fn is_requested_stop(end: &End) -> bool {
    const SIGNAL_DELAY: Duration = Duration::from_millis(200);
    let by_signal = match end {
        End::Finished(status, _) => status.code().is_none(),
        End::Crashed(crash) => is_by_signal(crash),
    };
    let since = Instant::now();
    loop {
        let requested = interrupt::stop_flag().load(Ordering::SeqCst);
        if requested || !by_signal || since.elapsed() > SIGNAL_DELAY {
            return requested;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

/// Returns whether it was ended by Ctrl-C or SIGTERM.
fn is_by_signal(crash: &Crash) -> bool {
    const SIGINT: i32 = 2;
    const SIGTERM: i32 = 15;
    matches!(crash.kind, CrashKind::Signal(SIGINT | SIGTERM))
}

fn too_long(kind: CrashKind) -> Error {
    Error(format!("the process {kind} on an input too long to save"))
}

fn cannot_write(folder: &Path, error: &io::Error) -> Error {
    Error(format!("cannot start a child process: cannot write to {}: {error}", folder.display()))
}

fn cannot(error: io::Error) -> Error {
    Error(format!("cannot start a child process: {error}"))
}
