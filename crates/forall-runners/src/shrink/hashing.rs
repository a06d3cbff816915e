//! Hashes of choices and of prints, to recognize what was tried.

use std::hash::{Hash, Hasher};

use crate::source::{ChoiceValue, Record};

/// Hashes the values of a record.
pub(super) fn hash_of(record: &Record) -> u64 {
    hash(record.choices.iter().map(|choice| &choice.value))
}

/// Hashes values.
pub(super) fn hash<'v>(values: impl Iterator<Item = &'v ChoiceValue>) -> u64 {
    hash_of_all(values)
}

/// Hashes what has a hash.
pub(super) fn hash_of_all<'v, V: Hash + 'v>(values: impl Iterator<Item = &'v V>) -> u64 {
    let mut mixer = Mixer(0);
    values.for_each(|value| value.hash(&mut mixer));
    mixer.finish()
}

/// A hasher that is faster than that of the standard library. It need not resist attacks.
struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            // The length is part of it, so that `"0"` differs from `"0\0"`.
            let salt = 0x9E37_79B9_7F4A_7C15 ^ chunk.len() as u64;
            let mixed = (self.0 ^ u64::from_le_bytes(word)).wrapping_add(salt);
            let wide = u128::from(mixed) * u128::from(0xF39C_C060_5CED_C835_u64);
            self.0 = (wide >> 64) as u64 ^ wide as u64;
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
