//! The origins of mutants, and where they differ from them.
//!
//! libFuzzer mutates a mutant several times in a row if it was useless. The log returns the input that the first of them
//! was mutated from, since useless changes are not worth keeping.
//!
//! A guided run continues to mutate where the last useful change was: a parser that reads its input from front to back
//! gets stuck a little further on. Bytes cannot say where that is, so it is stored for each mutant. A fuzzer does not
//! report which mutants it keeps, but it passes them to the mutator again.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The number of recent mutants.
const RECENT: usize = 1 << 16;

/// The number of mutants that the fuzzer keeps. Beyond it, all are forgotten.
const MAX_KEPT: usize = 1 << 16;

/// The positions of the first changed choices, by the hashes of the mutants.
#[derive(Debug, Default)]
pub(super) struct ChangeLog {
    /// The recent mutants, each in the slot that its hash selects.
    recent: Vec<Option<Change>>,
    kept: HashMap<u64, usize>,
    /// The last mutant, and the bytes that it was mutated from.
    last: u64,
    origin: Vec<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Change {
    mutant: u64,
    position: usize,
}

impl ChangeLog {
    /// Adds a mutant of `origin`, and the position of its first changed choice.
    pub(super) fn add(&mut self, mutant: &[u8], position: usize, origin: &[u8]) {
        let mutant = hash(mutant);
        self.last = mutant;
        self.origin.clear();
        self.origin.extend_from_slice(origin);
        self.recent.resize(RECENT, None);
        self.recent[slot(mutant)] = Some(Change { mutant, position });
    }

    /// Returns what to mutate instead of `bytes`: if they are the last mutant, the bytes that it was mutated from.
    pub(super) fn origin<'b>(&'b self, bytes: &'b [u8]) -> &'b [u8] {
        if !self.recent.is_empty() && hash(bytes) == self.last { &self.origin } else { bytes }
    }

    /// Returns the position of the first changed choice of a mutant, if it is known.
    pub(super) fn position(&mut self, mutant: &[u8]) -> Option<usize> {
        let mutant = hash(mutant);
        if let Some(position) = self.kept.get(&mutant) {
            return Some(*position);
        }
        let change = self.recent.get(slot(mutant)).copied().flatten();
        let change = change.filter(|change| change.mutant == mutant)?;
        if self.kept.len() >= MAX_KEPT {
            self.kept.clear();
        }
        self.kept.insert(mutant, change.position);
        Some(change.position)
    }
}

fn slot(hash: u64) -> usize {
    hash as usize % RECENT
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mutants_that_come_back_stay_known() {
        let mut log = ChangeLog::default();
        log.add(b"kept", 7, b"");
        log.add(b"other", 8, b"");
        assert_eq!(log.position(b"kept"), Some(7));
        // Each of them replaces a random one, so hardly any of the earlier ones are left.
        for n in 0..20 * RECENT {
            log.add(&n.to_le_bytes(), n, b"");
        }
        assert_eq!(log.position(b"kept"), Some(7));
        assert_eq!(log.position(b"other"), None, "it was replaced by a later mutant");
        assert_eq!(log.position(b"unknown"), None);
    }

    #[test]
    fn the_last_mutant_leads_back_to_its_origin() {
        let mut log = ChangeLog::default();
        assert_eq!(log.origin(b"x"), b"x");
        log.add(b"mutant", 0, b"origin");
        assert_eq!(log.origin(b"mutant"), b"origin");
        assert_eq!(log.origin(b"other"), b"other");
    }
}
