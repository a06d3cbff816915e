//! Strings over an alphabet.

use super::char_order::{any_rank, char_of_rank};
use super::chars::simpler_in;
use super::collection_shrink::simplified;
use super::restrict::Texts;
use super::text_edits::edited;
use super::texts::{TextPlan, text};
use super::{Arbitrary, Domain, Lengths, RestrictedDomain, Restriction, Shrinks, restrict};
use crate::source::{Alphabet, ChoiceValue, LengthBounds, Random, Reject, Source};

/// Generates strings over an alphabet. `lengths` is the number of characters.
///
/// An alphabet is an [`Alphabet`], a range of characters, or a string in which each character occurs once.
///
/// ```
/// use forall::domain::{sample, string};
/// use forall::source::Alphabet;
///
/// let names = string(Alphabet::LETTERS, 1..=8);
/// for name in sample(&names, 10) {
///     assert!((1..=8).contains(&name.len()) && name.chars().all(|c| c.is_ascii_alphabetic()));
/// }
/// assert!(sample(&string('0'..='9', 4), 10).iter().all(|pin| pin.parse::<u16>().is_ok()));
/// assert!(sample(&string("acgt", ..), 10).iter().all(|dna| !dna.contains('b')));
/// ```
///
/// # Panics
///
/// If the alphabet is empty, or if a string contains a character twice.
#[track_caller]
pub fn string(alphabet: impl Into<Alphabet>, lengths: impl Into<Lengths>) -> Strings {
    let alphabet = alphabet.into();
    let sampling = if alphabet == Alphabet::ANY {
        Sampling::Biased
    } else if alphabet.len() <= MAX_LISTED_CHARS {
        Sampling::Listed((0..alphabet.len()).filter_map(|index| alphabet.get(index)).collect())
    } else {
        Sampling::Indexed
    };
    Strings { alphabet, lengths: lengths.into(), sampling }
}

/// See [`string`].
#[derive(Clone, Debug)]
pub struct Strings {
    alphabet: Alphabet,
    lengths: Lengths,
    sampling: Sampling,
}

/// The number of characters up to which an alphabet is expanded to a list.
const MAX_LISTED_CHARS: u32 = 128;

/// How characters are picked from the alphabet.
#[derive(Clone, Debug)]
enum Sampling {
    /// All characters, with a bias to some of them.
    Biased,
    /// Uniformly, from a list of the characters. This is faster, but only for small alphabets.
    Listed(Vec<char>),
    /// Uniformly, by index into the alphabet.
    Indexed,
}

impl Domain for Strings {
    type Value = String;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<String, Reject> {
        let Strings { alphabet, lengths, sampling } = self;
        if lengths.is_empty() {
            return Err(source.reject("the range of lengths is empty"));
        }
        Ok(match sampling {
            Sampling::Biased => any_string(source, *lengths),
            Sampling::Listed(chars) => draw(source, alphabet, *lengths, |plan| {
                uniform(plan, chars.len(), |index| Some(chars[index]))
            }),
            Sampling::Indexed => draw(source, alphabet, *lengths, |plan| {
                uniform(plan, alphabet.len() as usize, |index| alphabet.get(index as u32))
            }),
        })
    }

    fn shrink<'a>(&'a self, value: &'a String) -> Shrinks<'a, String> {
        Shrinks::new(simpler(value, &self.alphabet, self.lengths.min()))
    }

    fn invert(&self, value: &String, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        choices.push(ChoiceValue::String(value.clone()));
        let in_alphabet = value.chars().all(|char| self.alphabet.has(char));
        (in_alphabet && self.lengths.contains(value.chars().count())).then_some(())
    }

    fn restricted<'a>(
        &'a self,
        restriction: &'a Restriction<String>,
    ) -> Option<RestrictedDomain<'a, String>> {
        let texts = Texts { lengths: self.lengths, filler: self.alphabet.simplest() };
        restrict::texts_within(restriction, texts, |lengths| Strings { lengths, ..self.clone() })
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

    fn restricted(restriction: &Restriction<String>) -> Option<RestrictedDomain<'_, String>> {
        let texts = Texts { lengths: Lengths::ANY, filler: Alphabet::ANY.simplest() };
        restrict::texts_within(restriction, texts, |lengths| string(Alphabet::ANY, lengths))
    }
}

static ANY_CHAR: Alphabet = Alphabet::ANY;

/// Returns simpler strings over all characters.
pub(super) fn simpler_any(text: &str) -> impl Iterator<Item = String> {
    simpler(text, &ANY_CHAR, 0)
}

/// Returns shorter strings, then strings with a simpler character.
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
    let edge_cases = source.edge_cases();
    draw(source, &ANY_CHAR, lengths, |plan| if edge_cases { text(plan) } else { unbiased(plan) })
}

/// Draws a string, which `make` builds after a plan. All its characters are derived from one random word, so that
/// the state of the source stays in a register.
#[inline]
fn draw(
    source: &mut Source,
    alphabet: &Alphabet,
    lengths: Lengths,
    make: impl FnOnce(TextPlan) -> String,
) -> String {
    let bounds = lengths.at(source.list_size());
    let length = source.fresh_length(bounds);
    let theme = source.theme();
    source.string(alphabet, bounds.min..=bounds.max, |random| {
        let LengthBounds { min, max, .. } = bounds;
        let mut plan = TextPlan { word: random.word(), length, min, max, edit: 0 };
        if theme.is_themed() {
            plan.recur(theme, random);
        }
        let text = make(plan);
        if plan.edit == 0 { text } else { edited(text, plan, alphabet) }
    })
}

/// Returns a string of `length` characters, with the bias of `any_rank` but without edge cases.
fn unbiased(plan: TextPlan) -> String {
    let mut random = Random::from_seed(plan.word);
    (0..plan.length).map(|_| char_of_rank(any_rank(random.word(), false))).collect()
}

/// Returns a string of characters, each of them `get` of a random index below `count`.
#[inline]
fn uniform(plan: TextPlan, count: usize, get: impl Fn(usize) -> Option<char>) -> String {
    let mut random = Random::from_seed(plan.word);
    let mut text = String::with_capacity(plan.length);
    text.extend((0..plan.length).filter_map(|_| get(random.below(count as u64) as usize)));
    text
}
