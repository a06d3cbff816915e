//! The journal: what is being tested at this moment, in a file that outlives the process.
//!
//! ```text
//!   head │ task │ found │ slot │ slot │ … │ log
//! ```
//!
//! The task is what the supervisor wants; found is what the child has found; each thread of the child has
//! a slot, for the input it is at; all of these are in the head but for the words of the input, so that one
//! page of memory tells whether anything is under way. The log is what is known of inputs: those that were
//! survived, and those of which a child died.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

use crate::mapped::{MappedWords, store_all};

use crate::process::slots::SLOTS;

/// What a child is at, what it shall do, and what is known.
///
/// It is written to memory that is mapped from a file, so it costs no more than other memory, and is there
/// when the process is not.
///
/// ```
/// use std::sync::atomic::Ordering::Relaxed;
///
/// use forall_sys::process::Journal;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// let journal = Journal::open(&path)?;
/// journal.task().begin(1, 0, &[42]); // the parent, to the child
/// journal.found().begin(9, 0, &[7]); // the child, to the parent
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

/// A part of a journal that holds one input.
///
/// ```
/// use forall_sys::process::{Entry, Journal};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("journal");
/// let (journal, input) = (Journal::open(&path)?, [4, 2]);
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

/// An input, and whose it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// The number of the test.
    pub number: u64,
    /// Under what it is known in the log; 0 if it shall not be.
    pub key: u64,
    /// The input, in words.
    pub words: Vec<u64>,
    /// Are these all? What is very long is cut off.
    pub whole: bool,
}

// Where things are in the head.
const PHASE: usize = 0;
const NOTES: usize = 1;
const LOGGED: usize = 2;
const LEFT: usize = 3;
const STOP: usize = 4;
const BEGAN: usize = 5;
const GLOBAL: usize = LINE;

// Where things are in the head of a page.
const STATE: usize = 0;
const NUMBER: usize = 1;
const KEY: usize = 2;
const LENGTH: usize = 3;
const COUNT: usize = 4;
/// A line of the cache each: threads that write to one do not wait for others.
const LINE: usize = 8;

// The states of a page.
const IDLE: u64 = 0;
const BUSY: u64 = 1;

/// How long a page is. What is not written to takes no place on the disk.
const PAGE: usize = 1 << 16;
const PAGES: usize = 2 + SLOTS;
/// One page of memory.
const HEAD: usize = 512;
const _: () = assert!(GLOBAL + PAGES * LINE <= HEAD);

/// How much may be known.
const LOG: usize = 1 << 16;
/// So much of it is left to crashes: one that is not known would kill every child anew.
const CRASHES: usize = 1 << 10;

impl Journal {
    /// So many words of an input are kept.
    pub const MAX_INPUT_WORDS: usize = PAGE;

    /// What is known of an input that was survived.
    pub const PASSED: u64 = 0;

    /// Opens the journal at `path`, or begins one.
    pub fn open(path: &Path) -> io::Result<Journal> {
        Ok(Journal { words: MappedWords::open(path, HEAD + PAGES * PAGE + 2 * LOG)? })
    }

    /// What the child shall do.
    #[inline]
    pub fn task(&self) -> Page<'_> {
        self.page(0)
    }

    /// What the child has found.
    #[inline]
    pub fn found(&self) -> Page<'_> {
        self.page(1)
    }

    /// What this thread is at.
    #[inline]
    pub fn slot(&self) -> Page<'_> {
        self.page(2 + crate::process::slots::mine())
    }

    /// What all threads are at.
    pub fn slots(&self) -> impl Iterator<Item = Page<'_>> {
        (2..PAGES).map(|page| self.page(page))
    }

    #[inline]
    fn page(&self, number: usize) -> Page<'_> {
        Page { journal: self, number }
    }

    /// What is known of inputs: a key and an answer each.
    pub fn results(&self) -> Vec<(u64, u64)> {
        let count = (self.words[LOGGED].load(Acquire) as usize).min(LOG);
        let pair = |at: usize| (self.log(at)[0].load(Relaxed), self.log(at)[1].load(Relaxed));
        (0..count).map(pair).collect()
    }

    /// Remembers an answer. Only one thread may, at a time. What is too much is forgotten.
    pub fn record_result(&self, key: u64, answer: u64) {
        let count = self.words[LOGGED].load(Relaxed);
        let room = if answer == Journal::PASSED { LOG - CRASHES } else { LOG };
        if (count as usize) < room {
            self.log(count as usize)[0].store(key, Relaxed);
            self.log(count as usize)[1].store(answer, Relaxed);
            self.words[LOGGED].store(count + 1, Release);
        }
    }

    fn log(&self, at: usize) -> &[AtomicU64] {
        let start = HEAD + PAGES * PAGE + 2 * at;
        &self.words[start..start + 2]
    }

    /// How far the child has come, in a count of its own.
    pub fn phase(&self) -> &AtomicU64 {
        &self.words[PHASE]
    }

    /// How many steps were written to files.
    pub fn steps_written(&self) -> &AtomicU64 {
        &self.words[NOTES]
    }

    /// One more than the milliseconds that are left to look for something simpler; 0 if they are not counted.
    pub fn shrink_time_left(&self) -> &AtomicU64 {
        &self.words[LEFT]
    }

    /// Shall the child come to an end?
    pub fn stop(&self) -> &AtomicU64 {
        &self.words[STOP]
    }

    /// When the first child began, in microseconds of a clock that all share; 0 if none has.
    pub fn started_at(&self) -> &AtomicU64 {
        &self.words[BEGAN]
    }

    /// As if nothing had happened, but for what is known.
    pub fn reset(&self) {
        self.words[PHASE].store(0, Relaxed);
        self.words[STOP].store(0, Relaxed);
        self.found().end();
        self.slots().for_each(Page::end);
    }
}

