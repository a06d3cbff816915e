//! Whole numbers: ranges of them, and all of a type.

use super::{Arbitrary, Domain, Ranged, Shrinks, inverse};
use crate::source::{Random, Reject, Role, Source, Value, Whole};

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

    #[inline(always)]
    fn generate(&self, source: &mut Source) -> Result<T, Reject> {
        Ok(between(source, self.min, self.max))
    }

    fn shrink<'a>(&'a self, value: &'a T) -> Shrinks<'a, T> {
        Shrinks::new(simpler(*value, self.min, self.max))
    }

    fn invert(&self, value: &T, choices: &mut Vec<Value>) -> Option<()> {
        inverse::between(*value, self.min, self.max, choices)
    }
}

/// Draws a number from `min..=max`. One time in sixteen it is an edge, or a small number.
#[inline(always)]
pub(super) fn between<T: Whole>(source: &mut Source, min: T, max: T) -> T {
    let (edges, toward) = (source.edges(), T::ZERO.clamp(min, max));
    source.integer(min..=max, toward, Role::Value, |random| {
        let class = if edges { random.word() } else { 1 };
        if class & 15 == 0 {
            return edge(class >> 4, min, max, toward);
        }
        min.offset(random.up_to(max.distance(min)))
    })
}

/// Draws any number of a type: as many small as large ones, and one time in sixteen an edge.
///
/// Which kind it is decides a shift and not a branch: that a processor cannot guess.
#[inline(always)]
fn whole<T: Whole>(source: &mut Source) -> T {
    let edges = source.edges();
    source.integer(T::MIN..=T::MAX, T::ZERO, Role::Value, |random| {
        if !edges {
            return bits(random);
        }
        let class = random.word();
        if class & 15 == 0 {
            return edge(class >> 4, T::MIN, T::MAX, T::ZERO);
        }
        let all = if T::BITS <= 32 { T::from_bits(u128::from(class >> 32)) } else { bits(random) };
        all.halved(T::SHIFTS[(class & 15) as usize])
    })
}

#[inline(always)]
fn bits<T: Whole>(random: &mut Random) -> T {
    let low = u128::from(random.word());
    if T::BITS <= 64 {
        T::from_bits(low)
    } else {
        T::from_bits(u128::from(random.word()) << 64 | low)
    }
}

/// One of the edges of `min..=max`, or a number a little above the simplest. It takes its choice as a
/// word and not the random source, which could not stay in a register then.
#[cold]
fn edge<T: Whole>(word: u64, min: T, max: T, toward: T) -> T {
    let span = max.distance(min);
    let step = span.min(1);
    match word & 7 {
        0 => min,
        1 => min.offset(step),
        2 => max,
        3 => min.offset(span - step),
        4 => toward,
        5 => toward.offset(max.distance(toward).min(1)),
        _ => toward.offset(max.distance(toward).min(u128::from(word >> 4 & 15))),
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

macro_rules! arbitrary {
    ($($int:ident)*) => { $(
        impl Arbitrary for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<$int, Reject> {
                Ok(whole(source))
            }

            fn shrink(&self) -> Shrinks<'_, $int> {
                Shrinks::new(simpler(*self, $int::MIN, $int::MAX))
            }

            fn invert(&self, choices: &mut Vec<Value>) -> Option<()> {
                choices.push(Value::Integer(self.to_wide()));
                Some(())
            }
        }

        impl Ranged for $int {
            const LEAST: $int = $int::MIN;
            const GREATEST: $int = $int::MAX;

            #[inline(always)]
            fn below(self) -> Option<$int> {
                self.checked_sub(1)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn between(source: &mut Source, min: $int, max: $int) -> Option<$int> {
                Some(between(source, min, max))
            }

            fn simpler(self, min: $int, max: $int) -> Shrinks<'static, $int> {
                Shrinks::new(simpler(self, min, max))
            }

            fn drawn(self, min: $int, max: $int, choices: &mut Vec<Value>) -> Option<()> {
                inverse::between(self, min, max, choices)
            }
        }
    )* };
}

arbitrary!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
