//! Integers of a test with a theme: they recur, follow each other, or lie at boundaries.
//!
//! All integers are `i128` here, so that this code is compiled once and not for each type.

use super::texts::themed_byte;
use crate::source::{Aspect, Integer, Random, Theme};

/// How many integers recur in a test: one of these, all equally likely.
const RECURRING_COUNTS: [u64; 8] = [1, 2, 2, 3, 4, 4, 6, 8];

/// Numbers in which calendars, clocks, formats and hardware count.
const UNITS: [u32; 23] = [
    7,
    12,
    24,
    28,
    29,
    30,
    31,
    60,
    100,
    365,
    366,
    400,
    1_000,
    1_024,
    3_600,
    4_096,
    86_400,
    146_097,
    1_000_000,
    86_400_000,
    0xd800,
    0x11_0000,
    1_000_000_000,
];

/// The greatest width of a narrow range, in bits.
const NARROW_BITS: u32 = 12;

/// A range of integers, as choices. An integer is described by its distance from the simplest one.
#[derive(Clone, Copy, Debug)]
struct Range {
    min: i128,
    max: i128,
    simplest: i128,
}

/// Draws an integer from `min..=max` after the theme, or returns `None` if the theme does not concern integers.
#[cold]
pub(super) fn themed<T: Integer>(theme: Theme, random: &mut Random, min: T, max: T) -> Option<T> {
    let is_any_byte = T::BITS == 8 && T::ZERO == T::MIN && min == T::MIN && max == T::MAX;
    if is_any_byte && let Some(byte) = themed_byte(theme, random) {
        return Some(T::from_bits(u128::from(byte)));
    }
    let simplest = T::ZERO.clamp(min, max).to_wide();
    let range = Range { min: min.to_wide(), max: max.to_wide(), simplest };
    let preference = preference(theme).filter(|preference| preference.suits(range))?;
    Some(T::from_wide(themed_in(theme, preference, random, range)))
}

/// Which integers a test prefers.
#[derive(Clone, Copy, Debug)]
enum Preference {
    /// A few integers recur.
    Recurring,
    /// A few integers and their neighbours recur.
    Neighbours,
    /// Integers follow each other in lists.
    Sequence,
    /// Integers have few digits.
    Small,
    /// Integers lie at boundaries.
    Boundaries,
    /// Integers are one or two of the most extreme ones.
    Extremes,
    /// Nearly all integers are equally likely, so most of them are large.
    Uniform,
    /// A little of everything.
    Mixed,
}

impl Preference {
    /// Returns whether integers of the range should follow this preference. In a range with few integers, all of
    /// them are about equally likely.
    fn suits(self, range: Range) -> bool {
        let is_by_magnitude = matches!(self, Preference::Small | Preference::Boundaries);
        !(range.is_narrow() && is_by_magnitude)
    }
}

fn preference(theme: Theme) -> Option<Preference> {
    match theme.word(Aspect::Numbers) & 31 {
        0..=3 => Some(Preference::Recurring),
        4..=10 => Some(Preference::Neighbours),
        11..=13 => Some(Preference::Sequence),
        14 | 15 => Some(Preference::Small),
        16..=19 => Some(Preference::Boundaries),
        20..=22 => Some(Preference::Mixed),
        23..=25 => Some(Preference::Extremes),
        26..=28 => Some(Preference::Uniform),
        _ => None,
    }
}

fn themed_in(theme: Theme, preference: Preference, random: &mut Random, range: Range) -> i128 {
    let word = random.word();
    let often = word & 3 != 0 || theme.is_pure();
    match preference {
        Preference::Recurring if often => recurring(theme, word, range),
        Preference::Neighbours if often => neighbour(word, recurring(theme, word, range), range),
        Preference::Sequence if often => in_sequence(theme, word, range),
        Preference::Small if often => range.at(u128::from(word >> 8 & small_mask(theme)), word),
        Preference::Boundaries if often => boundary(word, range),
        Preference::Extremes => extreme(theme, word, range),
        Preference::Uniform if word >> 2 & 15 == 0 => boundary(word, range),
        Preference::Uniform => range.uniform(random),
        _ if range.is_narrow() => range.scale(random.word()),
        _ => match word >> 2 & 7 {
            0 | 1 => neighbour(word, recurring(theme, word, range), range),
            2 | 3 => boundary(word, range),
            4 => range.at(u128::from(word >> 8 & 15), word),
            5 => range.at(u128::from(unit(word >> 8)), word),
            _ => any_magnitude(word, random, range),
        },
    }
}

