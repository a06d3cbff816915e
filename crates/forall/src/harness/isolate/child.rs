//! The process that runs a test: it writes each input to the journal before it runs the input, and knows the
//! results of earlier processes.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use forall_sys::process::{Entry, Journal, Page, TEST_SURVIVED, enter_child, terminate};

use super::journaling::{Act, Answer, Journaling};
use super::known_results::{self, Memory, PASSES, crash};
use crate::block::{print, regenerate};
use crate::harness::process::{Ended, Process};
use crate::harness::{Error, StartTime, Test, interrupt, output};
use crate::panics;
use crate::property::Erased;
use crate::report::{Counterexample, Failure, FailureEvent, Report, Reruns, Shrinking, Verdict};
use crate::runner::{self, Options};
use crate::shrink::Alternating;
use crate::source::{Campaign, ChoiceSequence, Policy, Source};

/// The files in the folder that parent and child share.
pub(super) const JOURNAL: &str = "journal";
pub(super) const REPORT: &str = "report";
pub(super) const CRASHES: &str = "crashes";
pub(super) const NOTICES: &str = "notices";

/// The phase of a child whose runner runs. Before that, it runs regressions.
pub(super) const RUNNER: u64 = 1;

/// The time that a run gets, even if earlier processes have used all of its time.
const MIN_TIME: Duration = Duration::from_secs(1);

/// The process that runs a test.
#[derive(Debug)]
pub(super) struct Child {
    pub(super) journal: Journal,
    role: Role,
    /// Whether results are stored by key. While the runner runs, that would take too long.
    remembers: AtomicBool,
    memory: Mutex<Memory>,
    pub(super) crashes: Vec<Failure>,
    /// After this, only inputs with a known result are considered.
    pub(super) deadline: Option<Instant>,
    pub(super) cut_short: AtomicBool,
    /// The number of shrink steps that this process has written.
    noted: AtomicU64,
    /// The number of the test that failed first.
    failed: AtomicU64,
    /// Messages that must be seen even if the test passes.
    notices: Mutex<String>,
    /// The property, without a layer.
    property: OnceLock<Erased>,
    /// The numbered tests of the run.
    campaign: OnceLock<Campaign>,
    /// The first input whose destructor panicked.
    dropped: OnceLock<DroppedInput>,
}

/// An input whose destructor panicked.
#[derive(Debug)]
struct DroppedInput {
    number: u64,
    words: Vec<u64>,
}

#[derive(Debug)]
enum Role {
    /// A child, which shares this folder with its parent.
    Child(PathBuf),
    /// The test binary's own process, which holds a lock on the journal.
    Alone { _lock: File },
}

/// The task of a child.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Task {
    /// Run the whole test.
    Run,
    /// Run only this input, on which an earlier process crashed.
    Replay(Entry),
}

impl Child {
    /// Returns the child process, if this is one that was started for this test.
    pub(super) fn here(test: &Test) -> Result<Option<Arc<Child>>, Error> {
        let Some(entered) = enter_child(&test.property_name().test_path()) else {
            return Ok(None);
        };
        let folder = entered.folder;
        if let Some(min) = entered.min_memory {
            let min = min >> 20;
            let name = test.name;
            let error = format!(
                "`memory_limit` is too small: the process of `{name}` needs {min} MB before it runs a test"
            );
            write_report(&folder, "error", &error);
        }
        let trouble =
            |error| Error(format!("{} cannot be read: {error}", folder.join(JOURNAL).display()));
        let journal = Journal::open(&folder.join(JOURNAL)).map_err(trouble)?;
        let crashes = fs::read_to_string(folder.join(CRASHES)).unwrap_or_default();
        let left = journal.shrink_time_left().load(Ordering::Relaxed);
        let deadline = left.checked_sub(1).map(Duration::from_millis);
        let mut inside = Child::new(journal, Role::Child(folder));
        inside.remembers = AtomicBool::new(true);
        inside.crashes = crashes.split_terminator('\x1e').filter_map(crash).collect();
        inside.deadline = deadline.and_then(|left| Instant::now().checked_add(left));
        let known = inside.journal.results();
        inside.memory =
            Mutex::new(Memory { known: known.into_iter().collect(), ..Memory::default() });
        panics::print_caught();
        let inside = Arc::new(inside);
        stop_with_parent(&inside);
        Ok(Some(inside))
    }

