//! The journal: the inputs that are being tested, in a file that outlives the process.
//!
//! ```text
//!   header │ task │ found │ slot │ slot │ …
//! ```
//!
//! The task is the input that the parent wants the child to run, if any. Found is the first failing input of
//! the child. Each thread of the child has a slot for the input that it runs. Each of these pages has its
//! state in the header, so that the parent reads only one page of memory to see whether tests are running.
//!
//! Most inputs are short, so a page is small. The rest of a long input is in a file of its own, which exists
//! only if it is needed. Another file has the results of earlier inputs: which of them passed, and which
//! crashed. The disk has space for a file before it is mapped: otherwise a full disk would kill the process.

mod page;

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use crate::mapped::{MappedWords, store_all};

use crate::process::slots::SLOTS;

pub use self::page::{Entry, Page};

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
/// journal.finished().store(1, Relaxed);
/// journal.time_used().store(3_000, Relaxed);
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
    path: PathBuf,
    words: MappedWords,
    /// The rest of a long input of each page, once it was needed. `None` if there is no space for it.
    long: [OnceLock<Option<MappedWords>>; PAGES],
    results: Option<MappedWords>,
}

// The positions of words in the header.
const PHASE_WORD: usize = 0;
const STEPS_WRITTEN_WORD: usize = 1;
const LOG_LEN_WORD: usize = 2;
const SHRINK_TIME_LEFT_WORD: usize = 3;
const STOP_WORD: usize = 4;
const STARTED_AT_WORD: usize = 5;
const FINISHED_WORD: usize = 6;
const FORMAT_WORD: usize = 7;
const FIRST_PAGE_HEADER: usize = PAGE_HEADER_WORDS;

/// The size of the header of a page: one cache line, so that threads that write to different pages do not
/// wait for each other.
const PAGE_HEADER_WORDS: usize = 8;

/// The number of words of an input that are in the page itself.
const PAGE_WORDS: usize = 128;
const PAGES: usize = 2 + SLOTS;
/// The size of the header: one page of memory.
const HEADER_WORDS: usize = 512;
const _: () = assert!(FIRST_PAGE_HEADER + PAGES * PAGE_HEADER_WORDS <= TIME_USED_WORD);
const TIME_USED_WORD: usize = HEADER_WORDS - 1;

/// Identifies this format of a journal. A file in another format is replaced.
const FORMAT: u64 = 0x666f_7261_6c6c_0002;

/// The number of results that can be recorded.
const MAX_RESULTS: usize = 1 << 16;
/// The number of results that are reserved for crashes. An input whose crash is not recorded would crash
/// every child again.
const RESERVED_FOR_CRASHES: usize = 1 << 10;

impl Journal {
    /// The number of words of an input that are kept.
    pub const MAX_INPUT_WORDS: usize = 1 << 16;

    /// The result of an input that did not crash the process.
    pub const PASSED: u64 = 0;

    /// Opens the journal at `path`, or creates it.
    ///
    /// # Errors
    ///
    /// If the files cannot be created or mapped, for example because the disk is full.
    pub fn open(path: &Path) -> io::Result<Journal> {
        let mut journal = Journal::without_results(path)?;
        journal.results = Some(MappedWords::open(&with_suffix(path, ".results"), 2 * MAX_RESULTS)?);
        Ok(journal)
    }

    /// Opens the journal at `path`, or creates it. It does not store results.
    ///
    /// ```
    /// use forall_sys::process::Journal;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("journal");
    /// let journal = Journal::without_results(&path)?;
    /// journal.record_result(5, Journal::PASSED);
    /// assert_eq!(journal.results(), []);
    /// # std::io::Result::Ok(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the file cannot be created or mapped, for example because the disk is full.
    pub fn without_results(path: &Path) -> io::Result<Journal> {
        clear_other_format(path);
        let words = MappedWords::open(path, HEADER_WORDS + PAGES * PAGE_WORDS)?;
        words[FORMAT_WORD].store(FORMAT, Relaxed);
        let long = [const { OnceLock::new() }; PAGES];
        Ok(Journal { path: path.to_owned(), words, long, results: None })
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
        let Some(results) = &self.results else { return Vec::new() };
        let count = (self.words[LOG_LEN_WORD].load(Acquire) as usize).min(MAX_RESULTS);
        let (pairs, _) = results.as_chunks();
        pairs[..count]
            .iter()
            .map(|[key, result]| (key.load(Relaxed), result.load(Relaxed)))
            .collect()
    }

    /// Records the result of the input with this key. Only one thread may call this at a time. If there is no
    /// space, the result is dropped.
    pub fn record_result(&self, key: u64, result: u64) {
        let Some(results) = &self.results else { return };
        let count = self.words[LOG_LEN_WORD].load(Relaxed);
        let reserved = if result == Journal::PASSED { RESERVED_FOR_CRASHES } else { 0 };
        if (count as usize) < MAX_RESULTS - reserved {
            store_all(&results[2 * count as usize..], &[key, result]);
            self.words[LOG_LEN_WORD].store(count + 1, Release);
        }
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

    /// Returns the flag that says that the child has written its report, and is about to exit: 1 if it has.
    pub fn finished(&self) -> &AtomicU64 {
        &self.words[FINISHED_WORD]
    }

    /// Returns the number of milliseconds that earlier runs of the test took, whose results are discarded.
    pub fn time_used(&self) -> &AtomicU64 {
        &self.words[TIME_USED_WORD]
    }

    /// Prepares the journal for the next child. Keeps the task and the recorded results.
    pub fn reset(&self) {
        self.words[PHASE_WORD].store(0, Relaxed);
        self.words[STOP_WORD].store(0, Relaxed);
        self.words[FINISHED_WORD].store(0, Relaxed);
        self.found().end();
        self.slots().for_each(Page::end);
    }
}

/// Empties the file at `path` if it is not a journal in this format. It stays the same file, which may be locked.
fn clear_other_format(path: &Path) {
    let format = || -> io::Result<u64> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start((FORMAT_WORD * size_of::<u64>()) as u64))?;
        let mut word = [0; 8];
        file.read_exact(&mut word)?;
        Ok(u64::from_ne_bytes(word))
    };
    if format().ok() != Some(FORMAT) {
        // The file is usually missing. Other problems occur again when it is opened.
        let _ = File::options().write(true).truncate(true).open(path);
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut path = OsString::from(path);
    path.push(suffix);
    PathBuf::from(path)
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

    /// All words of an input are its number, so that a mixture of two inputs would be detected.
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
    fn a_journal_in_another_format_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal");
        std::fs::write(&path, [1; 100_000]).unwrap();
        let journal = Journal::without_results(&path).unwrap();
        assert!(journal.slots().all(|slot| !slot.is_busy() && slot.count() == 0));
        journal.slot().begin(1, 0, &[]);
        assert!(Journal::without_results(&path).unwrap().slot().is_busy(), "the second is not");
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