/// Returns the greatest of the small integers: up to 3, 7, 15 or 31.
fn small_mask(theme: Theme) -> u64 {
    31 >> (theme.word(Aspect::Numbers) >> 8 & 3)
}

/// Returns one of the integers that recur.
fn recurring(theme: Theme, word: u64, range: Range) -> i128 {
    let count = RECURRING_COUNTS[(theme.word(Aspect::Numbers) >> 5 & 7) as usize];
    recurring_at(theme, (word >> 16) % count, range)
}

fn recurring_at(theme: Theme, index: u64, range: Range) -> i128 {
    let word = theme.word(Aspect::Number(index as u32));
    let mut random = Random::from_seed(word);
    match word & 7 {
        _ if range.is_narrow() => range.scale(word),
        0 | 1 => range.at(u128::from(word >> 8 & 15), word),
        2 => range.at(u128::from(word >> 8 & 127), word),
        3 | 4 => boundary(word, range),
        _ => any_magnitude(word, &mut random, range),
    }
}

/// Returns `near` or an integer next to it.
fn neighbour(word: u64, near: i128, range: Range) -> i128 {
    let offset = [0, 0, 0, 1, 1, -1, -1, 2][(word >> 24 & 7) as usize];
    range.wrap(near.wrapping_add(offset))
}

/// Returns one of two of the most extreme integers of the range.
fn extreme(theme: Theme, word: u64, range: Range) -> i128 {
    let extremes =
        [range.min, range.max, range.max, range.simplest, range.at(1, 0), range.at(1, u64::MAX)];
    let pair = theme.word(Aspect::Number(0));
    let which = u32::from(theme.is_pure() || word >> 8 & 1 == 0);
    extremes[(pair >> (32 * which) & 0xffff) as usize % extremes.len()]
}

/// Returns an integer that depends on the position in the innermost list: the next one of a sequence.
fn in_sequence(theme: Theme, word: u64, range: Range) -> i128 {
    let (index, length) = theme.position();
    let first = recurring_at(theme, 0, range);
    let kind = theme.word(Aspect::Numbers) >> 8;
    let index = if kind & 1 == 0 { index } else { length.saturating_sub(index) };
    let step = match kind >> 1 & 7 {
        // Equal, or nearly equal.
        0 => 0,
        1..=3 => 1,
        4 => 2,
        5 => 1 << (kind >> 8 & 15),
        // From one of the recurring integers to another one.
        6 => {
            let last = recurring_at(theme, 1, range);
            return range.wrap(first.wrapping_add(between(first, last, index, length)));
        }
        // In order, with gaps of different widths.
        _ => return range.portion(index, theme.word(Aspect::Number(index)), length),
    };
    let is_noisy = word >> 32 & 15 == 0 && !theme.is_pure();
    let noise = if is_noisy { i128::from(word >> 40 & 7) - 3 } else { 0 };
    range.wrap(first.wrapping_add(step * i128::from(index)).wrapping_add(noise))
}

/// Returns the part `index / length` of the way from `first` to `last`.
fn between(first: i128, last: i128, index: u32, length: u32) -> i128 {
    let way = last.saturating_sub(first);
    way / i128::from(length.max(1)) * i128::from(index)
}

/// Returns an end of the range, the simplest integer, a power of two or ten, a unit, a multiple of one of these, or an
/// integer next to it.
pub(super) fn boundary_of<T: Integer>(word: u64, min: T, max: T) -> T {
    let simplest = T::ZERO.clamp(min, max).to_wide();
    let range = Range { min: min.to_wide(), max: max.to_wide(), simplest };
    T::from_wide(if range.is_narrow() { range.scale(word) } else { boundary(word, range) })
}

