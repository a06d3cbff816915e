//! Strings, over any alphabet.

use super::chars::simpler_in;
use super::items::simplified;
use super::places::{any_place, char_at};
use super::{Arbitrary, Domain, Lengths, Shrinks};
use crate::source::{Alphabet, ChoiceValue, Random, Reject, Source};

/// Strings over an alphabet, with as many characters as `lengths` says. A range of characters is an alphabet, and so
/// is a text that has each of them once.
///
/// ```
/// use forall::domain::{sample, string};
/// use forall::source::Alphabet;
///
/// let names = string(Alphabet::LETTERS, 1..=8);
/// for name in sample(&names, 10) {
///     assert!((1..=8).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic()));
/// }
/// let digits = string('0'..='9', 4);
/// let dna = string("acgt", ..);
/// # let _ = (digits, dna);
/// ```
///
/// # Panics
///
/// When the alphabet has no character, or one twice.
#[track_caller]
pub fn string(alphabet: impl Into<Alphabet>, lengths: impl Into<Lengths>) -> Strings {
    let alphabet = alphabet.into();
    let kind = if alphabet == Alphabet::ANY {
        Kind::Any
    } else if alphabet.len() <= 128 {
        Kind::Few((0..alphabet.len()).filter_map(|place| alphabet.get(place)).collect())
    } else {
        Kind::Many
    };
    Strings { alphabet, lengths: lengths.into(), kind }
}

/// See [`string`].
#[derive(Clone, Debug)]
pub struct Strings {
    alphabet: Alphabet,
    lengths: Lengths,
    kind: Kind,
}

/// How to pick characters of an alphabet.
#[derive(Clone, Debug)]
enum Kind {
    /// It has all of them, and some come up more often than others.
    Any,
    /// It has so few that they stand in a list, which is faster.
    Few(Vec<char>),
    /// It has many.
    Many,
}

impl Domain for Strings {
    type Value = String;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<String, Reject> {
        let Strings { alphabet, lengths, kind } = self;
        if lengths.is_empty() {
            return Err(source.reject("the range of lengths is empty"));
        }
        Ok(match kind {
            Kind::Any => any_string(source, *lengths),
            Kind::Few(chars) => draw(source, alphabet, *lengths, |word, length| {
                uniform(word, length, chars.len(), |place| Some(chars[place]))
            }),
            Kind::Many => draw(source, alphabet, *lengths, |word, length| {
                uniform(word, length, alphabet.len() as usize, |place| alphabet.get(place as u32))
            }),
        })
    }

    fn shrink<'a>(&'a self, value: &'a String) -> Shrinks<'a, String> {
        Shrinks::new(simpler(value, &self.alphabet, self.lengths.min()))
    }

    fn invert(&self, value: &String, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let (min, _, max) = self.lengths.at(0);
        let (mut count, mut known) = (0, true);
        for char in value.chars() {
            (count, known) = (count + 1, known && self.alphabet.has(char));
        }
        choices.push(ChoiceValue::String(value.clone()));
        (known && (min..=max).contains(&count)).then_some(())
    }
}

impl Arbitrary for String {
    #[cfg_attr(not(debug_assertions), inline)]
    fn generate(source: &mut Source) -> Result<String, Reject> {
        Ok(any_string(source, Lengths::ANY))
    }

    fn shrink(&self) -> Shrinks<'_, String> {
        Shrinks::new(simpler_any(self))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        choices.push(ChoiceValue::String(self.clone()));
        Some(())
    }
}

static ANY: Alphabet = Alphabet::ANY;

/// Simpler strings over all characters.
pub(super) fn simpler_any(text: &str) -> impl Iterator<Item = String> {
    simpler(text, &ANY, 0)
}

/// Shorter strings, and then those with a simpler character.
fn simpler<'a>(
    text: &str,
    alphabet: &'a Alphabet,
    min: usize,
) -> impl Iterator<Item = String> + use<'a> {
    let each = simplified(text.chars().collect(), min, |c| c, |c| simpler_in(alphabet, c));
    each.map(String::from_iter)
}

#[inline]
fn any_string(source: &mut Source, lengths: Lengths) -> String {
    let edges = source.edges();
    draw(source, &ANY, lengths, |word, length| mixed(word, length, edges))
}

/// Draws a string that `make` makes of a word and a length. All its characters come from that one
/// word, so that the random source need not leave its register.
#[inline]
fn draw(
    source: &mut Source,
    alphabet: &Alphabet,
    lengths: Lengths,
    make: impl FnOnce(u64, usize) -> String,
) -> String {
    let (min, usual, max) = lengths.at(source.size());
    source.string(alphabet, min..=max, |random| {
        let spare = (usual - min) as u64;
        let length = min + random.below(spare.saturating_add(1)) as usize;
        make(random.word(), length)
    })
}

/// So many characters of all kinds.
fn mixed(word: u64, length: usize, edges: bool) -> String {
    let mut random = Random::from_seed(word);
    // Most take one byte, some up to four.
    let mut text = String::with_capacity(length * 2);
    for _ in 0..length {
        text.push(char_at(any_place(random.word(), edges)));
    }
    text
}

/// So many characters, all those at one of `count` places with the same likelihood.
#[inline]
fn uniform(word: u64, length: usize, count: usize, at: impl Fn(usize) -> Option<char>) -> String {
    let mut random = Random::from_seed(word);
    let mut text = String::with_capacity(length);
    text.extend((0..length).filter_map(|_| at(random.below(count as u64) as usize)));
    text
}
