//! Whole numbers: ranges of them, and all of a type.

use std::fmt::Debug;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeToInclusive};

use super::{Arbitrary, Domain, Shrinks};
use crate::source::{Random, Reject, Role, Source, Whole};

/// The numbers from `min` to `max`, both included, simplest where they are nearest to 0.
///
/// # Panics
///
/// When `min` is greater than `max`.
#[track_caller]
pub fn integers<T: Whole>(min: T, max: T) -> Integers<T> {
    assert!(min <= max, "the range {min:?}..={max:?} has no numbers");
    Integers { min, max }
}

/// See [`integers`].
#[derive(Clone, Copy, Debug)]
pub struct Integers<T> {
    min: T,
    max: T,
}

impl<T: Whole> Domain for Integers<T> {
    type Value = T;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<T, Reject> {
        Ok(between(source, self.min, self.max))
    }

    fn shrink<'a>(&'a self, value: &'a T) -> Shrinks<'a, T> {
        Box::new(simpler(*value, self.min, self.max))
    }
}

/// Draws a number from `min..=max`. One time in eight it is an edge, or a small number.
#[inline]
pub(super) fn between<T: Whole>(source: &mut Source, min: T, max: T) -> T {
    let (edges, toward) = (source.edges(), T::ZERO.clamp(min, max));
    source.integer(min..=max, toward, Role::Value, |random| {
        let span = max.distance(min);
        if edges && random.one_in(8) {
            return edge(random, min, max, toward);
        }
        min.offset(random.up_to(span))
    })
}

/// Draws any number of a type, as many small as large ones.
#[inline]
fn whole<T: Whole>(source: &mut Source) -> T {
    let edges = source.edges();
    source.integer(T::MIN..=T::MAX, T::ZERO, Role::Value, |random| {
        if !edges {
            return bits(random);
        }
        let word = random.word();
        match word & 15 {
            0 => edge(random, T::MIN, T::MAX, T::ZERO),
            // A few small numbers: lists of them have repetitions.
            1..=5 => small(word),
            // A random number of bits.
            6..=9 => bits::<T>(random).halved((word >> 32) as u32 % T::BITS),
            _ => bits(random),
        }
    })
}

#[inline]
fn bits<T: Whole>(random: &mut Random) -> T {
    let low = u128::from(random.word());
    if T::BITS <= 64 {
        T::from_bits(low)
    } else {
        T::from_bits(u128::from(random.word()) << 64 | low)
    }
}

/// −8 to 7, or 0 to 15 where nothing is negative.
#[inline]
fn small<T: Whole>(word: u64) -> T {
    let low = (word >> 8) & 15;
    if T::MIN < T::ZERO {
        T::from_bits((low as i128 - 8) as u128)
    } else {
        T::from_bits(low.into())
    }
}

#[cold]
fn edge<T: Whole>(random: &mut Random, min: T, max: T, toward: T) -> T {
    let span = max.distance(min);
    let step = span.min(1);
    match random.below(7) {
        0 => min,
        1 => min.offset(step),
        2 => max,
        3 => min.offset(span - step),
        4 => toward,
        5 if max.distance(toward) > 0 => toward.offset(1),
        _ => toward.offset(max.distance(toward).min(u128::from(random.below(16)))),
    }
}

/// The simplest, the same with the other sign, and then nearer and nearer to `value`.
pub(super) fn simpler<T: Whole>(value: T, min: T, max: T) -> impl Iterator<Item = T> {
    let (at, low, high) = (value.to_wide(), min.to_wide(), max.to_wide());
    let toward = T::ZERO.clamp(min, max).to_wide();
    let mirrored = toward.checked_mul(2).and_then(|twice| twice.checked_sub(at));
    let mirrored = mirrored.filter(|other| at < toward && (low..=high).contains(other));
    let apart = at.abs_diff(toward);
    let nearer = std::iter::successors(Some(apart), |apart| Some(apart / 2));
    let nearer = nearer.take_while(|apart| *apart > 0).map(move |apart| {
        if at > toward { at.wrapping_sub_unsigned(apart) } else { at.wrapping_add_unsigned(apart) }
    });
    let simplest = nearer.clone().take(1);
    simplest.chain(mirrored).chain(nearer.skip(1)).map(T::from_wide)
}

/// A range is the domain of its numbers. One without numbers makes none: the test is rejected.
macro_rules! range {
    ($int:ident, $range:ty, |$name:ident| $parts:expr) => {
        impl Domain for $range {
            type Value = $int;

            #[inline]
            fn generate(&self, source: &mut Source) -> Result<$int, Reject> {
                let $name = self;
                let (min, max, has_numbers) = $parts;
                if !has_numbers {
                    return Err(source.reject("the range has no numbers"));
                }
                Ok(between(source, min, max))
            }

            fn shrink<'a>(&'a self, value: &'a $int) -> Shrinks<'a, $int> {
                let $name = self;
                let (min, max, _) = $parts;
                Box::new(simpler(*value, min, max))
            }
        }
    };
}
macro_rules! arbitrary {
    ($($int:ident)*) => { $(
        impl Arbitrary for $int {
            #[inline]
            fn generate(source: &mut Source) -> Result<$int, Reject> {
                Ok(whole(source))
            }

            fn shrink(&self) -> Shrinks<'_, $int> {
                Box::new(simpler(*self, $int::MIN, $int::MAX))
            }
        }

        range!($int, Range<$int>, |range| (range.start, range.end.wrapping_sub(1), range.start < range.end));
        range!($int, RangeInclusive<$int>, |range| (*range.start(), *range.end(), range.start() <= range.end()));
        range!($int, RangeFrom<$int>, |range| (range.start, $int::MAX, true));
        range!($int, RangeToInclusive<$int>, |range| ($int::MIN, range.end, true));
    )* };
}

arbitrary!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
