//! The journal: the inputs that are being tested, in a file that outlives the process.
//!
//! ```text
//!   header │ task │ found │ slot │ slot │ … │ results
//! ```
//!
//! `task` is the input that the parent wants the child to run, if any. `found` is the first failing input of
//! the child. Each thread of the child has a slot for the input that it runs. Each of these pages has its
//! state in the header, so that the parent reads only one page of memory to see whether tests are running.
//! The results are those of earlier inputs: which of them passed, and which crashed.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

use crate::mapped::{MappedWords, store_all};

use crate::process::slots::SLOTS;

/// The memory that parent and child processes share: the task of the child, the inputs that it runs, and the
/// results of earlier inputs.
///
/// It is mapped from a file. So writing to it costs no more than writing to other memory, and the contents
/// outlive the process.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
///
/// use forall_sys::process::Journal;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// let journal = Journal::open(&path)?;
/// journal.task().begin(1, 0, &[42]); // written by the parent
/// journal.found().begin(9, 0, &[7]); // written by the child
/// journal.record_result(5, Journal::PASSED);
/// journal.phase().fetch_add(1, Relaxed);
/// journal.steps_written().fetch_add(1, Relaxed);
/// journal.shrink_time_left().store(10_000, Relaxed);
/// journal.stop().store(1, Relaxed);
/// journal.started_at().store(1_700_000_000_000_000, Relaxed);
///
/// journal.reset();
/// assert!(journal.found().entry().is_none() && journal.task().entry().is_some());
/// assert!(journal.slots().all(|slot| !slot.is_busy()));
/// assert_eq!((journal.results(), journal.phase().load(Relaxed)), (vec![(5, 0)], 0));
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Journal {
    words: MappedWords,
}

/// A page of a journal, which holds one input.
///
/// ```
/// use forall_sys::process::{Entry, Journal};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// let journal = Journal::open(&path)?;
/// let input = [4, 2];
/// journal.slot().begin(17, 0, &input);
/// assert_eq!((journal.slot().is_busy(), journal.slot().count()), (true, 1));
/// let entry = Entry { number: 17, key: 0, words: input.to_vec(), whole: true };
/// assert_eq!(journal.slot().entry(), Some(entry));
/// journal.slot().end();
/// assert!(!journal.slot().resume(18, &input) && journal.slot().resume(17, &input));
/// # std::io::Result::Ok(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Page<'j> {
    journal: &'j Journal,
    number: usize,
}

/// An input of a test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number of the test.
    pub number: u64,
    /// The key for the result of the input. 0 if the result is not recorded.
    pub key: u64,
    /// The encoded choices of the input.
    pub words: Vec<u64>,
    /// Whether these are all words. Inputs longer than [`Journal::MAX_INPUT_WORDS`] are truncated.
    pub whole: bool,
}

// The positions of words in the header.
const PHASE_WORD: usize = 0;
const STEPS_WRITTEN_WORD: usize = 1;
const LOG_LEN_WORD: usize = 2;
const SHRINK_TIME_LEFT_WORD: usize = 3;
const STOP_WORD: usize = 4;
const STARTED_AT_WORD: usize = 5;
const FIRST_PAGE_HEADER: usize = PAGE_HEADER_WORDS;

// The positions of words in the header of a page.
const STATE_WORD: usize = 0;
const NUMBER_WORD: usize = 1;
const KEY_WORD: usize = 2;
const LENGTH_WORD: usize = 3;
const COUNT_WORD: usize = 4;
/// The size of the header of a page: one cache line, so that threads that write to different pages do not
/// wait for each other.
const PAGE_HEADER_WORDS: usize = 8;

// The states of a page.
const IDLE: u64 = 0;
const BUSY: u64 = 1;

/// The size of a page. Parts that were never written take no space on the disk.
const PAGE_WORDS: usize = 1 << 16;
const PAGES: usize = 2 + SLOTS;
/// The size of the header: one page of memory.
const HEADER_WORDS: usize = 512;
const _: () = assert!(FIRST_PAGE_HEADER + PAGES * PAGE_HEADER_WORDS <= HEADER_WORDS);

/// The number of results that can be recorded.
const MAX_RESULTS: usize = 1 << 16;
/// The number of results that are reserved for crashes. An input whose crash is not recorded would crash
/// every child again.
const RESERVED_FOR_CRASHES: usize = 1 << 10;

impl Journal {
    /// The number of words of an input that are kept.
    pub const MAX_INPUT_WORDS: usize = PAGE_WORDS;

    /// The result of an input that did not crash the process.
    pub const PASSED: u64 = 0;

    /// Opens the journal at `path`, or creates it.
    pub fn open(path: &Path) -> io::Result<Journal> {
        Ok(Journal {
            words: MappedWords::open(path, HEADER_WORDS + PAGES * PAGE_WORDS + 2 * MAX_RESULTS)?,
        })
    }