    /// Describes the test binary's own process.
    pub(super) fn alone(journal: Journal, lock: File) -> Child {
        Child::new(journal, Role::Alone { _lock: lock })
    }

    /// Returns the inputs whose tests have begun and not ended, without those that are too long for the journal.
    pub(super) fn unfinished(&self) -> Vec<Entry> {
        self.journal.slots().filter_map(Page::entry).filter(|entry| entry.whole).collect()
    }

    /// Returns for each slot the number of inputs that it has held, or `None` if no test is running in it.
    pub(super) fn running(&self) -> Vec<Option<u64>> {
        self.journal.slots().map(|slot| slot.is_busy().then(|| slot.count())).collect()
    }

    /// Returns the input that is running in this slot.
    pub(super) fn entry(&self, slot: usize) -> Option<Entry> {
        self.journal.slots().nth(slot).and_then(Page::entry)
    }

    /// Returns the property, once it is known.
    pub(super) fn property(&self) -> Option<Erased> {
        self.property.get().cloned()
    }

    /// Returns the numbered tests of the run, once they are known.
    pub(super) fn campaign(&self) -> Option<Campaign> {
        self.campaign.get().copied()
    }

    /// Returns whether a test has begun and not ended.
    pub(super) fn is_testing(&self) -> bool {
        self.journal.slots().any(Page::is_busy)
    }

    /// Forgets the inputs whose tests have not ended.
    pub(super) fn reset(&self) {
        self.journal.reset();
    }

    fn new(journal: Journal, role: Role) -> Child {
        Child {
            journal,
            role,
            remembers: AtomicBool::new(false),
            memory: Mutex::default(),
            crashes: Vec::new(),
            deadline: None,
            cut_short: AtomicBool::new(false),
            noted: AtomicU64::new(0),
            failed: AtomicU64::new(u64::MAX),
            notices: Mutex::default(),
            property: OnceLock::new(),
            campaign: OnceLock::new(),
            dropped: OnceLock::new(),
        }
    }

    fn task(&self) -> Task {
        match self.journal.task().entry() {
            Some(entry) if self.is_child() => Task::Replay(entry),
            _ => Task::Run,
        }
    }

    pub(super) fn memory(&self) -> std::sync::MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records the first failing test. Later ones are repetitions, or simpler.
    fn fail(&self, number: u64) {
        let unset = u64::MAX;
        let order = Ordering::Relaxed;
        let _ = self.failed.compare_exchange(unset, number, order, order);
    }

    /// Writes the failure to the journal, so that it is not lost if a simpler one crashes.
    fn record_found(&self, choices: &ChoiceSequence) {
        let is_new = self.journal.phase().load(Ordering::Relaxed) == RUNNER
            && !self.journal.found().is_busy();
        if is_new {
            let mut words = Vec::new();
            Source::replay(choices.0.clone(), Policy::STRICT).to_words(&mut words);
            let number = self.failed.load(Ordering::Relaxed);
            self.journal.found().begin(number, 0, &words);
            self.remembers.store(self.is_child(), Ordering::Relaxed);
        }
    }

    /// Returns whether an earlier process has written this event.
    fn is_written(&self, count: u64) -> bool {
        self.is_child() && count <= self.journal.steps_written().load(Ordering::Relaxed)
    }
}

/// The interface for the layer around the property.
impl Child {
    /// Writes an input to the journal that is about to run. If it is known to crash, fails instead.
    pub(super) fn begin(&self, act: Act, number: u64, input: &[u64]) -> Answer {
        if self.remembers() {
            return self.begin_known(act, number, input);
        }
        let slot = self.journal.slot();
        // A guided run checks the inputs that it generated last.
        if act != Act::Check || !slot.resume(number, input) {
            slot.begin(number, 0, input);
        }
        Answer::Unknown(0)
    }

    /// Returns whether results are stored by key.
    pub(super) fn remembers(&self) -> bool {
        self.remembers.load(Ordering::Relaxed)
    }

