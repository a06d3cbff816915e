//! Whole numbers: ranges of them, and all of a type.

use std::ops::RangeInclusive;

use super::{Arbitrary, Domain, Ranged, Shrinks, inverse};
use crate::source::{ChoiceValue, Random, Reject, Role, Source, Whole};

/// The numbers from `min` to `max`, both included, simplest where they are nearest to 0.
///
/// ```
/// use forall::domain::{Domain, integers, sample};
///
/// let dice = integers(1_u8, 6);
/// assert!(sample(&dice, 20).iter().all(|pips| (1..=6).contains(pips)));
/// assert_eq!(dice.shrink(&6).next(), Some(1));
/// ```
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
        simpler(*value, self.min, self.max)
    }

    fn invert(&self, value: &T, choices: &mut Vec<ChoiceValue>) -> Option<()> {
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
pub(super) fn simpler<T: Whole>(value: T, min: T, max: T) -> Shrinks<'static, T> {
    let toward = T::ZERO.clamp(min, max);
    let [value, min, max, toward] = [value, min, max, toward].map(T::to_wide);
    let mut simpler = Simpler::new(value, min..=max, toward);
    Shrinks::from_fn(move || simpler.next().map(T::from_wide))
}

/// The same for all types: there are many, and each would have the compiler make all of it again.
struct Simpler {
    value: i128,
    toward: i128,
    /// How far from the value the next one is.
    apart: u128,
    /// Comes second.
    mirrored: Option<i128>,
}

impl Simpler {
    fn new(value: i128, range: RangeInclusive<i128>, toward: i128) -> Simpler {
        let mirrored = toward.checked_mul(2).and_then(|twice| twice.checked_sub(value));
        let mirrored = mirrored.filter(|other| value < toward && range.contains(other));
        Simpler { value, toward, apart: value.abs_diff(toward), mirrored }
    }

    fn next(&mut self) -> Option<i128> {
        let (whole, apart) = (self.value.abs_diff(self.toward), self.apart);
        if apart < whole && self.mirrored.is_some() {
            return self.mirrored.take();
        }
        self.apart /= 2;
        match apart {
            0 => None,
            _ if self.value > self.toward => Some(self.value.wrapping_sub_unsigned(apart)),
            _ => Some(self.value.wrapping_add_unsigned(apart)),
        }
    }
}

macro_rules! arbitrary {
    ($($int:ident)*) => { $(
        impl Arbitrary for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<$int, Reject> {
                Ok(whole(source))
            }

            fn shrink(&self) -> Shrinks<'_, $int> {
                simpler(*self, $int::MIN, $int::MAX)
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                choices.push(ChoiceValue::Integer(self.to_wide()));
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
                simpler(self, min, max)
            }

            fn drawn(self, min: $int, max: $int, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                inverse::between(self, min, max, choices)
            }
        }
    )* };
}

arbitrary!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
