//! Alphabets: sets of characters, in order of simplicity.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A set of characters in order of simplicity, stored as inclusive ranges that do not overlap.
///
/// A `RangeInclusive<char>` converts into an alphabet, and so does a `&str` in which no character occurs twice.
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
    /// Every character: ASCII letters, digits, punctuation, control characters, then the rest of Unicode.
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

    /// All of ASCII, with the control characters last.
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

    /// Creates an alphabet from ranges of characters, simplest first.
    ///
    /// # Panics
    ///
    /// If there is no range, a range is empty, or two ranges overlap.
    #[track_caller]
    pub fn new(ranges: &[(char, char)]) -> Alphabet {
        assert!(!ranges.is_empty(), "an alphabet needs at least one character");
        for (i, (start, end)) in ranges.iter().enumerate() {
            assert!(start <= end, "`{start:?}..={end:?}` is empty");
            let overlaps = |(s, e): &(char, char)| s <= end && start <= e;
            assert!(
                !ranges[..i].iter().any(overlaps),
                "`{start:?}..={end:?}` overlaps an earlier range"
            );
        }
        Alphabet { ranges: Cow::Owned(ranges.to_vec()) }
    }

    /// Returns the number of characters.
    pub fn len(&self) -> u32 {
        self.ranges.iter().map(|(start, end)| count(*start, *end)).sum()
    }

    /// Returns `false`: an alphabet has at least one character.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Returns whether the alphabet contains the character.
    pub fn has(&self, c: char) -> bool {
        self.ranges.iter().any(|(start, end)| (*start..=*end).contains(&c))
    }

    /// Returns whether the alphabet contains all characters of the text.
    ///
    /// ```
    /// use forall::source::Alphabet;
    ///
    /// assert!(Alphabet::DIGITS.has_all("2024") && !Alphabet::DIGITS.has_all("2024-11"));
    /// assert!(Alphabet::ANY.has_all("∀x"));
    /// ```
    pub fn has_all(&self, text: &str) -> bool {
        *self == Alphabet::ANY || text.chars().all(|c| self.has(c))
    }

    /// Returns the simplest character, which is the first.
    pub fn simplest(&self) -> char {
        self.ranges[0].0
    }

    /// Returns the character at this index, or `None` if the index is out of range.
    ///
    /// ```
    /// use forall::source::Alphabet;
    ///
    /// let hex = Alphabet::new(&[('0', '9'), ('a', 'f')]);
    /// assert_eq!((hex.get(9), hex.get(10), hex.get(16)), (Some('9'), Some('a'), None));
    /// assert_eq!(hex.index('a'), 10);
    /// ```
    pub fn get(&self, mut index: u32) -> Option<char> {
        for (start, end) in self.ranges.iter() {
            match index.checked_sub(count(*start, *end)) {
                Some(rest) => index = rest,
                None => return Some(offset(*start, index)),
            }
        }
        None
    }

    /// Returns the index of a character. If the alphabet does not contain it, returns
    /// [`len`](Alphabet::len).
    pub fn index(&self, c: char) -> u32 {
        let mut before = 0;
        for (start, end) in self.ranges.iter() {
            if (*start..=*end).contains(&c) {
                return before + count(*start, c) - 1;
            }
            before += count(*start, *end);
        }
        before
    }

    /// Returns the ranges, simplest first.
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

/// Returns the number of characters in `start..=end`. Surrogates are not characters, so they do not
/// count.
fn count(start: char, end: char) -> u32 {
    let gap = if start <= '\u{d7ff}' && end >= '\u{e000}' { 0x800 } else { 0 };
    end as u32 - start as u32 + 1 - gap
}

/// Returns the character `by` characters after `start`, skipping surrogates.
fn offset(start: char, by: u32) -> char {
    let code = start as u32 + by;
    let gap = if start <= '\u{d7ff}' && code >= 0xd800 { 0x800 } else { 0 };
    char::from_u32(code + gap).expect("the index is inside the range, and surrogates are skipped")
}