    /// Records in the journal that the process survived the input.
    pub(super) fn end(&self) {
        if thread::panicking() {
            self.fail(self.journal.slot().entry().map_or(0, |entry| entry.number));
        }
        self.end_aside();
    }

    /// Records in the journal that the process survived user code that is not a test.
    pub(super) fn end_aside(&self) {
        if panics::was_printed() {
            // A caught panic is not the reason for a later crash.
            let _ = io::stderr().write_all(TEST_SURVIVED.as_bytes());
        }
        self.journal.slot().end();
    }

    /// Remembers an input whose destructor panicked.
    pub(super) fn record_drop_failure(&self, number: u64, words: &[u64]) {
        let _ = self.dropped.set(DroppedInput { number, words: words.to_vec() });
    }

    /// Stores the result of a test.
    pub(super) fn record(&self, key: u64, number: u64, verdict: &Verdict) {
        match verdict {
            Verdict::Pass if key != 0 => {
                let mut memory = self.memory();
                memory.known.insert(key, PASSES);
                self.journal.record_result(key, PASSES);
            }
            Verdict::Fail(_) => self.fail(number),
            _ => {}
        }
    }
}

impl Process for Child {
    fn is_child(&self) -> bool {
        matches!(self.role, Role::Child(_))
    }

    fn is_replay(&self) -> bool {
        self.task() != Task::Run
    }

    fn watch(self: Arc<Self>, property: &Erased) -> Erased {
        let _ = self.property.set(property.clone());
        property.layered(Journaling::new(self))
    }

    /// Runs one input at a time in a child, so that it is certain which one crashes.
    fn options(&self, options: Options) -> Options {
        let _ = self.campaign.set(options.campaign());
        if !self.is_child() {
            return options;
        }
        let used = Duration::from_millis(self.journal.time_used().load(Ordering::Relaxed));
        let left = |time: Duration| time.saturating_sub(used).max(MIN_TIME.min(time));
        let max_time = options.max_time.map(left);
        Options { shrinker: Arc::new(Alternating), max_time, ..options }
    }

    fn started(&self) -> StartTime {
        let now = StartTime::now();
        if !self.is_child() {
            return now;
        }
        match self.journal.started_at().load(Ordering::Relaxed) {
            0 => {
                self.journal.started_at().store(now.at.as_micros() as u64, Ordering::Relaxed);
                now
            }
            first => StartTime { at: Duration::from_micros(first), is_new: false },
        }
    }

    fn replay(&self, property: &Erased, options: &Options) -> Option<Report> {
        let Task::Replay(Entry { number, words, .. }) = self.task() else { return None };
        let source = Source::from_words(&words)?;
        let provenance = source.provenance();
        let mut report = runner::replay_source(property, options, number, source.clone());
        if let Some(again) = report.counterexample_mut() {
            again.provenance = provenance;
            return Some(report);
        }
        let size = source.size();
        let case = regenerate(property, source);
        let inputs = case.as_ref().map(|case| print(property, &case.inputs)).unwrap_or_default();
        let once = Counterexample {
            provenance,
            number,
            size,
            original: inputs.clone(),
            shrunk: inputs,
            choices: case.map(|case| ChoiceSequence(case.record.values())),
            shrinking: Shrinking {
                failure: self.crash(),
                repeats: Reruns { times: 1, ..Reruns::default() },
                ..Shrinking::default()
            },
            ..Counterexample::default()
        };
        Some(Report { outcome: once.into(), ..report })
    }

    fn start_search(&self) {
        self.remembers.store(false, Ordering::Relaxed);
        self.journal.phase().store(RUNNER, Ordering::Relaxed);
    }

    fn was_cut_short(&self) -> bool {
        self.cut_short.load(Ordering::Relaxed)
    }

    fn found(&self, choices: &ChoiceSequence) -> bool {
        self.record_found(choices);
        let next = 1 + self.noted.load(Ordering::Relaxed);
        !self.is_written(next)
    }

    fn was_noted(&self, _: &FailureEvent<'_>) -> bool {
        let count = 1 + self.noted.fetch_add(1, Ordering::Relaxed);
        self.is_written(count)
    }

