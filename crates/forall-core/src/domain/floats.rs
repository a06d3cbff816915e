//! Floating-point numbers: ranges of them, and all values of a type.

use super::themed_floats::{Neighbours, themed};
use super::{Arbitrary, Ranged, RestrictedDomain, Restriction, Shrinks, restrict};
use crate::source::{ChoiceValue, Constraint, Reject, Source};

/// `f32` or `f64`. Choices are `f64`.
trait Float: Neighbours + Copy + 'static {
    /// The greatest finite value, as a choice.
    const MAX_FINITE: f64;
    /// The values that are generated more often than others.
    const EDGE_CASES: [Self; 16];

    /// Interprets random bits as a float.
    fn from_word(word: u64) -> Self;

    /// Converts the value to a choice.
    fn to_wide(self) -> f64;

    /// Converts a choice to a value, rounding it.
    fn from_wide(wide: f64) -> Self;
}

/// A range of finite numbers, as choices.
#[derive(Clone, Copy)]
struct FiniteRange {
    min: f64,
    max: f64,
}

macro_rules! float {
    ($float:ident, |$word:ident| $bits:expr) => {
        impl Float for $float {
            const MAX_FINITE: f64 = $float::MAX as f64;
            const EDGE_CASES: [$float; 16] = [
                0.0,
                -0.0,
                1.0,
                -1.0,
                $float::MIN_POSITIVE,
                -$float::MIN_POSITIVE,
                $float::from_bits(1),             // the least subnormal number
                $float::MIN_POSITIVE.next_down(), // the greatest subnormal number
                $float::MAX,
                $float::MIN,
                $float::EPSILON,
                1.0 + $float::EPSILON,
                (1_u64 << $float::MANTISSA_DIGITS) as $float,
                $float::INFINITY,
                $float::NEG_INFINITY,
                $float::NAN,
            ];

            #[inline(always)]
            fn from_word($word: u64) -> $float {
                $float::from_bits($bits)
            }

            #[inline(always)]
            fn to_wide(self) -> f64 {
                self.into()
            }

            #[inline(always)]
            fn from_wide(wide: f64) -> $float {
                wide as $float
            }
        }

        impl Neighbours for $float {
            fn above(x: f64) -> f64 {
                $float::from_wide(x).next_up().into()
            }

            fn below(x: f64) -> f64 {
                $float::from_wide(x).next_down().into()
            }
        }

        impl Arbitrary for $float {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<$float, Reject> {
                Ok(any_float(source))
            }

            fn shrink(&self) -> Shrinks<'_, $float> {
                simpler(*self, ANY_FLOAT)
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                choices.push(ChoiceValue::Float(self.to_wide()));
                Some(())
            }

            fn restricted(
                restriction: &Restriction<$float>,
            ) -> Option<RestrictedDomain<'_, $float>> {
                restrict::between(restriction)
            }
        }

        impl Ranged for $float {
            const MIN: $float = $float::MIN;
            const MAX: $float = $float::MAX;

            fn predecessor(self) -> Option<$float> {
                Some(self.next_down())
            }

            #[inline(always)]
            fn generate_between(source: &mut Source, min: $float, max: $float) -> Option<$float> {
                Some(between(source, FiniteRange::new(min, max)?))
            }

            fn shrink_between(self, min: $float, max: $float) -> Shrinks<'static, $float> {
                match FiniteRange::new(min, max) {
                    Some(FiniteRange { min, max }) => {
                        simpler(self, Constraint::Float { min, max, nan: false })
                    }
                    None => Shrinks::none(),
                }
            }

            fn invert_between(
                self,
                min: $float,
                max: $float,
                choices: &mut Vec<ChoiceValue>,
            ) -> Option<()> {
                let range = FiniteRange::new(min, max)?;
                let number = self.to_wide();
                choices.push(ChoiceValue::Float(number));
                (range.min <= number && number <= range.max).then_some(())
            }
        }
    };
}

/// The constraint of the choice of any number.
const ANY_FLOAT: Constraint =
    Constraint::Float { min: f64::NEG_INFINITY, max: f64::INFINITY, nan: true };

/// A fixed-point number made from a random word: the word without its lowest bits, times a factor.
#[derive(Clone, Copy)]
struct FixedPoint {
    dropped_bits: u32,
    factor: f64,
}

/// The kinds of numbers to generate. The lowest four bits of the random word are an index into this table.
/// The three indices beyond its end stand for random bits.
const CLASSES: [FixedPoint; 13] = {
    let integer = FixedPoint { dropped_bits: 56, factor: 1.0 }; // up to 128
    let eighths = FixedPoint { dropped_bits: 56, factor: 0.125 }; // up to 16
    let fraction = FixedPoint { dropped_bits: 11, factor: 1.0 / (1_u64 << 52) as f64 }; // up to 1
    let mixed = FixedPoint { dropped_bits: 32, factor: 1.0 / 65536.0 }; // 16 bits on each side
    let large = FixedPoint { dropped_bits: 11, factor: 1.0 }; // integers up to 2⁵²
    [
        integer, integer, integer, integer, integer, eighths, eighths, fraction, fraction,
        fraction, fraction, mixed, large,
    ]
};

impl FixedPoint {
    #[inline(always)]
    fn number(self, word: u64) -> f64 {
        (word as i64 >> self.dropped_bits) as f64 * self.factor
    }
}

