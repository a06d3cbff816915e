//! Characters by their place in [`Alphabet::ANY`](crate::source::Alphabet::ANY), and which of them to
//! pick.

/// The greatest place: there are 0x800 surrogates below the last character, which are none.
pub(super) const LAST: u32 = char::MAX as u32 - 0x800;

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

/// The character at this place of `Alphabet::ANY`, without looking through its ranges.
#[inline(always)]
pub(super) fn char_at(place: u32) -> char {
    let code = match SIMPLEST.get(place as usize) {
        Some(char) => u32::from(*char),
        None if place < 0xd800 => place,
        None => place + 0x800,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The place of a character; the other way round.
pub(super) const fn place_of(char: char) -> u32 {
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
