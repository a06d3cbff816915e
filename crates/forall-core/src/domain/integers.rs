//! Integers: ranges of them, and all values of a type.

use std::ops::RangeInclusive;

use super::themed_integers::{boundary_of, themed};
use super::{Arbitrary, Domain, Ranged, RestrictedDomain, Restriction, Shrinks, inverse, restrict};
use crate::source::{ChoiceValue, Integer, Random, Reject, Role, Source};

/// Generates integers from `min` to `max`, both included. The number nearest to 0 is the simplest.
///
/// The range `min..=max` is the same domain. This function is for generic code, in which the type is only
/// known to be [`Integer`].
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
/// If `min` is greater than `max`.
#[track_caller]
pub fn integers<T: Integer>(min: T, max: T) -> Integers<T> {
    assert!(min <= max, "the range {min:?}..={max:?} is empty: `min` must be at most `max`");
    Integers { min, max }
}

/// See [`integers`].
#[derive(Clone, Copy, Debug)]
pub struct Integers<T> {
    min: T,
    max: T,
}

impl<T: Integer> Domain for Integers<T> {
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

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<T>,
    ) -> Option<RestrictedDomain<'a, T>> {
        restriction.within(self.min, self.max, |min, max| Box::new(Integers { min, max }))
    }
}

/// Draws a number from `min..=max`. One number in sixteen is an edge case or a small number.
#[inline(always)]
pub(super) fn between<T: Integer>(source: &mut Source, min: T, max: T) -> T {
    let theme = source.theme();
    let simplest = T::ZERO.clamp(min, max);
    source.integer(min..=max, simplest, Role::Value, |random| {
        if theme.is_themed()
            && let Some(themed) = themed(theme, random, min, max)
        {
            return themed;
        }
        let class = if theme.has_edge_cases() { random.word() } else { 1 };
        if class & 15 == 0 {
            return edge_case(class >> 4, min, max, simplest);
        }
        min.offset(random.up_to(max.distance(min)))
    })
}

/// Draws any number of a type: small and large numbers equally often, and one number in eight is an edge case, or
/// one in sixteen for types that have few values.
///
/// The magnitude is chosen by a shift and not by a branch, which the processor could not predict.
#[inline(always)]
fn any_integer<T: Integer>(source: &mut Source) -> T {
    let theme = source.theme();
    source.integer(T::MIN..=T::MAX, T::ZERO, Role::Value, |random| {
        if theme.is_themed()
            && let Some(themed) = themed(theme, random, T::MIN, T::MAX)
        {
            return themed;
        }
        if !theme.has_edge_cases() {
            return bits(random);
        }
        let class = random.word();
        if class & 15 < T::EDGE_CLASSES {
            return edge_case(class >> 4, T::MIN, T::MAX, T::ZERO);
        }
        let all = if T::BITS <= 32 { T::from_bits(u128::from(class >> 32)) } else { bits(random) };
        all.halved(T::SHIFTS[(class & 15) as usize])
    })
}

#[inline(always)]
fn bits<T: Integer>(random: &mut Random) -> T {
    let low = u128::from(random.word());
    if T::BITS <= 64 {
        T::from_bits(low)
    } else {
        T::from_bits(u128::from(random.word()) << 64 | low)
    }
}

/// Returns an edge case of `min..=max`, a power of two or the like, or a number slightly above the simplest one. It takes a random word
/// and not the generator itself, which then stays in a register.
#[cold]
fn edge_case<T: Integer>(word: u64, min: T, max: T, simplest: T) -> T {
    let span = max.distance(min);
    let step = span.min(1);
    match word & 7 {
        0 => min,
        1 => max,
        2 if word & 8 == 0 => min.offset(step),
        2 => min.offset(span - step),
        3 | 4 => simplest,
        5 => simplest.offset(max.distance(simplest).min(1)),
        6 => boundary_of(word, min, max),
        _ => simplest.offset(max.distance(simplest).min(u128::from(word >> 4 & 15))),
    }
}

/// Returns the simplest number of the range, then `value` mirrored at it, then numbers ever nearer to
/// `value`.
pub(super) fn simpler<T: Integer>(value: T, min: T, max: T) -> Shrinks<'static, T> {
    let simplest = T::ZERO.clamp(min, max).to_wide();
    let mut simpler = Simpler::new(value.to_wide(), min.to_wide()..=max.to_wide(), simplest);
    Shrinks::from_fn(move || simpler.next().map(T::from_wide))
}

/// Simpler numbers than a given one, as `i128`. It is not generic, so that it is compiled once and not for
/// each of the twelve integer types.
struct Simpler {
    value: i128,
    simplest: i128,
    /// The distance of the next number from the value.
    distance: u128,
    /// The value mirrored at the simplest one, which comes second.
    mirrored: Option<i128>,
}

impl Simpler {
    fn new(value: i128, range: RangeInclusive<i128>, simplest: i128) -> Simpler {
        let mirrored = simplest.checked_mul(2).and_then(|twice| twice.checked_sub(value));
        let mirrored = mirrored.filter(|other| value < simplest && range.contains(other));
        Simpler { value, simplest, distance: value.abs_diff(simplest), mirrored }
    }

    fn next(&mut self) -> Option<i128> {
        let distance = self.distance;
        let is_first = distance == self.value.abs_diff(self.simplest);
        if !is_first && self.mirrored.is_some() {
            return self.mirrored.take();
        }
        self.distance /= 2;
        match distance {
            0 => None,
            _ if self.value > self.simplest => Some(self.value.wrapping_sub_unsigned(distance)),
            _ => Some(self.value.wrapping_add_unsigned(distance)),
        }
    }
}

macro_rules! arbitrary {
    ($($int:ident)*) => { $(
        impl Arbitrary for $int {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<$int, Reject> {
                Ok(any_integer(source))
            }

            fn shrink(&self) -> Shrinks<'_, $int> {
                simpler(*self, $int::MIN, $int::MAX)
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                choices.push(ChoiceValue::Integer(self.to_wide()));
                Some(())
            }

            fn restricted(restriction: &Restriction<$int>) -> Option<RestrictedDomain<'_, $int>> {
                restrict::between(restriction)
            }
        }

        impl Ranged for $int {
            const MIN: $int = $int::MIN;
            const MAX: $int = $int::MAX;

            #[inline(always)]
            fn predecessor(self) -> Option<$int> {
                self.checked_sub(1)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate_between(source: &mut Source, min: $int, max: $int) -> Option<$int> {
                Some(between(source, min, max))
            }

            fn shrink_between(self, min: $int, max: $int) -> Shrinks<'static, $int> {
                simpler(self, min, max)
            }

            fn invert_between(self, min: $int, max: $int, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                inverse::between(self, min, max, choices)
            }
        }
    )* };
}

arbitrary!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
