//! Characters: those of an alphabet, those of a range, and all of them.

use super::char_order::{LAST_RANK, any_rank, char_of_rank, rank_of};
use super::integers::simpler;
use super::texts::themed_char;
use super::{Arbitrary, Domain, Ranged, RestrictedDomain, Restriction, Shrinks, inverse, restrict};
use crate::source::{Alphabet, ChoiceValue, Random, Reject, Role, Source};

/// Generates characters of an alphabet, all equally likely. The first one is the simplest.
///
/// An alphabet is an [`Alphabet`], a range of characters, or a string in which each character occurs once.
///
/// ```
/// use forall::domain::{chars, sample, vec};
/// use forall::source::Alphabet;
///
/// let digits = vec(chars(Alphabet::DIGITS), 1..=4);
/// assert!(sample(&digits, 10).iter().flatten().all(char::is_ascii_digit));
/// ```
///
/// # Panics
///
/// If the alphabet is empty, or if a string contains a character twice.
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
        let index = source.integer(0..=count - 1, 0, Role::Value, sample);
        Ok(self.alphabet.get(index).expect("the index is less than the number of characters"))
    }

    fn shrink<'a>(&'a self, value: &'a char) -> Shrinks<'a, char> {
        simpler_in(&self.alphabet, *value)
    }

    fn invert(&self, value: &char, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(self.alphabet.index(*value), 0, self.alphabet.len() - 1, choices)
    }
}

/// Returns the simplest character of the alphabet, then characters ever nearer to `value`.
pub(super) fn simpler_in(alphabet: &Alphabet, value: char) -> Shrinks<'_, char> {
    let indices = simpler(alphabet.index(value), 0, alphabet.len() - 1);
    Shrinks::new(indices.filter_map(|index| alphabet.get(index)))
}

/// The choice is the rank of the character: its index in [`Alphabet::ANY`].
impl Arbitrary for char {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<char, Reject> {
        let theme = source.theme();
        let edge_cases = source.edge_cases();
        let sample = |random: &mut Random| match theme.is_themed() {
            true => rank_of(themed_char(theme, random)),
            false => any_rank(random.word(), edge_cases),
        };
        Ok(char_of_rank(source.integer(0..=LAST_RANK, 0, Role::Value, sample)))
    }

    fn shrink(&self) -> Shrinks<'_, char> {
        let tidy = ['a', 'A', '0', ' '].into_iter().filter(|_| !self.is_ascii());
        Shrinks::new(tidy.chain(simpler(rank_of(*self), 0, LAST_RANK).map(char_of_rank)))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(rank_of(*self), 0, LAST_RANK, choices)
    }

    fn restricted(restriction: &Restriction<char>) -> Option<RestrictedDomain<'_, char>> {
        restrict::between(restriction)
    }
}

/// Draws a character from `min..=max`. One character in sixteen is an end of the range. The choice is the
/// ordinal of the character, and the one nearest to `a` is the simplest.
#[inline(always)]
fn between(source: &mut Source, min: char, max: char) -> char {
    let edge_cases = source.edge_cases();
    let low = ordinal(min);
    let high = ordinal(max);
    let simplest = ordinal('a').clamp(low, high);
    let drawn = source.integer(low..=high, simplest, Role::Value, |random| {
        let word = random.word();
        match word & 31 {
            0 if edge_cases => low,
            1 if edge_cases => high,
            _ => low + (((word >> 32) * u64::from(high - low + 1)) >> 32) as u32,
        }
    });
    char_of_ordinal(drawn)
}

/// Returns the number of characters with a lesser code point. (Surrogates are not characters.)
#[inline(always)]
pub(super) fn ordinal(char: char) -> u32 {
    let code = char as u32;
    if code < 0xd800 { code } else { code - 0x800 }
}

#[inline(always)]
pub(super) fn char_of_ordinal(ordinal: u32) -> char {
    let code = if ordinal < 0xd800 { ordinal } else { ordinal + 0x800 };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns the character of the range that is nearest to `a`, then characters ever nearer to `value`.
fn simpler_between(value: char, min: char, max: char) -> impl Iterator<Item = char> {
    let low = ordinal(min) as i32;
    let high = ordinal(max) as i32;
    let simplest = (ordinal('a') as i32).clamp(low, high.max(low));
    let distances = simpler(ordinal(value) as i32 - simplest, low - simplest, high - simplest);
    distances.map(move |distance| char_of_ordinal((simplest + distance) as u32))
}

impl Ranged for char {
    const MIN: char = '\0';
    const MAX: char = char::MAX;

    fn predecessor(self) -> Option<char> {
        ordinal(self).checked_sub(1).map(char_of_ordinal)
    }

    #[inline(always)]
    fn generate_between(source: &mut Source, min: char, max: char) -> Option<char> {
        Some(between(source, min, max))
    }

    fn shrink_between(self, min: char, max: char) -> Shrinks<'static, char> {
        Shrinks::new(simpler_between(self, min, max))
    }

    fn invert_between(self, min: char, max: char, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::between(ordinal(self), ordinal(min), ordinal(max), choices)
    }
}
