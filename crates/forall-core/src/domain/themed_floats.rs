//! Floating-point numbers of a test with a theme: they recur, lie next to each other, are boundaries or special
//! values, or all have few digits.

use crate::source::{Aspect, Random, Theme};

/// The greatest number of floats that recur in a test.
const MAX_RECURRING: u64 = 3;

/// Clears the bits of a word that select a number other than an edge case.
const EDGE_CASE_BITS: u64 = !15;

/// A type of floating-point numbers, which are represented as `f64`.
pub(super) trait Neighbours {
    /// Returns the next number of the type above `x`.
    fn above(x: f64) -> f64;

    /// Returns the next number of the type below `x`.
    fn below(x: f64) -> f64;
}

/// Draws a number after the theme. `any` returns the number that a random word selects without a theme; if its lowest
/// four bits are 0, an edge case.
#[cold]
pub(super) fn themed<T: Neighbours>(
    theme: Theme,
    random: &mut Random,
    any: impl Fn(u64) -> f64,
) -> f64 {
    let word = random.word();
    let numbers = theme.word(Aspect::Numbers);
    let make = |word: u64| match numbers >> 40 & 15 {
        0 | 1 => any(word & EDGE_CASE_BITS),
        // An integer or a decimal fraction.
        2 => number::<T>(word & !7, &any),
        3 => number::<T>(word & !7 | 2, &any),
        _ => number::<T>(word, &any),
    };
    let recurring = |word: u64| {
        let count = 1 + numbers / 8 % MAX_RECURRING;
        make(theme.word(Aspect::Number((word % count) as u32)))
    };
    match word & 7 {
        0..=2 => recurring(word >> 16),
        3 => near::<T>(word >> 32, recurring(word >> 16)),
        _ => make(random.word()),
    }
}

/// Returns the number that a random word selects: an integer, a decimal fraction, a power of two or ten, or any
/// number.
fn number<T: Neighbours>(word: u64, any: impl Fn(u64) -> f64) -> f64 {
    let sign = if word >> 63 == 1 { -1.0 } else { 1.0 };
    let small = (word >> 32 & 15) as f64;
    match word & 7 {
        0 => sign * small,
        1 => sign * small / 10.0,
        2 => sign * (word >> 32 & 0xffff) as f64 / 100.0,
        3 => near::<T>(word >> 8, sign * ((word >> 32 & 127) as f64 - 64.0).exp2()),
        4 => sign * 10_f64.powi((word >> 32 & 31) as i32 - 8),
        _ => any(word.rotate_left(17)),
    }
}

/// Returns `x`, the next number above or below it, its negation, or `x` plus or minus 1.
fn near<T: Neighbours>(word: u64, x: f64) -> f64 {
    match word & 7 {
        0 => T::above(x),
        1 => T::below(x),
        2 => -x,
        3 => x + 1.0,
        4 => x - 1.0,
        _ => x,
    }
}
