//! All values of a primitive type within bounds.
//!
//! Values are distributed as those of the default domain as far as possible, and some are near a bound.

use super::{Discrete, RestrictedDomain, Restriction};
use crate::domain::chars::{char_of_ordinal, ordinal};
use crate::domain::{Arbitrary, Domain, Ranged, Shrinks};
use crate::source::{ChoiceValue, Integer, Random, Reject, Role, Source, Theme};

/// The number of values of the default domain that are tried.
const ATTEMPTS: u32 = 4;

/// Returns the values of the type that satisfy the restriction.
pub(in crate::domain) fn between<A: Primitive>(
    restriction: &Restriction<A>,
) -> Option<RestrictedDomain<'_, A>> {
    if !restriction.concerns_values() {
        return None;
    }
    let min = restriction.least.as_ref().map_or(A::LEAST, |limit| limit.value);
    let max = restriction.greatest.as_ref().map_or(A::GREATEST, |limit| limit.value);
    let is_whole = min == A::LEAST && max == A::GREATEST && restriction.excluded.is_empty();
    if is_whole && A::COUNTED {
        return None;
    }
    restriction.without_excluded(min, max, |min, max| Box::new(Between { min, max }))
}

/// A primitive type. Its values can be drawn from any interval.
pub(in crate::domain) trait Primitive: Discrete + Ranged + Arbitrary {
    /// Draws a value from `min..=max`.
    fn draw(source: &mut Source, min: Self, max: Self) -> Self;

    /// Appends the choice from which `draw` generates the value.
    fn invert_draw(self, min: Self, max: Self, choices: &mut Vec<ChoiceValue>) -> Option<()>;
}

struct Between<A> {
    min: A,
    max: A,
}

impl<A: Primitive> Domain for Between<A> {
    type Value = A;

    fn generate(&self, source: &mut Source) -> Result<A, Reject> {
        Ok(A::draw(source, self.min, self.max))
    }

    fn shrink<'a>(&'a self, value: &'a A) -> Shrinks<'a, A> {
        value.shrink_between(self.min, self.max)
    }

    fn invert(&self, value: &A, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        value.invert_draw(self.min, self.max, choices)
    }
}

/// How the values of a source are distributed.
#[derive(Clone, Copy)]
struct Style {
    theme: Theme,
    size: u32,
}

impl Style {
    fn of(source: &Source) -> Style {
        Style { theme: source.theme(), size: source.size() }
    }
}

/// Returns a value of the default domain that is in `min..=max`, if one is found soon.
fn usual<A: Primitive>(random: &mut Random, style: Style, min: A, max: A) -> Option<A> {
    (0..ATTEMPTS).find_map(|_| {
        let mut source = Source::of_theme(style.theme, random.word(), style.size);
        let value = A::generate(&mut source).ok()?;
        (min <= value && value <= max).then_some(value)
    })
}

/// Returns a number near one end of `min..=max`: small distances are as likely as large ones.
fn near_an_end<A: Integer>(random: &mut Random, min: A, max: A) -> A {
    let span = max.distance(min);
    let bits = u128::BITS - span.leading_zeros();
    let shift = random.below(u64::from(bits) + 1) as u32;
    let distance = random.up_to(span).checked_shr(shift).unwrap_or(0);
    let from_min = random.word() >> 63 == 0;
    min.offset(if from_min { distance } else { span - distance })
}

macro_rules! integers {
    ($($int:ident)*) => { $(
        impl Primitive for $int {
            fn draw(source: &mut Source, min: $int, max: $int) -> $int {
                let edge_cases = source.edge_cases();
                let style = Style::of(source);
                source.integer(min..=max, 0.clamp(min, max), Role::Value, |random| {
                    if !edge_cases {
                        return min.offset(random.up_to(max.distance(min)));
                    }
                    let usual = if random.one_in(4) { None } else { usual(random, style, min, max) };
                    usual.unwrap_or_else(|| near_an_end(random, min, max))
                })
            }

            fn invert_draw(self, min: $int, max: $int, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                self.invert_between(min, max, choices)
            }
        }
    )* };
}

integers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);

impl Primitive for char {
    fn draw(source: &mut Source, min: char, max: char) -> char {
        let style = Style::of(source);
        let low = ordinal(min);
        let high = ordinal(max);
        let simplest = ordinal('a').clamp(low, high);
        let drawn = source.integer(low..=high, simplest, Role::Value, |random| {
            let usual = if random.one_in(4) { None } else { usual(random, style, min, max) };
            usual.map_or_else(|| near_an_end(random, low, high), ordinal)
        });
        char_of_ordinal(drawn)
    }

    fn invert_draw(self, min: char, max: char, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.invert_between(min, max, choices)
    }
}

macro_rules! floats {
    ($($float:ident)*) => { $(
        impl Primitive for $float {
            fn draw(source: &mut Source, min: $float, max: $float) -> $float {
                let edge_cases = source.edge_cases();
                let style = Style::of(source);
                let drawn = source.float(min.into()..=max.into(), false, |random| {
                    if edge_cases && random.one_in(8) {
                        let near = [min, max, min.next_up().min(max), max.next_down().max(min)];
                        return near[random.below(4) as usize].into();
                    }
                    let usual = usual(random, style, min, max);
                    let number = usual.unwrap_or_else(|| {
                        // The width may overflow, but a weighted mean of both ends does not.
                        let low = min.max($float::MIN);
                        let high = max.min($float::MAX);
                        let unit = random.unit() as $float;
                        (low * (1.0 - unit) + high * unit).clamp(min, max)
                    });
                    number.into()
                });
                drawn as $float
            }

            fn invert_draw(self, min: $float, max: $float, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                choices.push(ChoiceValue::Float(self.into()));
                (min <= self && self <= max).then_some(())
            }
        }
    )* };
}

floats!(f32 f64);