    /// Returns the page for the input that the child should run.
    #[inline]
    pub fn task(&self) -> Page<'_> {
        self.page(0)
    }

    /// Returns the page for the failing input that the child has found.
    #[inline]
    pub fn found(&self) -> Page<'_> {
        self.page(1)
    }

    /// Returns the page for the input that this thread runs.
    #[inline]
    pub fn slot(&self) -> Page<'_> {
        self.page(2 + crate::process::slots::mine())
    }

    /// Returns the pages of all threads.
    pub fn slots(&self) -> impl Iterator<Item = Page<'_>> {
        (2..PAGES).map(|page| self.page(page))
    }

    #[inline]
    fn page(&self, number: usize) -> Page<'_> {
        Page { journal: self, number }
    }

    /// Returns the recorded results: the key of an input, and its result.
    pub fn results(&self) -> Vec<(u64, u64)> {
        let count = (self.words[LOG_LEN_WORD].load(Acquire) as usize).min(MAX_RESULTS);
        let pair = |at: usize| (self.log(at)[0].load(Relaxed), self.log(at)[1].load(Relaxed));
        (0..count).map(pair).collect()
    }

    /// Records the result of the input with this key. Only one thread may call this at a time. If there is no
    /// space, the result is dropped.
    pub fn record_result(&self, key: u64, result: u64) {
        let count = self.words[LOG_LEN_WORD].load(Relaxed);
        let reserved = if result == Journal::PASSED { RESERVED_FOR_CRASHES } else { 0 };
        if (count as usize) < MAX_RESULTS - reserved {
            self.log(count as usize)[0].store(key, Relaxed);
            self.log(count as usize)[1].store(result, Relaxed);
            self.words[LOG_LEN_WORD].store(count + 1, Release);
        }
    }

    fn log(&self, at: usize) -> &[AtomicU64] {
        let start = HEADER_WORDS + PAGES * PAGE_WORDS + 2 * at;
        &self.words[start..start + 2]
    }

    /// Returns the phase of the run. The child defines the numbers.
    pub fn phase(&self) -> &AtomicU64 {
        &self.words[PHASE_WORD]
    }

    /// Returns the number of shrink steps that were written to files.
    pub fn steps_written(&self) -> &AtomicU64 {
        &self.words[STEPS_WRITTEN_WORD]
    }

    /// Returns one more than the number of milliseconds that are left for shrinking, or 0 if there is no
    /// limit.
    pub fn shrink_time_left(&self) -> &AtomicU64 {
        &self.words[SHRINK_TIME_LEFT_WORD]
    }

    /// Returns the flag that asks the child to stop: 1 if it should.
    pub fn stop(&self) -> &AtomicU64 {
        &self.words[STOP_WORD]
    }

    /// Returns the time when the first child started, in microseconds of a clock that all processes share. 0
    /// if no child has started.
    pub fn started_at(&self) -> &AtomicU64 {
        &self.words[STARTED_AT_WORD]
    }

    /// Prepares the journal for the next child. Keeps the task and the recorded results.
    pub fn reset(&self) {
        self.words[PHASE_WORD].store(0, Relaxed);
        self.words[STOP_WORD].store(0, Relaxed);
        self.found().end();
        self.slots().for_each(Page::end);
    }
}

impl<'j> Page<'j> {
    /// Stores an input, and marks the page as busy: the test of the input starts.
    #[inline]
    pub fn begin(self, number: u64, key: u64, words: &[u64]) {
        let head = self.head();
        // A reader that sees one of the words below sees, after its own fence, that the page is idle or that
        // the count has changed. So it discards what it has read.
        fence(Release);
        store_all(self.input(), &words[..words.len().min(Journal::MAX_INPUT_WORDS)]);
        head[LENGTH_WORD].store(words.len() as u64, Relaxed);
        head[NUMBER_WORD].store(number, Relaxed);
        head[KEY_WORD].store(key, Relaxed);
        // These come last, so that a reader that sees them sees all of the words above.
        head[COUNT_WORD].store(head[COUNT_WORD].load(Relaxed).wrapping_add(1), Release);
        head[STATE_WORD].store(BUSY, Release);
    }

    /// Marks the page as busy again if its last input is this one. Returns whether it is.
    #[inline]
    pub fn resume(self, number: u64, words: &[u64]) -> bool {
        let head = self.head();
        let same = head[NUMBER_WORD].load(Relaxed) == number
            && head[LENGTH_WORD].load(Relaxed) == words.len() as u64
            && words.first().is_some_and(|first| self.input()[0].load(Relaxed) == *first);
        if same {
            head[STATE_WORD].store(BUSY, Release);
        }
        same
    }

    /// Marks the page as idle: the test has ended, and the process has not crashed.
    #[inline]
    pub fn end(self) {
        self.head()[STATE_WORD].store(IDLE, Release);
    }

    /// Returns the number of inputs that were stored in this page.
    pub fn count(self) -> u64 {
        self.head()[COUNT_WORD].load(Acquire)
    }