    fn panicking_drop(&self) -> Option<(u64, Source)> {
        let DroppedInput { number, words } = self.dropped.get()?;
        Some((*number, Source::from_words(words)?))
    }

    fn crash_in_drop(&self) -> Option<Failure> {
        self.known_crash(Act::Drop, &[])
    }

    fn has_crashed_while_printing(&self) -> bool {
        self.crashes.iter().any(known_results::is_print_crash)
    }

    fn noted(&self) {
        let count = self.noted.load(Ordering::Relaxed);
        self.journal.steps_written().store(count, Ordering::Relaxed);
    }

    fn notice(&self, text: &str) {
        if self.is_child() {
            self.notices.lock().unwrap_or_else(PoisonError::into_inner).push_str(text);
        } else {
            output::notice(text);
        }
    }

    fn finish(&self, ended: &Result<Ended, Error>, gone: bool) {
        let Role::Child(folder) = &self.role else { return };
        let (word, text) = match ended {
            Ok(Ended { text, passed: true }) => ("passed", text.clone()),
            Ok(Ended { text, .. }) if gone => ("gone", text.clone()),
            Ok(Ended { text, .. }) => ("failed", text.clone()),
            Err(error) => ("error", error.to_string()),
        };
        let notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = fs::write(folder.join(NOTICES), &*notices);
        self.journal.finished().store(1, Ordering::Relaxed);
        write_report(folder, word, &text);
    }
}

/// Writes the report for the parent, and ends the process.
fn write_report(folder: &Path, word: &str, text: &str) -> ! {
    if let Err(error) = fs::write(folder.join(REPORT), format!("{word}\n{text}")) {
        // The parent finds no report, and prints this instead.
        let _ = fs::remove_file(folder.join(REPORT));
        output::notice(&format!("cannot write its report to {}: {error}\n", folder.display()));
        std::process::exit(1);
    }
    std::process::exit(0)
}

impl Child {
    /// Returns how the process crashed that ran the input to be replayed.
    fn crash(&self) -> Failure {
        let at = self.journal.task().entry().map_or(0, |entry| entry.key);
        let crash = (at as usize).checked_sub(1).and_then(|at| self.crashes.get(at));
        crash.cloned().unwrap_or_default()
    }
}

/// Starts a thread that stops this run when the parent has received a signal. If the run cannot end with a
/// report, ends the process.
fn stop_with_parent(inside: &Arc<Child>) {
    let inside = Arc::downgrade(inside);
    thread::spawn(move || {
        while let Some(inside) = inside.upgrade() {
            if inside.journal.stop().load(Ordering::Relaxed) != 0 {
                if interrupt::is_idle() {
                    terminate();
                }
                interrupt::stop_flag().store(true, Ordering::SeqCst);
            }
            drop(inside);
            thread::sleep(Duration::from_millis(50));
        }
    });
}

#[cfg(test)]
#[cfg(all(unix, target_pointer_width = "64"))]
mod tests {
    use super::*;
    use crate::property::{Erased, forall};
    use crate::runner::{Options, examples};

    fn inside(deadline: Option<Instant>) -> Child {
        let path = std::env::temp_dir().join(format!("forall-journal-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        let journal = Journal::open(&path).expect("tests may write there");
        fs::remove_file(&path).expect("it was made just now");
        let remembers = AtomicBool::new(true);
        Child { deadline, remembers, ..Child::new(journal, Role::Child(path)) }
    }

    /// Such an input counts neither as passing, which would lose a failure, nor as failing.
    #[test]
    fn an_input_without_time_to_run_has_no_result() {
        for (deadline, in_time) in [(None, true), (Some(Instant::now()), false)] {
            let inside = Arc::new(inside(deadline));
            let property = Erased::new(forall("x", 0..9_u8).check(|_| true));
            let property = inside.clone().watch(&property);
            let inputs = vec![crate::property::ErasedInputs::new((7_u8, ()))];
            let report = examples(&property, &Options::default(), inputs);
            assert_eq!((report.passed(), inside.was_cut_short()), (in_time, !in_time));
            assert!(report.counterexample().is_none());
        }
    }
}
