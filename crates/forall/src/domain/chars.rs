//! Characters: any, those of a range, those of an alphabet.

use super::integers::simpler;
use super::{Arbitrary, Domain, Ranged, Shrinks};
use crate::source::{Alphabet, Random, Reject, Role, Source};

/// The characters of an alphabet, all with the same likelihood.
///
/// ```
/// use forall::domain::{chars, sample, vec};
/// use forall::source::Alphabet;
///
/// let digits = vec(chars(Alphabet::DIGITS), 1..=4);
/// assert!(sample(&digits, 10).iter().flatten().all(char::is_ascii_digit));
/// ```
pub fn chars(alphabet: Alphabet) -> Chars {
    Chars { alphabet }
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
}

/// The simplest of the alphabet, and then nearer and nearer to `value`.
pub(super) fn simpler_in(alphabet: &Alphabet, value: char) -> Shrinks<'_, char> {
    let places = simpler(alphabet.index(value), 0, alphabet.len() - 1);
    Box::new(places.filter_map(|place| alphabet.get(place)))
}

/// A character is a choice of its place in [`Alphabet::ANY`].
impl Arbitrary for char {
    #[inline(always)]
    fn generate(source: &mut Source) -> Result<char, Reject> {
        let edges = source.edges();
        let sample = |random: &mut Random| any_place(random.word(), edges);
        Ok(char_at(source.integer(0..=LAST, 0, Role::Value, sample)))
    }

    fn shrink(&self) -> Shrinks<'_, char> {
        Box::new(simpler(place_of(*self), 0, LAST).map(char_at))
    }
}

/// The greatest place: there are 0x800 surrogates below the last character, which are none.
const LAST: u32 = char::MAX as u32 - 0x800;

/// How many places are not in the order of code points.
const REORDERED: usize = 0x7f;

/// The simplest characters, in order.
static SIMPLEST: [u8; REORDERED] = reordered();

const fn reordered() -> [u8; REORDERED] {
    let ranges = [b"az", b"AZ", b"09", b" /", b":@", b"[`", b"{~", b"\x00\x1f"];
    let (mut chars, mut place, mut range) = ([0; REORDERED], 0, 0);
    while range < ranges.len() {
        let [mut char, last] = *ranges[range];
        while char <= last {
            chars[place] = char;
            (char, place) = (char + 1, place + 1);
        }
        range += 1;
    }
    chars
}

/// The character at this place of [`Alphabet::ANY`], without looking through its ranges.
#[inline(always)]
pub(super) fn char_at(place: u32) -> char {
    let code = match SIMPLEST.get(place as usize) {
        Some(char) => u32::from(*char),
        None if place < 0xd800 => place,
        None => place + 0x800,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

const fn place_of(char: char) -> u32 {
    let code = char as u32;
    let mut place = 0;
    while place < REORDERED {
        if SIMPLEST[place] as u32 == code {
            return place as u32;
        }
        place += 1;
    }
    if code < 0xd800 { code } else { code - 0x800 }
}

/// Where to look for a character, by its class, as a first place and a number of places: mostly
/// what can be printed in ASCII, and few letters often enough that they repeat.
const CLASSES: [(u32, u32); 16] = {
    let (few, printable) = ((0, 4), (0, 95));
    let (latin, plane, rest) = ((0xa1, 0x1af), (0x250, 0xd5b0), (0xd800, LAST - 0xd7ff));
    [
        printable, few, few, few, printable, printable, printable, printable, printable, printable,
        printable, printable, printable, latin, plane, rest,
    ]
};

/// What programs trip over: quotes and escapes, letters that change their length with their case,
/// what combines, turns the direction or cannot be seen, what lies beyond the first plane.
const NASTY: [u32; 16] = {
    let nasty = [
        '\0',
        '"',
        '\\',
        '\'',
        '\n',
        '\t',
        '\x7f',
        'İ',
        'ß',
        '\u{301}',
        '\u{202e}',
        '\u{200d}',
        '\u{feff}',
        '\u{fffd}',
        '😀',
        char::MAX,
    ];
    let (mut places, mut i) = ([0; 16], 0);
    while i < nasty.len() {
        places[i] = place_of(nasty[i]);
        i += 1;
    }
    places
};

/// The place that a random word names. One time in sixteen the character is a nasty one.
#[inline(always)]
pub(super) fn any_place(word: u64, edges: bool) -> u32 {
    if edges && word & 15 == 0 {
        return NASTY[(word >> 4 & 15) as usize];
    }
    let (first, count) = CLASSES[(word & 15) as usize];
    first + (((word >> 32) * u64::from(count)) >> 32) as u32
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
        Box::new(simpler_between(self, min, max))
    }
}

#[cfg(test)]
mod tests {
    use super::{LAST, char_at, place_of};
    use crate::source::Alphabet;

    #[test]
    fn places_are_those_of_the_alphabet() {
        assert_eq!(Alphabet::ANY.len(), LAST + 1);
        let ends = (0..0x200).chain(0xd7f0..0xd810).chain(LAST - 9..=LAST);
        for place in ends {
            assert_eq!(Alphabet::ANY.get(place), Some(char_at(place)));
            assert_eq!(place_of(char_at(place)), place);
        }
    }
}
