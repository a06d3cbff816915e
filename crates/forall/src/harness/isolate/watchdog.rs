//! The watchdog: reports a test that does not end although it is not isolated.
//!
//! The journal of such a test shows which input is running, so the tests do nothing for this. One thread of the process
//! looks at all journals from time to time. It counts only short steps of time: while the process is stopped, by Ctrl-Z
//! or because the machine sleeps, it counts nothing.

use std::fmt::Write as _;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak, mpsc};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use forall_sys::process::Entry;

use super::child::Child;
use crate::block::{print, regenerate};
use crate::harness::{Replay, Settings, Test, TestSize, output};
use crate::property::Erased;
use crate::report::Binding;
use crate::source::{Campaign, ChoiceSequence, Sizes, Source};

/// How long a test may run before it is reported, unless a setting says otherwise.
const DEFAULT_LIMIT: Duration = Duration::from_secs(60);
/// The longest interval between two looks at the journals.
const MAX_INTERVAL: Duration = Duration::from_secs(1);
/// How long printing the inputs may take.
const MAX_PRINT_TIME: Duration = Duration::from_secs(5);

/// A test that runs in this process.
struct Watched {
    test: Test,
    limit: Duration,
    process: Weak<Child>,
    /// The progress of each slot of the journal.
    progress: Vec<Progress>,
}

/// How long an input has been running.
#[derive(Clone, Copy, Default)]
struct Progress {
    /// The number of inputs that the slot has held.
    count: u64,
    time: Duration,
}

impl Watched {
    /// Looks at the test, `step` after the last time. Returns the input that exceeds the limit, if there is one.
    fn look(&mut self, process: &Child, step: Duration) -> Option<Entry> {
        let running = process.running();
        self.progress.resize(running.len(), Progress::default());
        for (count, progress) in running.into_iter().zip(&mut self.progress) {
            match count {
                Some(count) if count == progress.count => progress.time += step,
                _ => *progress = Progress { count: count.unwrap_or(0), time: Duration::ZERO },
            }
        }
        let slot = self.progress.iter().position(|progress| progress.time > self.limit)?;
        process.entry(slot)
    }
}

static WATCHED: Mutex<Vec<Watched>> = Mutex::new(Vec::new());

/// Watches a test that runs in this process. The setting `test_timeout` is the limit; 0 turns this off.
pub(super) fn watch(test: &Test, settings: &Settings, process: &Arc<Child>) {
    let limit = settings.test_timeout.unwrap_or(DEFAULT_LIMIT);
    if limit.is_zero() {
        return;
    }
    let process = Arc::downgrade(process);
    let watched = Watched { test: *test, limit, process, progress: Vec::new() };
    WATCHED.lock().unwrap_or_else(PoisonError::into_inner).push(watched);
    if let Some(thread) = watchdog() {
        thread.unpark();
    }
}

/// Returns the thread that watches, which the first call starts. Without threads, nothing is watched.
fn watchdog() -> Option<&'static Thread> {
    static THREAD: OnceLock<Option<Thread>> = OnceLock::new();
    let start = || {
        let thread = thread::Builder::new().name("forall-watchdog".to_owned());
        thread.spawn(look_forever).ok().map(|handle| handle.thread().clone())
    };
    THREAD.get_or_init(start).as_ref()
}

fn look_forever() {
    let mut last = Instant::now();
    loop {
        let interval = {
            let watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
            watched.iter().map(|watched| (watched.limit / 4).min(MAX_INTERVAL)).min()
        };
        let Some(interval) = interval else {
            thread::park();
            last = Instant::now();
            continue;
        };
        // A new test with a shorter limit interrupts this.
        thread::park_timeout(interval);
        let step = last.elapsed().min(2 * interval);
        last = Instant::now();
        look(step).iter().for_each(report);
    }
}

/// A test that exceeds its limit.
struct Overdue {
    test: Test,
    limit: Duration,
    entry: Entry,
    property: Option<Erased>,
    campaign: Option<Campaign>,
}

/// Looks at all tests, `step` after the last time. Returns those that exceed their limits, and watches them no longer.
fn look(step: Duration) -> Vec<Overdue> {
    let mut overdue = Vec::new();
    let mut watched = WATCHED.lock().unwrap_or_else(PoisonError::into_inner);
    watched.retain_mut(|watched| {
        let Some(process) = watched.process.upgrade() else { return false };
        let Some(entry) = watched.look(&process, step) else { return true };
        let Watched { test, limit, .. } = *watched;
        let property = process.property();
        overdue.push(Overdue { test, limit, entry, property, campaign: process.campaign() });
        false
    });
    overdue
}

/// Reports a test that does not end.
fn report(overdue: &Overdue) {
    let Overdue { test, limit, entry, .. } = overdue;
    output::notice(&format!("forall: a test of `{}` has been running for {limit:?}\n", test.name));
    // The next lines need code under test, which may crash.
    let source = Source::from_words(&entry.words).filter(|_| entry.whole);
    let printed = source.as_ref().and_then(|source| printed(source, overdue.property.as_ref()?));
    let mut text = String::new();
    for Binding { name, value } in printed.iter().flat_map(|printed| &printed.bindings) {
        let _ = writeln!(text, "  {name} = {value}");
    }
    if printed.is_none() {
        text.push_str("  its inputs cannot be printed\n");
    }
    let numbered = source.and_then(|source| by_number(&source, overdue));
    let replay = numbered.or(printed.map(|printed| Replay::Choices(printed.choices)));
    if let Some(replay) = replay {
        let _ = writeln!(text, "  replay: {}", test.command(&replay));
    }
    text.push_str("  set FORALL_ISOLATE=1 to stop such a test and report it as a failure\n");
    output::notice(&text);
}

/// Returns the replay of a test that was generated from the seed and its number.
fn by_number(source: &Source, overdue: &Overdue) -> Option<Replay> {
    let campaign = overdue.campaign?;
    let number = overdue.entry.number;
    let is_same = |sizes: Sizes| {
        let mut words = Vec::new();
        Campaign { sizes, ..campaign }.source(number).to_words(&mut words);
        words == overdue.entry.words
    };
    let limited = |doublings| is_same(campaign.sizes.with_list_doublings(doublings));
    let size = source.size();
    let size = if is_same(Sizes::Fixed(size)) {
        TestSize::Fixed(size)
    } else if is_same(campaign.sizes) {
        TestSize::Numbered
    } else {
        TestSize::Limited((0..8).find(|doublings| limited(*doublings))?)
    };
    Some(Replay::Test { seed: campaign.seed, number, size })
}

struct Printed {
    bindings: Vec<Binding>,
    choices: ChoiceSequence,
}

/// Generates the inputs again and prints them, on another thread: this may not end either.
fn printed(source: &Source, property: &Erased) -> Option<Printed> {
    let source = source.clone();
    let property = property.clone();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let Some(case) = regenerate(&property, source) else { return };
        let bindings = print(&property, &case.inputs);
        let choices = ChoiceSequence(case.record.values());
        let _ = sender.send(Printed { bindings, choices });
    });
    receiver.recv_timeout(MAX_PRINT_TIME).ok()
}