fn boundary(word: u64, range: Range) -> i128 {
    let offset = [0, 0, 1, -1][(word >> 24 & 3) as usize];
    let bits = u64::from(range.bits());
    let exponent = word >> 32;
    let base = match word >> 26 & 15 {
        0 => return range.wrap(range.min.wrapping_add(i128::from(word >> 40 & 3))),
        1 => return range.wrap(range.max.wrapping_sub(i128::from(word >> 40 & 3))),
        2 | 3 => return range.at(u128::from(word >> 40 & 1), word),
        // The widths of narrower types, signed and unsigned.
        4..=6 => 1_u128 << [7, 8, 15, 16, 31, 32, 63, 64][(exponent & 7) as usize].min(bits),
        7..=9 => 1_u128 << (exponent % bits.max(1)),
        10 | 11 => 10_u128.pow((exponent % (bits / 3).clamp(1, 38)) as u32),
        12 => u128::from(unit(word >> 40)),
        13 => multiple(10_u128.pow((exponent % (bits / 3).clamp(1, 38)) as u32), word, bits),
        14 => multiple(u128::from(unit(word >> 40)), word, bits),
        _ => u128::from(1 + (word >> 40 & 15)) << (exponent % bits.max(1)).min(60),
    };
    range.at(base.wrapping_add_signed(offset), word)
}

/// Returns one of the units.
fn unit(word: u64) -> u32 {
    UNITS[(((word & 0xffff) * UNITS.len() as u64) >> 16) as usize]
}

/// Returns a multiple of `base` with at most `bits` bits, if there is one.
fn multiple(base: u128, word: u64, bits: u64) -> u128 {
    let room = bits.saturating_sub(u64::from(u128::BITS - base.leading_zeros()));
    let factor_bits = 1 + (word >> 44) % room.clamp(1, 20);
    let factor = 1 + (word >> 4) % (1 << factor_bits);
    base.saturating_mul(u128::from(factor))
}

/// Returns any integer, or one with a random number of digits.
fn any_magnitude(word: u64, random: &mut Random, range: Range) -> i128 {
    let bits = range.bits().max(1);
    let kept = if word >> 31 & 1 == 0 { bits } else { 1 + (word >> 32) as u32 % bits };
    let wide = u128::from(random.word()) << 64 | u128::from(random.word());
    range.at(wide >> (128 - kept), word)
}

impl Range {
    /// Returns whether the range has few integers, so that chance alone draws each of them.
    fn is_narrow(self) -> bool {
        self.bits() <= NARROW_BITS && self.max.abs_diff(self.min) != u128::from(u8::MAX)
    }

    /// Returns the integer that a random word selects, all equally likely.
    fn scale(self, word: u64) -> i128 {
        let distance = self.max.abs_diff(self.min).min(u128::from(u32::MAX)) as u64;
        self.min.wrapping_add_unsigned(u128::from(((word >> 32) * (distance + 1)) >> 32))
    }

    /// Returns any integer, all equally likely.
    fn uniform(self, random: &mut Random) -> i128 {
        self.min.wrapping_add_unsigned(random.up_to(self.max.abs_diff(self.min)))
    }

    /// Returns an integer of the part `index` when the range is divided into `count` equal parts. A random word
    /// selects it.
    fn portion(self, index: u32, word: u64, count: u32) -> i128 {
        let width = self.max.abs_diff(self.min) / (u128::from(count) + 1);
        let offset = u128::from(word) % width.max(1);
        let start = width.saturating_mul(index.into()).saturating_add(offset);
        self.min.wrapping_add_unsigned(start.min(self.max.abs_diff(self.min)))
    }

    /// Returns the width of the range, in bits.
    fn bits(self) -> u32 {
        128 - self.max.abs_diff(self.min).leading_zeros()
    }

    /// Returns the integer at this distance above the simplest one; or below it if a bit of `word` is set and
    /// there is one.
    fn at(self, distance: u128, word: u64) -> i128 {
        let below = self.simplest.abs_diff(self.min);
        let above = self.max.abs_diff(self.simplest);
        let is_below = word >> 63 == 1 && below > 0;
        let room = if is_below { below } else { above };
        let distance =
            if distance <= room { distance } else { distance % room.saturating_add(1).max(1) };
        if is_below {
            self.simplest.wrapping_sub_unsigned(distance)
        } else {
            self.simplest.wrapping_add_unsigned(distance)
        }
    }

    /// Returns `integer` if it is in the range, otherwise the one that is as far from the other end.
    fn wrap(self, integer: i128) -> i128 {
        let width = self.max.abs_diff(self.min);
        if (self.min..=self.max).contains(&integer) || width == u128::MAX {
            return integer;
        }
        let distance = integer.wrapping_sub(self.min) as u128 % (width + 1);
        self.min.wrapping_add_unsigned(distance)
    }
}
