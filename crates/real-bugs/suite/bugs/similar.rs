//! Differences of sequences.

use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::bug::Bug;
use crate::input::input;

input! {
    enum Method { Myers, Patience, Lcs }
}

input! {
    /// A sequence, and edits of it: a position, whether to delete there, and what to insert.
    struct Edited { old: Vec<u8>, edits: Vec<(u8, bool, Option<u8>)>, method: Method }
}

/// The size of the alphabet, which makes elements repeat.
const LETTERS: u8 = 5;

impl Edited {
    fn old(&self) -> Vec<u8> {
        self.old.iter().map(|letter| letter % LETTERS).collect()
    }

    fn new_sequence(&self) -> Vec<u8> {
        let mut sequence = self.old();
        for (position, deletes, inserted) in self.edits.iter().take(6) {
            let position = usize::from(*position) % (sequence.len() + 1);
            if *deletes && position < sequence.len() {
                sequence.remove(position);
            }
            if let Some(letter) = inserted {
                sequence.insert(position, letter % LETTERS);
            }
        }
        sequence
    }

    fn algorithm(&self) -> Algorithm {
        match self.method {
            Method::Myers => Algorithm::Myers,
            Method::Patience => Algorithm::Patience,
            Method::Lcs => Algorithm::Lcs,
        }
    }
}

/// Applies the operations of a difference to the old sequence.
fn replay(operations: &[DiffOp], old: &[u8], new: &[u8]) -> Vec<u8> {
    let mut result = Vec::new();
    for operation in operations {
        match *operation {
            DiffOp::Equal { old_index, len, .. } => {
                result.extend_from_slice(&old[old_index..old_index + len]);
            }
            DiffOp::Insert { new_index, new_len, .. }
            | DiffOp::Replace { new_index, new_len, .. } => {
                result.extend_from_slice(&new[new_index..new_index + new_len]);
            }
            DiffOp::Delete { .. } => {}
        }
    }
    result
}

pub(crate) static LCS_OVERLAP: Bug<Edited> = Bug {
    name: "similar_lcs_overlap",
    package: "similar",
    law: "the operations of a difference turn the old sequence into the new one",
    link: "https://github.com/mitsuhiko/similar/issues/59",
    check: |edited| {
        let old = edited.old();
        let new = edited.new_sequence();
        let operations = capture_diff_slices(edited.algorithm(), &old, &new);
        assert_eq!(replay(&operations, &old, &new), new);
    },
    known_failure: || Edited {
        old: vec![0, 0, 0],
        edits: vec![(0, true, None)],
        method: Method::Lcs,
    },
};
