//! Timeouts: an input counts as endless only if it exceeds the time limit twice. A process that is stopped by a
//! debugger, and one on a busy machine, exceed it once.

use std::collections::HashSet;

use forall_sys::process::{Crash, CrashKind};

/// The number of timeouts that are excused in one run. More of them are reported as flaky.
const MAX_EXCUSED: u32 = 3;

/// The timeouts of a run.
#[derive(Debug, Default)]
pub(super) struct Timeouts {
    /// The input that exceeded the limit once.
    unconfirmed: Option<Vec<u64>>,
    /// The inputs that exceeded the limit twice. Each input has to, because shrinking accepts every one of them.
    confirmed: HashSet<Vec<u64>>,
    excused: u32,
}

impl Timeouts {
    /// Returns whether the same child must be started again, because it is not certain that this is a crash.
    ///
    /// While a runner searches (the key is 0), this is not necessary: the next child runs this input only.
    pub(super) fn must_repeat(&mut self, crash: &Crash) -> bool {
        let (CrashKind::Timeout, [entry]) = (crash.kind, &crash.entries[..]) else { return false };
        if let Some(words) = self.unconfirmed.take_if(|words| *words == entry.words) {
            self.confirmed.insert(words);
        }
        if self.confirmed.contains(&entry.words) {
            return false;
        }
        self.unconfirmed = Some(entry.words.clone());
        entry.key != 0
    }

    /// Returns whether to excuse the last timeout, whose input does not exceed the limit again.
    pub(super) fn excuse(&mut self) -> bool {
        let is_excused = self.unconfirmed.is_some() && self.excused < MAX_EXCUSED;
        if is_excused {
            self.unconfirmed = None;
            self.excused += 1;
        }
        is_excused
    }
}

#[cfg(test)]
mod tests {
    use forall_sys::process::Entry;

    use super::*;

    fn crash(kind: CrashKind, word: u64, key: u64) -> Crash {
        let entry = Entry { key, words: vec![word], whole: true, ..Entry::default() };
        Crash { kind, message: String::new(), entries: vec![entry] }
    }

    #[test]
    fn the_second_timeout_of_an_input_counts() {
        let mut timeouts = Timeouts::default();
        assert!(!timeouts.must_repeat(&crash(CrashKind::Abort, 1, 9)), "it is not a timeout");
        assert!(timeouts.must_repeat(&crash(CrashKind::Timeout, 1, 9)));
        assert!(timeouts.must_repeat(&crash(CrashKind::Timeout, 2, 9)), "another input");
        assert!(!timeouts.must_repeat(&crash(CrashKind::Timeout, 2, 9)));
        assert!(!timeouts.must_repeat(&crash(CrashKind::Timeout, 2, 9)), "it is known");
        assert!(!timeouts.excuse());
        assert!(timeouts.must_repeat(&crash(CrashKind::Timeout, 3, 9)), "it may have been stopped");
        assert!(!timeouts.must_repeat(&crash(CrashKind::Timeout, 3, 9)));
    }

    #[test]
    fn some_timeouts_of_a_search_are_excused() {
        let mut timeouts = Timeouts::default();
        assert!(!timeouts.excuse(), "there was none");
        for excused in [true, true, true, false] {
            assert!(!timeouts.must_repeat(&crash(CrashKind::Timeout, 1, 0)));
            assert_eq!(timeouts.excuse(), excused);
        }
    }
}