/// Draws any number. One number in sixteen is an edge case.
#[inline(always)]
fn any_float<T: Float>(source: &mut Source) -> T {
    let theme = source.theme();
    let edge_cases = source.edge_cases();
    let wide = source.float(f64::NEG_INFINITY..=f64::INFINITY, true, |random| {
        if theme.is_themed() {
            let any = |word| any_of_word::<T>(word, true).to_wide();
            return T::from_wide(themed::<T>(theme, random, any)).to_wide();
        }
        any_of_word::<T>(random.word(), edge_cases).to_wide()
    });
    T::from_wide(wide)
}

/// Returns the number that a random word selects.
#[inline(always)]
fn any_of_word<T: Float>(word: u64, edge_cases: bool) -> T {
    let class = (word & 15) as usize;
    match CLASSES.get(class) {
        Some(_) if edge_cases && class == 0 => T::EDGE_CASES[(word >> 4 & 15) as usize],
        Some(class) => T::from_wide(class.number(word)),
        None => T::from_word(word),
    }
}

impl FiniteRange {
    /// Returns the finite numbers of `min..=max`, or `None` if there are none.
    #[inline(always)]
    fn new<T: Float>(min: T, max: T) -> Option<FiniteRange> {
        let lower = min.to_wide();
        let upper = max.to_wide();
        let finite = FiniteRange { min: lower.max(-T::MAX_FINITE), max: upper.min(T::MAX_FINITE) };
        // `f64::max` and `f64::min` ignore NaN, so the first comparison is needed to exclude it.
        (lower <= upper && finite.min <= finite.max).then_some(finite)
    }
}

/// Draws a number from the range, uniformly. One number in sixteen is an edge case.
#[inline(always)]
fn between<T: Float>(source: &mut Source, FiniteRange { min, max }: FiniteRange) -> T {
    let theme = source.theme();
    let edge_cases = source.edge_cases();
    let wide = source.float(min..=max, false, |random| {
        let of_word = |word: u64| {
            if edge_cases && word & 15 == 0 {
                return edge_case(word >> 4, min, max);
            }
            let unit = (word >> 11) as f64 / (1_u64 << 53) as f64;
            // The width may overflow, but a weighted mean of both ends does not.
            let width = max - min;
            if width.is_finite() { min + width * unit } else { min * (1.0 - unit) + max * unit }
        };
        let number = if theme.is_themed() {
            let number = themed::<T>(theme, random, of_word);
            if min <= number && number <= max { number } else { of_word(random.word()) }
        } else {
            of_word(random.word())
        };
        T::from_wide(number.clamp(min, max)).to_wide()
    });
    // Both ends are exact in `T`, so rounding stays between them.
    T::from_wide(wide)
}

/// Returns an end of the range, or a simple number between the ends.
#[cold]
fn edge_case(word: u64, min: f64, max: f64) -> f64 {
    let number = match word & 7 {
        0 | 1 => min,
        2 | 3 => max,
        4 => 0.0,
        5 => 1.0,
        6 => -1.0,
        _ => (min / 2.0 + max / 2.0).trunc(),
    };
    number.clamp(min, max)
}

/// Returns numbers whose choices are simpler: the simplest number, the absolute value, integers, numbers
/// ever nearer to `value`, and coarser fractions.
fn simpler<T: Float>(value: T, allowed: Constraint) -> Shrinks<'static, T> {
    let x = value.to_wide();
    let old = ChoiceValue::Float(x);
    let mut wide = candidates(x, T::MAX_FINITE, &allowed).into_iter();
    Shrinks::from_fn(move || {
        wide.by_ref().map(T::from_wide).find(|simpler| {
            let number = simpler.to_wide();
            let new = ChoiceValue::Float(number);
            !number.is_nan() && allowed.permits(&new) && allowed.compare(&new, &old).is_lt()
        })
    })
}

/// Returns numbers that may be simpler than `x`, for a type whose greatest finite value is `max_finite`.
fn candidates(x: f64, max_finite: f64, allowed: &Constraint) -> Vec<f64> {
    let whole = x.trunc();
    let simplest = match allowed.simplest() {
        ChoiceValue::Float(simplest) => simplest,
        _ => 0.0,
    };
    let root = x.abs().sqrt().trunc().copysign(x);
    let half = whole + 0.5_f64.copysign(x);
    let [zero, one] = [0.0_f64, 1.0].map(|small| small.copysign(x));
    let mut all = vec![simplest, x.abs(), whole, zero, one, half, root];
    if !x.is_finite() {
        all.extend_from_slice(&[max_finite.copysign(x), f64::INFINITY.copysign(x)]);
    }
    let mut step = whole;
    while step != 0.0 && step.is_finite() {
        all.push(x - step);
        step = (step / 2.0).trunc();
    }
    for part in [2_u32, 4, 8, 16, 256, 65536, 1 << 31].map(f64::from) {
        all.push((x * part).trunc() / part);
    }
    // For tiny numbers nothing above helps, but a power of two is simpler.
    all.push(f64::from_bits(x.to_bits() & !((1 << 52) - 1)));
    all
}

float!(f32, |word| (word >> 32) as u32);
// The lowest bits chose the class. Mixing them with others keeps them random in the result.
float!(f64, |word| word ^ (word >> 40));
