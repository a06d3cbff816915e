//! The order of characters from simple to complicated, and which of them to generate.
//!
//! The rank of a character is its index in [`Alphabet::ANY`](crate::source::Alphabet::ANY).

/// The greatest rank. The 0x800 surrogates are code points, but not characters.
pub(super) const LAST_RANK: u32 = char::MAX as u32 - 0x800;

/// The number of ranks that are not in the order of code points.
const REORDERED_COUNT: usize = 0x7f;

/// The simplest characters, by rank.
static SIMPLEST: [u8; REORDERED_COUNT] = reordered();

const fn reordered() -> [u8; REORDERED_COUNT] {
    let ranges = [b"az", b"AZ", b"09", b" /", b":@", b"[`", b"{~", b"\x00\x1f"];
    let mut chars = [0; REORDERED_COUNT];
    let mut rank = 0;
    let mut range = 0;
    while range < ranges.len() {
        let [mut char, last] = *ranges[range];
        while char <= last {
            chars[rank] = char;
            char += 1;
            rank += 1;
        }
        range += 1;
    }
    chars
}

/// Returns the character of this rank, without a search through the ranges of `Alphabet::ANY`.
#[inline(always)]
pub(super) fn char_of_rank(rank: u32) -> char {
    let code = match SIMPLEST.get(rank as usize) {
        Some(char) => u32::from(*char),
        None if rank < 0xd800 => rank,
        None => rank + 0x800,
    };
    char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns the rank of a character.
pub(super) const fn rank_of(char: char) -> u32 {
    let code = char as u32;
    let mut rank = 0;
    while rank < REORDERED_COUNT {
        if SIMPLEST[rank] as u32 == code {
            return rank as u32;
        }
        rank += 1;
    }
    if code < 0xd800 { code } else { code - 0x800 }
}

/// Characters with consecutive ranks.
#[derive(Clone, Copy)]
struct Ranks {
    first: u32,
    count: u32,
}

/// The kinds of characters to generate. The lowest four bits of a random word are an index into this
/// table. Most characters are printable ASCII. A few letters are so frequent that they repeat.
const CLASSES: [Ranks; 16] = {
    let few_letters = Ranks { first: 0, count: 4 };
    let printable = Ranks { first: 0, count: 95 };
    let latin = Ranks { first: 0xa1, count: 0x1af };
    let basic_plane = Ranks { first: 0x250, count: 0xd5b0 };
    let rest = Ranks { first: 0xd800, count: LAST_RANK - 0xd7ff };
    [
        printable,
        few_letters,
        few_letters,
        few_letters,
        printable,
        printable,
        printable,
        printable,
        printable,
        printable,
        printable,
        printable,
        printable,
        latin,
        basic_plane,
        rest,
    ]
};

/// The ranks of characters that often cause bugs: quotes and escapes, letters whose length changes with
/// their case, combining, bidirectional and invisible characters, and characters beyond the basic plane.
const EDGE_CASES: [u32; 16] = {
    let chars = [
        '\0',
        '"',
        '\\',
        '\x1b',
        '\n',
        '\t',
        '\r',
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
    let mut ranks = [0; 16];
    let mut i = 0;
    while i < chars.len() {
        ranks[i] = rank_of(chars[i]);
        i += 1;
    }
    ranks
};

/// Returns the rank that a random word selects. One rank in sixteen is that of an edge case.
#[inline(always)]
pub(super) fn any_rank(word: u64, edge_cases: bool) -> u32 {
    if edge_cases && word & 15 == 0 {
        return EDGE_CASES[(word >> 4 & 15) as usize];
    }
    let Ranks { first, count } = CLASSES[(word & 15) as usize];
    first + (((word >> 32) * u64::from(count)) >> 32) as u32
}

#[cfg(test)]
mod tests {
    use super::{LAST_RANK, char_of_rank, rank_of};
    use crate::source::Alphabet;

    #[test]
    fn ranks_are_indices_into_the_alphabet_of_all_characters() {
        assert_eq!(Alphabet::ANY.len(), LAST_RANK + 1);
        let boundaries = (0..0x200).chain(0xd7f0..0xd810).chain(LAST_RANK - 9..=LAST_RANK);
        for rank in boundaries {
            assert_eq!(Alphabet::ANY.get(rank), Some(char_of_rank(rank)));
            assert_eq!(rank_of(char_of_rank(rank)), rank);
        }
    }
}
