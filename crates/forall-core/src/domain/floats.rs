//! Floating-point numbers: any, and those of a range.

use super::{Arbitrary, Ranged, Shrinks};
use crate::source::{ChoiceValue, Constraint, Reject, Source};

/// `f32` or `f64`. A choice holds an `f64`.
trait Float: Copy + 'static {
    /// The greatest that is finite, as a choice holds it.
    const GREATEST: f64;
    /// What comes up more often than others.
    const EDGES: [Self; 16];

    /// Random bits.
    fn from_word(word: u64) -> Self;

    /// As a choice holds it.
    fn to_wide(self) -> f64;

    /// Back from a choice, rounded.
    fn from_wide(wide: f64) -> Self;
}

macro_rules! float {
    ($float:ident, |$word:ident| $bits:expr) => {
        impl Float for $float {
            const GREATEST: f64 = $float::MAX as f64;
            const EDGES: [$float; 16] = [
                0.0,
                -0.0,
                1.0,
                -1.0,
                $float::MIN_POSITIVE,
                -$float::MIN_POSITIVE,
                $float::from_bits(1), // the least of the subnormal ones, and the greatest
                $float::MIN_POSITIVE.next_down(),
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

        impl Arbitrary for $float {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<$float, Reject> {
                Ok(float(source))
            }

            fn shrink(&self) -> Shrinks<'_, $float> {
                simpler(*self, ANY)
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                choices.push(ChoiceValue::Float(self.to_wide()));
                Some(())
            }
        }

        impl Ranged for $float {
            const LEAST: $float = $float::MIN;
            const GREATEST: $float = $float::MAX;

            fn below(self) -> Option<$float> {
                Some(self.next_down())
            }

            #[inline(always)]
            fn between(source: &mut Source, min: $float, max: $float) -> Option<$float> {
                let (min, max) = finite::<$float>(min, max)?;
                Some(between(source, min, max))
            }

            fn simpler(self, min: $float, max: $float) -> Shrinks<'static, $float> {
                match finite::<$float>(min, max) {
                    Some((min, max)) => simpler(self, Constraint::Float { min, max, nan: false }),
                    None => Shrinks::none(),
                }
            }

            fn drawn(self, min: $float, max: $float, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                let (min, max) = finite::<$float>(min, max)?;
                let number = self.to_wide();
                choices.push(ChoiceValue::Float(number));
                (min <= number && number <= max).then_some(())
            }
        }
    };
}

/// What any number is drawn from.
const ANY: Constraint = Constraint::Float { min: f64::NEG_INFINITY, max: f64::INFINITY, nan: true };

/// What to make of a random word, by its class: so many of its bits dropped, and the rest scaled.
/// Whole numbers up to 128, eighths up to 16, fractions up to 1, sixteen bits before the point and
/// sixteen after it, whole numbers up to 2⁵². The three classes above are random bits.
const CLASSES: [(u32, f64); 13] = {
    let (whole, eighths, fraction) = ((56, 1.0), (56, 0.125), (11, 1.0 / (1_u64 << 52) as f64));
    let (fixed, large) = ((32, 1.0 / 65536.0), (11, 1.0));
    [
        whole, whole, whole, whole, whole, eighths, eighths, fraction, fraction, fraction,
        fraction, fixed, large,
    ]
};

/// Draws any number. One time in sixteen it is an edge.
#[inline(always)]
fn float<T: Float>(source: &mut Source) -> T {
    let edges = source.edges();
    let wide = source.float(f64::NEG_INFINITY..=f64::INFINITY, true, |random| {
        let word = random.word();
        let class = (word & 15) as usize;
        let number = match CLASSES.get(class) {
            Some(_) if edges && class == 0 => T::EDGES[(word >> 4 & 15) as usize],
            Some((shift, scale)) => T::from_wide((word as i64 >> shift) as f64 * scale),
            None => T::from_word(word),
        };
        number.to_wide()
    });
    T::from_wide(wide)
}

/// The finite numbers between two ends, if there are any.
#[inline(always)]
fn finite<T: Float>(min: T, max: T) -> Option<(f64, f64)> {
    let (min, max) = (min.to_wide(), max.to_wide());
    let ends = (min.max(-T::GREATEST), max.min(T::GREATEST));
    // An end that is no number is in no order, but `max` and `min` pass over it.
    (min <= max && ends.0 <= ends.1).then_some(ends)
}

/// Draws a number from `min..=max`, uniformly. One time in sixteen it is an edge.
#[inline(always)]
fn between<T: Float>(source: &mut Source, min: f64, max: f64) -> T {
    let edges = source.edges();
    let wide = source.float(min..=max, false, |random| {
        let word = random.word();
        if edges && word & 15 == 0 {
            return T::from_wide(edge(word >> 4, min, max)).to_wide();
        }
        let unit = (word >> 11) as f64 / (1_u64 << 53) as f64;
        // Where the width is beyond all numbers, its parts are not.
        let width = max - min;
        let x =
            if width.is_finite() { min + width * unit } else { min * (1.0 - unit) + max * unit };
        T::from_wide(x.clamp(min, max)).to_wide()
    });
    // The ends are of this type, so that rounding does not lead past them.
    T::from_wide(wide)
}

/// An end, or a simple number in between.
#[cold]
fn edge(word: u64, min: f64, max: f64) -> f64 {
    let edge = match word & 7 {
        0 | 1 => min,
        2 | 3 => max,
        4 => 0.0,
        5 => 1.0,
        6 => -1.0,
        _ => (min / 2.0 + max / 2.0).trunc(),
    };
    edge.clamp(min, max)
}

/// Simpler numbers, as choices are simpler: the simplest, the same without its sign, whole ones,
/// nearer and nearer ones, coarser and less coarse fractions.
fn simpler<T: Float>(value: T, allowed: Constraint) -> Shrinks<'static, T> {
    let x = value.to_wide();
    let mut wide = candidates(x, T::GREATEST, &allowed).into_iter();
    Shrinks::from_fn(move || {
        wide.by_ref().map(T::from_wide).find(|simpler| {
            let (new, old) = (ChoiceValue::Float(simpler.to_wide()), ChoiceValue::Float(x));
            let number = !simpler.to_wide().is_nan();
            number && allowed.permits(&new) && allowed.compare(&new, &old).is_lt()
        })
    })
}

/// What may be simpler than `x`, of a type that goes up to `greatest`.
fn candidates(x: f64, greatest: f64, allowed: &Constraint) -> Vec<f64> {
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
        all.extend_from_slice(&[greatest.copysign(x), f64::INFINITY.copysign(x)]);
    }
    let mut step = whole;
    while step != 0.0 && step.is_finite() {
        all.push(x - step);
        step = (step / 2.0).trunc();
    }
    for part in [2_u32, 4, 8, 16, 256, 65536, 1 << 31].map(f64::from) {
        all.push((x * part).trunc() / part);
    }
    // All that is left to try for what is nearly nothing: a power of two.
    all.push(f64::from_bits(x.to_bits() & !((1 << 52) - 1)));
    all
}

float!(f32, |word| (word >> 32) as u32);
// The bits that chose the class are mixed with others, or the last ones would always be the same.
float!(f64, |word| word ^ (word >> 40));
