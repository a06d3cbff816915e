//! Characters: any, those of a range, those of an alphabet.

use super::integers::simpler;
use super::places::{LAST, any_place, char_at, place_of};
use super::{Arbitrary, Domain, Ranged, Shrinks, inverse};
use crate::source::{Alphabet, ChoiceValue, Random, Reject, Role, Source};

/// The characters of an alphabet, all with the same likelihood.
///
/// ```
/// use forall::domain::{chars, sample, vec};
/// use forall::source::Alphabet;
///
/// let digits = vec(chars(Alphabet::DIGITS), 1..=4);
/// assert!(sample(&digits, 10).iter().flatten().all(char::is_ascii_digit));
/// ```
#[track_caller]
pub fn chars(alphabet: impl Into<Alphabet>) -> Chars {
    Chars { alphabet: alphabet.into() }
}

/// See [`chars`].
#[derive(Clone, Debug)]
pub struct Chars {
    alphabet: Alphabet,
}

impl Domain for Chars {
    type Value = char;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<char, Reject> {
        let count = self.alphabet.len();
        let sample = |random: &mut Random| random.below(u64::from(count)) as u32;
        let place = source.integer(0..=count - 1, 0, Role::Value, sample);
        Ok(self.alphabet.get(place).expect("the place is below the number of characters"))
    }

    fn shrink<'a>(&'a self, value: &'a char) -> Shrinks<'a, char> {
        simpler_in(&self.alphabet, *value)
    }

    fn invert(&self, value: &char, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(self.alphabet.index(*value), 0, self.alphabet.len() - 1, choices)
    }
}

/// The simplest of the alphabet, and then nearer and nearer to `value`.
pub(super) fn simpler_in(alphabet: &Alphabet, value: char) -> Shrinks<'_, char> {
    let places = simpler(alphabet.index(value), 0, alphabet.len() - 1);
    Shrinks::new(places.filter_map(|place| alphabet.get(place)))
}

/// A character is a choice of its place in [`Alphabet::ANY`].
impl Arbitrary for char {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<char, Reject> {
        let edges = source.edges();
        let sample = |random: &mut Random| any_place(random.word(), edges);
        Ok(char_at(source.integer(0..=LAST, 0, Role::Value, sample)))
    }

    fn shrink(&self) -> Shrinks<'_, char> {
        Shrinks::new(simpler(place_of(*self), 0, LAST).map(char_at))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(place_of(*self), 0, LAST, choices)
    }
}

/// Draws a character from `min..=max`. One time in sixteen it is an end. The choice is a code point,
/// less the surrogates below it; it is simplest where it is nearest to `a`.
#[inline(always)]
fn between(source: &mut Source, min: char, max: char) -> char {
    let (edges, low, high) = (source.edges(), rank(min), rank(max));
    let rank = source.integer(low..=high, rank('a').clamp(low, high), Role::Value, |random| {
        let word = random.word();
        match word & 31 {
            0 if edges => low,
            1 if edges => high,
            _ => low + (((word >> 32) * u64::from(high - low + 1)) >> 32) as u32,
        }
    });
    of_rank(rank)
}

#[inline(always)]
fn rank(char: char) -> u32 {
    let code = char as u32;
    if code < 0xd800 { code } else { code - 0x800 }
}

#[inline(always)]
fn of_rank(rank: u32) -> char {
    let code = if rank < 0xd800 { rank } else { rank + 0x800 };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Nearer and nearer to `value`, from `a` or what is next to it in the range.
fn simpler_between(value: char, min: char, max: char) -> impl Iterator<Item = char> {
    let (low, high) = (rank(min) as i32, rank(max) as i32);
    let toward = (rank('a') as i32).clamp(low, high.max(low));
    let distances = simpler(rank(value) as i32 - toward, low - toward, high - toward);
    distances.map(move |distance| of_rank((toward + distance) as u32))
}

impl Ranged for char {
    const LEAST: char = '\0';
    const GREATEST: char = char::MAX;

    fn below(self) -> Option<char> {
        rank(self).checked_sub(1).map(of_rank)
    }

    #[inline(always)]
    fn between(source: &mut Source, min: char, max: char) -> Option<char> {
        Some(between(source, min, max))
    }

    fn simpler(self, min: char, max: char) -> Shrinks<'static, char> {
        Shrinks::new(simpler_between(self, min, max))
    }

    fn drawn(self, min: char, max: char, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(rank(self), rank(min), rank(max), choices)
    }
}
