//! The log: two rings of plain words, which are written from anywhere at any time.
//!
//! The instrumented code calls in the middle of anything, also of an allocation. So nothing is allocated,
//! locked or called here. Threads that write at once may mix up their operands, which makes a useless
//! entry and no harm.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::Comparison;

/// Entries of a ring.
pub(super) const MOST: usize = 1024;
/// Bytes that are kept of one side.
pub(super) const LONGEST: usize = 32;
const WORDS: usize = LONGEST / 8;

/// One side and the other.
type Sides<const N: usize> = [[AtomicU64; N]; 2];

struct Ring<const N: usize> {
    /// How many were written; more than there is place for, if it is full.
    written: AtomicUsize,
    sides: [Sides<N>; MOST],
    sizes: [AtomicUsize; MOST],
}

static LISTENING: AtomicBool = AtomicBool::new(false);
static NUMBERS: Ring<1> = Ring::new();
static STRINGS: Ring<WORDS> = Ring::new();
/// What was written lately, hashed: a loop compares the same over and over.
static LATELY: [AtomicU64; 256] = [const { AtomicU64::new(0) }; 256];

/// Does anybody listen? What leads to a call of the others asks this first.
#[inline]
pub(crate) fn listening() -> bool {
    LISTENING.load(Relaxed)
}

/// Writes down two numbers of `width` bytes.
#[inline]
pub(crate) fn numbers(left: u64, right: u64, width: u8) {
    if listening() && left != right {
        write(&NUMBERS, [[left], [right]], usize::from(width));
    }
}

/// Writes down two strings, which should be equally long.
pub(crate) fn bytes(left: &[u8], right: &[u8]) {
    if listening() {
        let size = left.len().min(right.len()).min(LONGEST);
        write(&STRINGS, [pack(&left[..size]), pack(&right[..size])], size);
    }
}

pub(super) fn start() {
    let rings = [&NUMBERS.written, &STRINGS.written];
    // Most code tells nothing, and then there is nothing to forget before each test.
    if rings.iter().any(|written| written.load(Relaxed) > 0) {
        rings.iter().for_each(|written| written.store(0, Relaxed));
        LATELY.iter().for_each(|hash| hash.store(0, Relaxed));
    }
    LISTENING.store(true, Relaxed);
}

pub(super) fn stop() {
    LISTENING.store(false, Relaxed);
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
    let lately = &LATELY[hash as usize % LATELY.len()];
    if lately.load(Relaxed) != hash {
        lately.store(hash, Relaxed);
        ring.push(sides, size);
    }
}

/// Multiplies and mixes: equal ones collide, and others hardly ever.
fn hash<const N: usize>(sides: &[[u64; N]; 2], size: usize) -> u64 {
    let mut hash = size as u64 + 1;
    for word in sides.as_flattened() {
        hash = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 29;
    }
    hash
}

fn pack(bytes: &[u8]) -> [u64; WORDS] {
    let mut packed = [0; LONGEST];
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
            sides: [const { [const { [const { AtomicU64::new(0) }; N] }; 2] }; MOST],
            sizes: [const { AtomicUsize::new(0) }; MOST],
        }
    }

    fn push(&self, sides: [[u64; N]; 2], size: usize) {
        let at = self.written.fetch_add(1, Relaxed) % MOST;
        for (place, word) in self.sides[at].as_flattened().iter().zip(sides.as_flattened()) {
            place.store(*word, Relaxed);
        }
        self.sizes[at].store(size, Relaxed);
    }

    /// From the oldest that is left to the newest.
    fn read(&self, entry: impl Fn([[u64; N]; 2], usize) -> Comparison) -> Vec<Comparison> {
        let written = self.written.load(Relaxed);
        let oldest = written.saturating_sub(MOST);
        let load = |at: usize| {
            let sides = self.sides[at % MOST].each_ref();
            let sides = sides.map(|side| side.each_ref().map(|word| word.load(Relaxed)));
            entry(sides, self.sizes[at % MOST].load(Relaxed))
        };
        (oldest..written).map(load).collect()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use super::*;
    use crate::coverage::Comparisons;

    /// The log is the process's: tests that write take turns.
    pub(crate) fn alone() -> MutexGuard<'static, ()> {
        static TURN: Mutex<()> = Mutex::new(());
        TURN.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn number(left: u64, right: u64) -> Comparison {
        Comparison::Numbers { left, right, width: 4 }
    }

    #[test]
    fn what_differs_is_written_down_while_somebody_listens() {
        let _alone = alone();
        numbers(1, 2, 4);
        let listener = Comparisons::start();
        for _ in 0..10 {
            numbers(3, 4, 4);
            numbers(4, 3, 4);
            numbers(5, 5, 4);
        }
        bytes(b"open sesame", b"open window");
        bytes(&[b'a'; 40], &[b'b'; 40]);
        let seen = listener.stop();
        numbers(6, 7, 4);
        let bytes = |left: &[u8], right: &[u8]| Comparison::Bytes {
            left: left.to_vec(),
            right: right.to_vec(),
        };
        let expected = [
            number(3, 4),
            number(4, 3),
            bytes(b"open sesame", b"open window"),
            bytes(&[b'a'; LONGEST], &[b'b'; LONGEST]),
        ];
        assert_eq!(seen, expected);
    }

    #[test]
    fn of_too_many_the_last_remain() {
        let _alone = alone();
        let listener = Comparisons::start();
        for left in 0..3 * MOST as u64 {
            numbers(left, u64::from(u32::MAX), 4);
        }
        let seen = listener.stop();
        assert_eq!(seen.len(), MOST);
        assert_eq!(seen[0], number(2 * MOST as u64, u64::from(u32::MAX)));
    }

    #[test]
    fn who_panics_listens_no_more() {
        let _alone = alone();
        let panicked = std::panic::catch_unwind(|| {
            let _listener = Comparisons::start();
            std::panic::resume_unwind(Box::new(()))
        });
        assert!(panicked.is_err());
        assert!(!listening());
    }
}
