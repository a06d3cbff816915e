//! States of a model, as hashes.

use std::hash::{Hash, Hasher};

use crate::source::SpanLabel;

/// The state of a model, and its kind.
///
/// States of one kind differ in details only. A guided run keeps inputs that reach a new kind of state. If the
/// model holds numbers, all its states would be new otherwise.
///
/// ```
/// use forall::machine::State;
///
/// let [short, other, long] = [vec![7, 9], vec![7, 8], vec![7; 40]].map(|queue| State::of(&queue));
/// assert_ne!(short.exact, other.exact);
/// assert_eq!(short.kind, other.kind);
/// assert_ne!(short.kind, long.kind);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// A hash of the state.
    pub exact: u64,
    /// A hash of its kind: lengths and numbers count by their power of two.
    pub kind: u64,
}

impl State {
    /// Returns the state of this model.
    pub fn of<M: Hash + ?Sized>(model: &M) -> State {
        let mut exact = Exact(SpanLabel::LIST.hash());
        let mut kind = Kind::default();
        model.hash(&mut exact);
        model.hash(&mut kind);
        State { exact: exact.finish(), kind: kind.finish() }
    }
}

/// A hash that is the same in every run.
struct Exact(u64);

impl Hasher for Exact {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.0 >> 29
    }
}

/// The number of parts of a state whose order counts. Of the others, it only counts which occur.
const ORDERED_PARTS: u32 = 8;

/// A hash of the classes of all numbers and lengths.
#[derive(Default)]
struct Kind {
    ordered: u64,
    parts: u32,
    others: u64,
}

impl Kind {
    fn add(&mut self, class: u64) {
        self.parts += 1;
        if self.parts <= ORDERED_PARTS {
            self.ordered =
                (self.ordered ^ class).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23);
        } else {
            self.others |= 1 << (class & 63);
        }
    }
}

/// Returns the class of a number: itself if it is small, otherwise its power of two.
fn class(number: u128) -> u64 {
    match number {
        0..4 => number as u64,
        _ => 4 + u64::from(number.ilog2()),
    }
}

macro_rules! write_numbers {
    ($($write:ident $number:ty),*) => { $(
        fn $write(&mut self, number: $number) {
            self.add(class(number as u128));
        }
    )* };
}

impl Hasher for Kind {
    /// Texts, and slices of numbers, whose width is not known.
    fn write(&mut self, bytes: &[u8]) {
        self.add(class(bytes.len() as u128) << 8 | 1);
    }

    // Variants are hashed as `isize`: each is its own class.
    fn write_isize(&mut self, variant: isize) {
        self.add(variant as u64);
    }

    write_numbers!(
        write_u8 u8, write_u16 u16, write_u32 u32, write_u64 u64, write_u128 u128, write_usize usize,
        write_i8 i8, write_i16 i16, write_i32 i32, write_i64 i64, write_i128 i128
    );

    fn finish(&self) -> u64 {
        (self.ordered ^ self.others).wrapping_mul(0xBF58_476D_1CE4_E5B9)
    }
}
