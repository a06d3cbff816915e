//! Hashing keys.

use std::hash::{BuildHasherDefault, Hasher};

/// Hashes the keys of maps.
pub type MixKeys = BuildHasherDefault<Mix>;

/// A fast hasher. Keys are hashes or small numbers, and no input is hostile, so one multiplication for each
/// word is enough.
///
/// ```
/// use std::collections::HashMap;
/// use std::hash::Hasher;
///
/// use forall::feedback::{Mix, MixKeys};
///
/// let mut tests: HashMap<u64, u32, MixKeys> = HashMap::default();
/// *tests.entry(7).or_default() += 1;
/// assert_eq!(tests[&7], 1);
///
/// let mut hasher = Mix::default();
/// hasher.write_u64(7);
/// assert_ne!(hasher.finish(), Mix::default().finish());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Mix(u64);

impl Hasher for Mix {
    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 32
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64(u64::from(*byte));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}
