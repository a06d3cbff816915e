//! Pages: one input each.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, fence};

use super::{FIRST_PAGE_HEADER, HEADER_WORDS, Journal, PAGE_HEADER_WORDS, PAGE_WORDS, with_suffix};
use crate::mapped::{MappedWords, store_all};

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
    pub(super) journal: &'j Journal,
    pub(super) number: usize,
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
    /// Whether these are all words. Inputs longer than [`Journal::MAX_INPUT_WORDS`] are truncated, and long ones
    /// if the disk is full.
    pub whole: bool,
}

// The positions of words in the header of a page.
const STATE_WORD: usize = 0;
const NUMBER_WORD: usize = 1;
const KEY_WORD: usize = 2;
const LENGTH_WORD: usize = 3;
const COUNT_WORD: usize = 4;
const KEPT_WORD: usize = 5;

// The states of a page.
const IDLE: u64 = 0;
const BUSY: u64 = 1;

impl<'j> Page<'j> {
    /// Stores an input, and marks the page as busy: the test of the input starts.
    #[inline]
    pub fn begin(self, number: u64, key: u64, words: &[u64]) {
        let head = self.head();
        // A reader that sees one of the words below sees, after its own fence, that the page is idle or that
        // the count has changed. So it discards what it has read.
        fence(Release);
        let (short, rest) = words.split_at(words.len().min(PAGE_WORDS));
        store_all(self.input(), short);
        let kept = if rest.is_empty() { short.len() } else { short.len() + self.store_rest(rest) };
        head[KEPT_WORD].store(kept as u64, Relaxed);
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
        let words = self.words(head[KEPT_WORD].load(Relaxed));
        let entry = Entry {
            number: head[NUMBER_WORD].load(Relaxed),
            key: head[KEY_WORD].load(Relaxed),
            whole: words.len() as u64 == length,
            words,
        };
        fence(Acquire);
        (self.is_busy() && self.count() == count).then_some(entry)
    }

    /// Returns whether the test of an input is running.
    pub fn is_busy(self) -> bool {
        self.head()[STATE_WORD].load(Acquire) == BUSY
    }

    /// Stores the words that do not fit into the page. Returns how many are stored: none if there is no space on
    /// the disk.
    #[cold]
    fn store_rest(self, rest: &[u64]) -> usize {
        let Some(long) = self.long(MappedWords::open) else { return 0 };
        let kept = rest.len().min(long.len());
        store_all(long, &rest[..kept]);
        kept
    }

    /// Returns the first `kept` words of the input, or fewer if the file for the rest is gone.
    fn words(self, kept: u64) -> Vec<u64> {
        let kept = kept.min(Journal::MAX_INPUT_WORDS as u64) as usize;
        let short = &self.input()[..kept.min(PAGE_WORDS)];
        let rest = match kept - short.len() {
            0 => &[],
            rest => self.long(MappedWords::open_existing).map_or(&[][..], |long| &long[..rest]),
        };
        short.iter().chain(rest).map(|word| word.load(Relaxed)).collect()
    }

    /// Returns the memory for the rest of a long input, which `open` maps if it is needed for the first time.
    fn long(self, open: fn(&Path, usize) -> io::Result<MappedWords>) -> Option<&'j [AtomicU64]> {
        let long = self.journal.long[self.number].get_or_init(|| {
            let path = with_suffix(&self.journal.path, &format!(".long-{}", self.number));
            open(&path, Journal::MAX_INPUT_WORDS - PAGE_WORDS).ok()
        });
        long.as_deref()
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
    fn long_inputs_are_truncated() {
        let (_folder, journal) = journal();
        let long: Vec<u64> = (0..Journal::MAX_INPUT_WORDS as u64 + 5).collect();
        journal.task().begin(1, 0, &long);
        let entry = journal.task().entry().unwrap();
        assert_eq!((&entry.words[..], entry.whole), (&long[..Journal::MAX_INPUT_WORDS], false));
        assert_eq!(journal.found().entry(), None, "the rest does not spill into the next page");
    }

    #[test]
    fn the_rest_of_a_long_input_has_its_own_file() {
        let (folder, journal) = journal();
        let size = |name| std::fs::metadata(folder.path().join(name)).map_or(0, |file| file.len());
        assert!(size("journal") < 32 << 10, "{}", size("journal"));
        let long: Vec<u64> = (0..PAGE_WORDS as u64 + 1).collect();
        journal.task().begin(1, 0, &long[..PAGE_WORDS]);
        assert_eq!(size("journal.long-0"), 0, "it is not needed");
        journal.task().begin(1, 0, &long);
        assert_eq!(size("journal.long-0"), 8 * (Journal::MAX_INPUT_WORDS - PAGE_WORDS) as u64);
        let other = Journal::open(&folder.path().join("journal")).unwrap();
        let entry = other.task().entry().unwrap();
        assert_eq!((&entry.words, entry.whole), (&long, true));
    }

    #[test]
    fn a_long_input_is_truncated_if_its_file_is_missing() {
        let (folder, journal) = journal();
        let long: Vec<u64> = (0..PAGE_WORDS as u64 + 1).collect();
        // No file can be created in the place of a folder.
        std::fs::create_dir(folder.path().join("journal.long-1")).unwrap();
        journal.found().begin(1, 0, &long);
        journal.task().begin(1, 0, &long);
        std::fs::remove_file(folder.path().join("journal.long-0")).unwrap();
        let other = Journal::open(&folder.path().join("journal")).unwrap();
        for page in [other.task(), other.found()] {
            let entry = page.entry().unwrap();
            assert_eq!((&entry.words[..], entry.whole), (&long[..PAGE_WORDS], false));
        }
    }
}
