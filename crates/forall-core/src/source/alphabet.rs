//! Alphabets: sets of characters, in order of simplicity.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// Characters in order of simplicity, as inclusive ranges that do not overlap. A range of characters becomes one,
/// and so does a text that has each of them once.
///
/// ```
/// use forall::source::Alphabet;
///
/// let vowels = Alphabet::new(&[('e', 'e'), ('a', 'a'), ('i', 'i'), ('o', 'o'), ('u', 'u')]);
/// assert_eq!((vowels.len(), vowels.is_empty(), vowels.simplest()), (5, false, 'e'));
/// assert!(vowels.has('u') && !vowels.has('y'));
/// assert_eq!(Alphabet::LETTERS.ranges(), [('a', 'z'), ('A', 'Z')]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alphabet {
    ranges: Cow<'static, [(char, char)]>,
}

impl Alphabet {
    /// Every character: letters, digits, punctuation, controls, and then the rest of Unicode.
    pub const ANY: Alphabet = Alphabet {
        ranges: Cow::Borrowed(&[
            ('a', 'z'),
            ('A', 'Z'),
            ('0', '9'),
            (' ', '/'),
            (':', '@'),
            ('[', '`'),
            ('{', '~'),
            ('\0', '\x1f'),
            ('\x7f', '\u{d7ff}'),
            ('\u{e000}', char::MAX),
        ]),
    };

    /// `a` to `z`, `A` to `Z`.
    pub const LETTERS: Alphabet = Alphabet { ranges: Cow::Borrowed(&[('a', 'z'), ('A', 'Z')]) };

    /// `0` to `9`.
    pub const DIGITS: Alphabet = Alphabet { ranges: Cow::Borrowed(&[('0', '9')]) };

    /// The ASCII letters and digits.
    pub const ALPHANUMERIC: Alphabet =
        Alphabet { ranges: Cow::Borrowed(&[('a', 'z'), ('A', 'Z'), ('0', '9')]) };

    /// All of ASCII, with the controls at the end.
    pub const ASCII: Alphabet = Alphabet {
        ranges: Cow::Borrowed(&[
            ('a', 'z'),
            ('A', 'Z'),
            ('0', '9'),
            (' ', '/'),
            (':', '@'),
            ('[', '`'),
            ('{', '~'),
            ('\0', '\x1f'),
            ('\x7f', '\x7f'),
        ]),
    };

    /// The characters of these ranges, simplest first.
    ///
    /// # Panics
    ///
    /// When there is no character in them, or two of them overlap.
    #[track_caller]
    pub fn new(ranges: &[(char, char)]) -> Alphabet {
        assert!(!ranges.is_empty(), "an alphabet needs at least one character");
        for (i, (start, end)) in ranges.iter().enumerate() {
            assert!(start <= end, "`{start:?}..={end:?}` has no characters");
            let overlaps = |(s, e): &(char, char)| s <= end && start <= e;
            assert!(!ranges[..i].iter().any(overlaps), "`{start:?}..={end:?}` is there twice");
        }
        Alphabet { ranges: Cow::Owned(ranges.to_vec()) }
    }

    /// How many characters there are.
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|range| count(*range)).sum()
    }

    /// Always false: an alphabet has at least one character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Is the character one of these?
    pub fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(start, end)| (*start..=*end).contains(&c))
    }

    /// The first character.
    pub fn simplest(&self) -> char {
        self.ranges[0].0
    }

    /// The character at this place, if there is one.
    ///
    /// ```
    /// use forall::source::Alphabet;
    ///
    /// let hex = Alphabet::new(&[('0', '9'), ('a', 'f')]);
    /// assert_eq!((hex.get(9), hex.get(10), hex.get(16)), (Some('9'), Some('a'), None));
    /// assert_eq!(hex.index('a'), 10);
    /// ```
    pub fn get(&self, mut index: u32) -> Option<char> {
        for range in self.ranges.iter() {
            match index.checked_sub(count(*range)) {
                Some(rest) => index = rest,
                None => return Some(offset(range.0, index)),
            }
        }
        None
    }

    /// The place of a character; the number of characters for one that is not there.
    pub fn index(&self, c: char) -> u32 {
        let mut before = 0;
        for range in self.ranges.iter() {
            if (range.0..=range.1).contains(&c) {
                return before + count((range.0, c)) - 1;
            }
            before += count(*range);
        }
        before
    }

    /// The ranges, simplest first.
    pub fn ranges(&self) -> &[(char, char)] {
        &self.ranges
    }
}

impl From<RangeInclusive<char>> for Alphabet {
    #[track_caller]
    fn from(range: RangeInclusive<char>) -> Alphabet {
        Alphabet::new(&[(*range.start(), *range.end())])
    }
}

impl From<&str> for Alphabet {
    #[track_caller]
    fn from(text: &str) -> Alphabet {
        let each: Vec<(char, char)> = text.chars().map(|c| (c, c)).collect();
        Alphabet::new(&each)
    }
}

/// Surrogates are no characters, so a range that spans them is shorter than it looks.
fn count((start, end): (char, char)) -> u32 {
    let gap = if start <= '\u{d7ff}' && end >= '\u{e000}' { 0x800 } else { 0 };
    end as u32 - start as u32 + 1 - gap
}

fn offset(start: char, by: u32) -> char {
    let code = start as u32 + by;
    let gap = if start <= '\u{d7ff}' && code >= 0xd800 { 0x800 } else { 0 };
    char::from_u32(code + gap).expect("the index is inside the range, and surrogates are skipped")
}
