//! The journal: what is being tested at this moment, in a file that outlives the process.

use std::io;
use std::path::Path;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use forall_coverage::mapped::Words;

use crate::child::Task;

/// What is being tested at this moment.
///
/// It is written to memory that is mapped from a file, so it costs no more than other memory, and is there
/// when the process is not.
#[derive(Debug)]
pub struct Journal {
    words: Words,
}

/// What a process was at when it was last heard of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of the test.
    pub test: u64,
    /// Its choices, [encoded](crate::Choice::encode).
    pub choices: Vec<u64>,
    /// Are these all? What is very long is cut off.
    pub whole: bool,
}

// Where things are.
const STATE: usize = 0;
const TEST: usize = 1;
const LENGTH: usize = 2;
const TASK: usize = 3;
const FROM: usize = 4;
const HEAD: usize = 8;

// The states of a test.
const IDLE: u64 = 0;
const BUSY: u64 = 1;

// The tasks of a child.
const RUN: u64 = 0;
const REPLAY: u64 = 1;

impl Journal {
    /// So many words of choices are kept.
    pub const MOST: usize = 8192 - HEAD;

    /// Opens the journal at `path`, or begins one.
    pub fn open(path: &Path) -> io::Result<Journal> {
        Ok(Journal { words: Words::open(path, HEAD + Journal::MOST)? })
    }

    /// Test number `test` begins, with these choices.
    #[inline]
    pub fn begin(&self, test: u64, choices: &[u64]) {
        let kept = &choices[..choices.len().min(Journal::MOST)];
        for (place, word) in self.words[HEAD..].iter().zip(kept) {
            place.store(*word, Relaxed);
        }
        self.words[LENGTH].store(choices.len() as u64, Relaxed);
        self.words[TEST].store(test, Relaxed);
        // Last, so that who sees it sees all of the above.
        self.words[STATE].store(BUSY, Release);
    }

    /// The test has ended, in whichever way, and the process lives.
    #[inline]
    pub fn end(&self) {
        self.words[STATE].store(IDLE, Release);
    }

    /// The test that is under way, or was when the process died.
    ///
    /// A journal that was left behind by a process that no longer is tells here on which input it died.
    pub fn entry(&self) -> Option<Entry> {
        self.is_busy().then(|| Entry {
            test: self.words[TEST].load(Relaxed),
            choices: self.choices(),
            whole: self.words[LENGTH].load(Relaxed) <= Journal::MOST as u64,
        })
    }

    fn choices(&self) -> Vec<u64> {
        let length = self.words[LENGTH].load(Relaxed).min(Journal::MOST as u64) as usize;
        let kept = &self.words[HEAD..HEAD + length];
        kept.iter().map(|word| word.load(Relaxed)).collect()
    }

    /// Is a test under way?
    pub(crate) fn is_busy(&self) -> bool {
        self.words[STATE].load(Acquire) == BUSY
    }

    /// Changes with every test that begins or ends.
    pub(crate) fn pulse(&self) -> (u64, u64) {
        (self.words[STATE].load(Acquire), self.words[TEST].load(Relaxed))
    }

    /// Tells the next child what to do.
    pub fn assign(&self, task: &Task) {
        match task {
            Task::Run { from } => {
                self.words[FROM].store(*from, Relaxed);
                self.words[TASK].store(RUN, Relaxed);
            }
            Task::Replay(choices) => {
                // It is written as a test that begins, which is where the child will read it.
                self.begin(0, choices);
                self.words[TASK].store(REPLAY, Relaxed);
            }
        }
        self.words[STATE].store(IDLE, Release);
    }

    /// What the child shall do.
    pub fn task(&self) -> Task {
        match self.words[TASK].load(Relaxed) {
            REPLAY => Task::Replay(self.choices()),
            _ => Task::Run { from: self.words[FROM].load(Relaxed) },
        }
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
    fn only_a_test_that_began_and_did_not_end_is_told() {
        let (folder, journal) = journal();
        assert_eq!(journal.entry(), None);
        journal.begin(17, &[1, 2, 3]);
        let expected = Entry { test: 17, choices: vec![1, 2, 3], whole: true };
        let again = Journal::open(&folder.path().join("journal")).unwrap();
        assert_eq!(again.entry(), Some(expected));
        journal.end();
        assert_eq!(again.entry(), None);
    }

    #[test]
    fn what_is_too_long_is_cut_off() {
        let (_folder, journal) = journal();
        let long: Vec<u64> = (0..Journal::MOST as u64 + 5).collect();
        journal.begin(1, &long);
        let entry = journal.entry().unwrap();
        assert_eq!((&entry.choices[..], entry.whole), (&long[..Journal::MOST], false));
    }

    #[test]
    fn tasks_are_passed_on() {
        let (_folder, journal) = journal();
        for task in [Task::Run { from: 3 }, Task::Replay(vec![9, 8]), Task::Replay(vec![])] {
            journal.assign(&task);
            assert_eq!(journal.task(), task);
            assert_eq!(journal.entry(), None, "a task is no test yet");
        }
    }
}
