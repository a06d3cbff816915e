//! The log: two ring buffers of atomic words.
//!
//! Instrumented code calls these functions at any point, even inside of the allocator. So they do not
//! allocate, lock or call other code. If two threads write at the same time, an entry may mix their operands.
//! Such an entry is useless, but harmless.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::Comparison;

/// The number of entries of a ring buffer.
pub(super) const MAX_ENTRIES: usize = 1024;
/// The number of bytes that are kept of each side.
pub(super) const MAX_BYTES: usize = 32;
const WORDS: usize = MAX_BYTES / 8;

/// The words of both sides of a comparison.
type Sides<const N: usize> = [[AtomicU64; N]; 2];

struct Ring<const N: usize> {
    /// The number of entries ever written. It exceeds the capacity if old entries were overwritten.
    written: AtomicUsize,
    sides: [Sides<N>; MAX_ENTRIES],
    sizes: [AtomicUsize; MAX_ENTRIES],
}

pub(crate) static RECORDING: AtomicBool = AtomicBool::new(false);
static NUMBERS: Ring<1> = Ring::new();
static STRINGS: Ring<WORDS> = Ring::new();
/// The hashes of recent entries, to skip repetitions: a loop makes the same comparison again and again.
static RECENT: [AtomicU64; 256] = [const { AtomicU64::new(0) }; 256];

/// Returns whether comparisons are recorded. Callers check this before they do any work.
#[inline]
pub(crate) fn is_recording() -> bool {
    RECORDING.load(Relaxed)
}

/// Records a comparison of two numbers of `width` bytes.
#[inline]
pub(crate) fn record_numbers(left: u64, right: u64, width: u8) {
    if is_recording() && left != right {
        write(&NUMBERS, [[left], [right]], usize::from(width));
    }
}

/// Records a comparison of two byte strings. If their lengths differ, the longer one is truncated.
pub(crate) fn record_bytes(left: &[u8], right: &[u8]) {
    if is_recording() {
        let size = left.len().min(right.len()).min(MAX_BYTES);
        write(&STRINGS, [pack(&left[..size]), pack(&right[..size])], size);
    }
}

pub(super) fn start() {
    let rings = [&NUMBERS.written, &STRINGS.written];
    // Most code records nothing, and then there is nothing to clear before the next test.
    if rings.iter().any(|written| written.load(Relaxed) > 0) {
        rings.iter().for_each(|written| written.store(0, Relaxed));
        RECENT.iter().for_each(|hash| hash.store(0, Relaxed));
    }
    RECORDING.store(true, Relaxed);
}

pub(super) fn stop() {
    RECORDING.store(false, Relaxed);
}

pub(super) fn read() -> Vec<Comparison> {
    let numbers = NUMBERS.read(|[[left], [right]], size| {
        let width = u8::try_from(size).unwrap_or(8);
        Comparison::Numbers { left, right, width }
    });
    let strings = STRINGS.read(|[left, right], size| Comparison::Bytes {
        left: unpack(left, size),
        right: unpack(right, size),
    });
    numbers.into_iter().chain(strings).collect()
}

fn write<const N: usize>(ring: &Ring<N>, sides: [[u64; N]; 2], size: usize) {
    let hash = hash(&sides, size);
    let recent = &RECENT[hash as usize % RECENT.len()];
    if recent.load(Relaxed) != hash {
        recent.store(hash, Relaxed);
        ring.push(sides, size);
    }
}

/// Returns a hash of a comparison. Different comparisons hardly ever collide.
fn hash<const N: usize>(sides: &[[u64; N]; 2], size: usize) -> u64 {
    let mut hash = size as u64 + 1;
    for word in sides.as_flattened() {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}

fn pack(bytes: &[u8]) -> [u64; WORDS] {
    let mut packed = [0; MAX_BYTES];
    packed[..bytes.len()].copy_from_slice(bytes);
    std::array::from_fn(|at| {
        u64::from_le_bytes(std::array::from_fn(|place| packed[at * 8 + place]))
    })
}

fn unpack(words: [u64; WORDS], size: usize) -> Vec<u8> {
    let bytes = words.into_iter().flat_map(u64::to_le_bytes);
    bytes.take(size).collect()
}

impl<const N: usize> Ring<N> {
    const fn new() -> Ring<N> {
        Ring {
            written: AtomicUsize::new(0),
            sides: [const { [const { [const { AtomicU64::new(0) }; N] }; 2] }; MAX_ENTRIES],
            sizes: [const { AtomicUsize::new(0) }; MAX_ENTRIES],
        }
    }

    fn push(&self, sides: [[u64; N]; 2], size: usize) {
        let at = self.written.fetch_add(1, Relaxed) % MAX_ENTRIES;
        for (place, word) in self.sides[at].as_flattened().iter().zip(sides.as_flattened()) {
            place.store(*word, Relaxed);
        }
        self.sizes[at].store(size, Relaxed);
    }

    /// Returns the entries from the oldest that is left to the newest.
    fn read(&self, entry: impl Fn([[u64; N]; 2], usize) -> Comparison) -> Vec<Comparison> {
        let written = self.written.load(Relaxed);
        let oldest = written.saturating_sub(MAX_ENTRIES);
        let load = |at: usize| {
            let sides = self.sides[at % MAX_ENTRIES].each_ref();
            let sides = sides.map(|side| side.each_ref().map(|word| word.load(Relaxed)));
            entry(sides, self.sizes[at % MAX_ENTRIES].load(Relaxed))
        };
        (oldest..written).map(load).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use super::*;
    use crate::coverage::Comparisons;

    /// Locks the log, which belongs to the whole process, so that tests write to it one after the other.
    pub(crate) fn exclusively() -> MutexGuard<'static, ()> {
        static LOCK: Mutex<()> = Mutex::new(());
        LOCK.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(left: u64, right: u64) -> Comparison {
        Comparison::Numbers { left, right, width: 4 }
    }

    #[test]
    fn different_operands_are_recorded_between_start_and_stop() {
        let _guard = exclusively();
        record_numbers(1, 2, 4);
        let recording = Comparisons::start();
        for _ in 0..10 {
            record_numbers(3, 4, 4);
            record_numbers(4, 3, 4);
            record_numbers(5, 5, 4);
        }
        record_bytes(b"open sesame", b"open window");
        record_bytes(&[b'a'; 40], &[b'b'; 40]);
        let seen = recording.stop();
        record_numbers(6, 7, 4);
        let bytes = |left: &[u8], right: &[u8]| Comparison::Bytes {
            left: left.to_vec(),
            right: right.to_vec(),
        };
        let expected = [
            number(3, 4),
            number(4, 3),
            bytes(b"open sesame", b"open window"),
            bytes(&[b'a'; MAX_BYTES], &[b'b'; MAX_BYTES]),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn the_last_entries_remain_when_the_log_is_full() {
        let _guard = exclusively();
        let recording = Comparisons::start();
        for left in 0..3 * MAX_ENTRIES as u64 {
            record_numbers(left, u64::from(u32::MAX), 4);
        }
        let seen = recording.stop();
        assert_eq!(seen.len(), MAX_ENTRIES);
        assert_eq!(seen[0], number(2 * MAX_ENTRIES as u64, u64::from(u32::MAX)));
    }

    #[test]
    fn a_panic_stops_the_recording() {
        let _guard = exclusively();
        let panicked = std::panic::catch_unwind(|| {
            let _recording = Comparisons::start();
            std::panic::resume_unwind(Box::new(()))
        });
        assert!(panicked.is_err());
        assert!(!is_recording());
    }
}