impl<'j> Page<'j> {
    /// This input is under way from now on.
    #[inline]
    pub fn begin(self, number: u64, key: u64, words: &[u64]) {
        let head = self.head();
        // Who sees one of these words sees that nothing is under way, or what is counted below.
        fence(Release);
        store_all(self.input(), &words[..words.len().min(Journal::MAX_INPUT_WORDS)]);
        head[LENGTH].store(words.len() as u64, Relaxed);
        head[NUMBER].store(number, Relaxed);
        head[KEY].store(key, Relaxed);
        // Last, so that who sees them sees all of the above.
        head[COUNT].store(head[COUNT].load(Relaxed).wrapping_add(1), Release);
        head[STATE].store(BUSY, Release);
    }

    /// The input that was under way last is so again, if it is this one. Is it?
    #[inline]
    pub fn resume(self, number: u64, words: &[u64]) -> bool {
        let head = self.head();
        let same = head[NUMBER].load(Relaxed) == number
            && head[LENGTH].load(Relaxed) == words.len() as u64
            && words.first().is_some_and(|first| self.input()[0].load(Relaxed) == *first);
        if same {
            head[STATE].store(BUSY, Release);
        }
        same
    }

    /// It has come to its end, in whichever way, and the process lives.
    #[inline]
    pub fn end(self) {
        self.head()[STATE].store(IDLE, Release);
    }

    /// How many inputs have begun here.
    pub fn count(self) -> u64 {
        self.head()[COUNT].load(Acquire)
    }

    /// What is under way, or was when the process died. Nothing, if it ended while this was read.
    pub fn entry(self) -> Option<Entry> {
        if !self.is_busy() {
            return None;
        }
        let (head, count) = (self.head(), self.count());
        let length = head[LENGTH].load(Relaxed);
        let kept = length.min(Journal::MAX_INPUT_WORDS as u64) as usize;
        let entry = Entry {
            number: head[NUMBER].load(Relaxed),
            key: head[KEY].load(Relaxed),
            words: self.input()[..kept].iter().map(|word| word.load(Relaxed)).collect(),
            whole: length <= Journal::MAX_INPUT_WORDS as u64,
        };
        fence(Acquire);
        (self.is_busy() && self.count() == count).then_some(entry)
    }

    /// Is an input under way?
    pub fn is_busy(self) -> bool {
        self.head()[STATE].load(Acquire) == BUSY
    }

    #[inline]
    fn head(self) -> &'j [AtomicU64; LINE] {
        let (lines, _) = self.journal.words.as_chunks();
        &lines[GLOBAL / LINE + self.number]
    }

    #[inline]
    fn input(self) -> &'j [AtomicU64] {
        &self.journal.words[HEAD + self.number * PAGE..][..PAGE]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn journal() -> (tempfile::TempDir, Journal) {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(&folder.path().join("journal")).unwrap();
        (folder, journal)
    }

    #[test]
    fn only_what_began_and_did_not_end_is_told() {
        let (folder, journal) = journal();
        assert_eq!(journal.slot().entry(), None);
        journal.slot().begin(17, 5, &[1, 2, 3]);
        let expected = Entry { number: 17, key: 5, words: vec![1, 2, 3], whole: true };
        let again = Journal::open(&folder.path().join("journal")).unwrap();
        let told: Vec<Entry> = again.slots().filter_map(Page::entry).collect();
        assert_eq!(told, [expected]);
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

    /// All words of an input are its number, so that one of another is seen.
    #[test]
    fn what_is_written_to_meanwhile_is_not_told() {
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
                assert_eq!((key, words), expected, "of {number}");
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
        let mut told: Vec<u64> =
            journal.slots().filter_map(Page::entry).map(|e| e.number).collect();
        told.sort_unstable();
        assert_eq!(told, [1, 2]);
    }

    #[test]
    fn what_is_too_long_is_cut_off() {
        let (_folder, journal) = journal();
        let long: Vec<u64> = (0..Journal::MAX_INPUT_WORDS as u64 + 5).collect();
        journal.task().begin(1, 0, &long);
        let entry = journal.task().entry().unwrap();
        assert_eq!((&entry.words[..], entry.whole), (&long[..Journal::MAX_INPUT_WORDS], false));
        assert_eq!(journal.found().entry(), None, "what is cut off is not written elsewhere");
    }

    #[test]
    fn there_is_room_for_a_death_when_there_is_none_for_more_lives() {
        let (_folder, journal) = journal();
        (1..=LOG as u64).for_each(|key| journal.record_result(key, Journal::PASSED));
        assert_eq!(journal.results().len(), LOG - CRASHES);
        journal.record_result(7, 1);
        assert_eq!(journal.results().last(), Some(&(7, 1)));
    }

    #[test]
    fn what_is_learned_stays() {
        let (_folder, journal) = journal();
        journal.record_result(7, 0);
        journal.record_result(8, 3);
        journal.slot().begin(1, 0, &[]);
        journal.reset();
        assert_eq!(journal.results(), [(7, 0), (8, 3)]);
        assert_eq!(journal.slot().entry(), None);
    }
}