    /// Returns the input whose test is running, or was running when the process crashed. If the page is idle,
    /// or its input changes during the call, returns `None`.
    pub fn entry(self) -> Option<Entry> {
        if !self.is_busy() {
            return None;
        }
        let head = self.head();
        let count = self.count();
        let length = head[LENGTH_WORD].load(Relaxed);
        let kept = length.min(Journal::MAX_INPUT_WORDS as u64) as usize;
        let entry = Entry {
            number: head[NUMBER_WORD].load(Relaxed),
            key: head[KEY_WORD].load(Relaxed),
            words: self.input()[..kept].iter().map(|word| word.load(Relaxed)).collect(),
            whole: length <= Journal::MAX_INPUT_WORDS as u64,
        };
        fence(Acquire);
        (self.is_busy() && self.count() == count).then_some(entry)
    }

    /// Returns whether the test of an input is running.
    pub fn is_busy(self) -> bool {
        self.head()[STATE_WORD].load(Acquire) == BUSY
    }

    #[inline]
    fn head(self) -> &'j [AtomicU64; PAGE_HEADER_WORDS] {
        let (lines, _) = self.journal.words.as_chunks();
        &lines[FIRST_PAGE_HEADER / PAGE_HEADER_WORDS + self.number]
    }

    #[inline]
    fn input(self) -> &'j [AtomicU64] {
        &self.journal.words[HEADER_WORDS + self.number * PAGE_WORDS..][..PAGE_WORDS]
    }
}

#[cfg(test)]
#[cfg(all(unix, target_pointer_width = "64"))]
mod tests {
    use super::*;

    fn journal() -> (tempfile::TempDir, Journal) {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("journal")).unwrap();
        (folder, journal)
    }

    #[test]
    fn an_entry_is_visible_between_begin_and_end() {
        let (folder, journal) = journal();
        assert_eq!(journal.slot().entry(), None);
        journal.slot().begin(17, 5, &[1, 2, 3]);
        let expected = Entry { number: 17, key: 5, words: vec![1, 2, 3], whole: true };
        let again = Journal::open(&folder.path().join("journal")).unwrap();
        let entries: Vec<Entry> = again.slots().filter_map(Page::entry).collect();
        assert_eq!(entries, [expected]);
        journal.slot().end();
        assert_eq!(again.slots().filter_map(Page::entry).count(), 0);
    }

    #[test]
    fn only_the_last_input_is_resumed() {
        let (_folder, journal) = journal();
        journal.slot().begin(3, 0, &[1, 2]);
        journal.slot().end();
        assert!(!journal.slot().resume(4, &[1, 2]) && !journal.slot().resume(3, &[2, 2]));
        assert!(!journal.slot().is_busy());
        assert!(journal.slot().resume(3, &[1, 2]) && journal.slot().is_busy());
    }

    /// All words of an input are its number, so that a mixture of two inputs would be detected.
    #[test]
    fn an_entry_that_changes_while_it_is_read_is_not_returned() {
        const LAST: u64 = 20_000;
        let (_folder, journal) = journal();
        let page = journal.task();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 1..=LAST {
                    page.begin(number, number, &vec![number; number as usize % 300]);
                    if number < LAST {
                        page.end();
                    }
                }
            });
            while page.count() < LAST {
                let Some(Entry { number, key, words, .. }) = page.entry() else { continue };
                let expected = (number, vec![number; number as usize % 300]);
                assert_eq!((key, words), expected, "input {number}");
            }
        });
        assert_eq!(page.entry().map(|entry| entry.number), Some(LAST));
    }

    #[test]
    fn each_thread_has_a_slot() {
        let (_folder, journal) = journal();
        journal.slot().begin(1, 0, &[1]);
        std::thread::scope(|scope| {
            scope.spawn(|| journal.slot().begin(2, 0, &[2]));
        });
        let entries = journal.slots().filter_map(Page::entry);
        let mut numbers: Vec<u64> = entries.map(|entry| entry.number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [1, 2]);
    }

    #[test]
    fn long_inputs_are_truncated() {
        let (_folder, journal) = journal();
        let long: Vec<u64> = (0..Journal::MAX_INPUT_WORDS as u64 + 5).collect();
        journal.task().begin(1, 0, &long);
        let entry = journal.task().entry().unwrap();
        assert_eq!((&entry.words[..], entry.whole), (&long[..Journal::MAX_INPUT_WORDS], false));
        assert_eq!(journal.found().entry(), None, "the rest does not spill into the next page");
    }

    #[test]
    fn space_is_reserved_for_crashes() {
        let (_folder, journal) = journal();
        (1..=MAX_RESULTS as u64).for_each(|key| journal.record_result(key, Journal::PASSED));
        assert_eq!(journal.results().len(), MAX_RESULTS - RESERVED_FOR_CRASHES);
        journal.record_result(7, 1);
        assert_eq!(journal.results().last(), Some(&(7, 1)));
    }

    #[test]
    fn a_reset_keeps_results() {
        let (_folder, journal) = journal();
        journal.record_result(7, 0);
        journal.record_result(8, 3);
        journal.slot().begin(1, 0, &[]);
        journal.reset();
        assert_eq!(journal.results(), [(7, 0), (8, 3)]);
        assert_eq!(journal.slot().entry(), None);
    }
}
