//! Classes of characters that software treats in different ways.

use crate::source::Random;

/// Characters with a common trait, as inclusive ranges. All ranges are equally likely.
pub(super) type CharClass = &'static [(char, char)];

/// A few letters, which repeat.
const FEW_LETTERS: CharClass = &[('a', 'c')];
const LETTERS: CharClass = &[('a', 'z'), ('A', 'Z')];
const PRINTABLE: CharClass = &[(' ', '~')];
const DIGITS: CharClass =
    &[('0', '9'), ('0', '9'), ('0', '1'), ('-', '.'), ('+', '+'), ('e', 'e'), ('_', '_')];
/// Quotes, brackets, escapes and separators.
const PUNCTUATION: CharClass = &[
    ('"', '"'),
    ('\'', '\''),
    ('\\', '\\'),
    ('(', '/'),
    (':', '@'),
    ('[', ']'),
    ('{', '}'),
    ('!', '%'),
    ('`', '`'),
];
const WHITESPACE: CharClass = &[
    (' ', ' '),
    (' ', ' '),
    ('\n', '\n'),
    ('\t', '\r'),
    ('\u{85}', '\u{85}'),
    ('\u{a0}', '\u{a0}'),
    ('\u{2000}', '\u{200a}'),
    ('\u{2028}', '\u{2029}'),
    ('\u{3000}', '\u{3000}'),
];
const CONTROLS: CharClass = &[
    ('\0', '\x1f'),
    ('\0', '\0'),
    ('\x1b', '\x1b'),
    ('\x7f', '\u{9f}'),
    ('\x08', '\r'),
    ('[', '['),
];
const LATIN: CharClass = &[('\u{a1}', '\u{ff}'), ('\u{100}', '\u{24f}'), ('\u{1e00}', '\u{1eff}')];
/// Marks that join with the character before them.
const COMBINING: CharClass = &[
    ('\u{300}', '\u{36f}'),
    ('\u{300}', '\u{308}'),
    ('\u{483}', '\u{489}'),
    ('\u{93e}', '\u{94d}'),
    ('\u{1ab0}', '\u{1abd}'),
    ('\u{20d0}', '\u{20ef}'),
    ('\u{e31}', '\u{e3a}'),
];
/// Characters that take two columns of a terminal.
const WIDE: CharClass = &[
    ('\u{4e00}', '\u{9fff}'),
    ('\u{ac00}', '\u{d7a3}'),
    ('\u{3041}', '\u{30ff}'),
    ('\u{ff01}', '\u{ff60}'),
    ('\u{1100}', '\u{115f}'),
    ('\u{20000}', '\u{2a6df}'),
];
/// Characters that take no column, or that control how others are shown.
const INVISIBLE: CharClass = &[
    ('\u{200b}', '\u{200f}'),
    ('\u{200d}', '\u{200d}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{2060}', '\u{2064}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{e0001}', '\u{e007f}'),
];
const RIGHT_TO_LEFT: CharClass = &[
    ('\u{5d0}', '\u{5ea}'),
    ('\u{627}', '\u{64a}'),
    ('\u{64b}', '\u{652}'),
    ('\u{660}', '\u{669}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2066}', '\u{2069}'),
];
/// Pictures, and what joins and changes them.
const EMOJI: CharClass = &[
    ('\u{1f600}', '\u{1f64f}'),
    ('\u{1f466}', '\u{1f469}'),
    ('\u{200d}', '\u{200d}'),
    ('\u{fe0f}', '\u{fe0f}'),
    ('\u{1f3fb}', '\u{1f3ff}'),
    ('\u{1f1e6}', '\u{1f1ff}'),
    ('\u{2600}', '\u{27bf}'),
    ('\u{1f300}', '\u{1f5ff}'),
];
/// The ends of the ranges with equal length in UTF-8, the neighbours of surrogates, and code points that are not
/// characters.
const LIMITS: CharClass = &[
    ('\x7f', '\u{80}'),
    ('\u{7ff}', '\u{800}'),
    ('\u{d7fe}', '\u{d7ff}'),
    ('\u{e000}', '\u{e001}'),
    ('\u{fffd}', '\u{ffff}'),
    ('\u{fdd0}', '\u{fdef}'),
    ('\u{10000}', '\u{10001}'),
    ('\u{1fffe}', '\u{1ffff}'),
    ('\u{10fffe}', '\u{10ffff}'),
];
/// Letters whose lower or upper case is another number of characters or bytes, or is not unique.
const CASES: CharClass = &[
    ('İ', 'ı'),
    ('ß', 'ß'),
    ('ẞ', 'ẞ'),
    ('ŉ', 'ŉ'),
    ('ǰ', 'ǰ'),
    ('Ǆ', 'ǆ'),
    ('ﬀ', 'ﬆ'),
    ('Σ', 'Σ'),
    ('ς', 'σ'),
    ('ſ', 'ſ'),
    ('\u{212a}', '\u{212b}'),
    ('Ⱥ', 'Ⱥ'),
];
/// All of Unicode.
const ANY: CharClass = &[('\0', '\u{d7ff}'), ('\u{e000}', char::MAX)];

/// All classes. The common ones come first.
pub(super) const CLASSES: [CharClass; 16] = [
    FEW_LETTERS,
    PRINTABLE,
    WHITESPACE,
    PUNCTUATION,
    DIGITS,
    LETTERS,
    CONTROLS,
    COMBINING,
    WIDE,
    INVISIBLE,
    RIGHT_TO_LEFT,
    EMOJI,
    LIMITS,
    CASES,
    LATIN,
    ANY,
];

/// Words of letters, with spaces and line ends between them.
pub(super) const WORDS: [CharClass; 4] = [LETTERS, FEW_LETTERS, FEW_LETTERS, WHITESPACE];

/// Digits, signs, points and exponents.
pub(super) const NUMBERS: [CharClass; 2] = [DIGITS, DIGITS];

/// Draws a character of the class.
pub(super) fn draw(class: CharClass, random: &mut Random) -> char {
    let word = random.word();
    let (first, last) = class[(word % class.len() as u64) as usize];
    let span = u64::from(last as u32 - first as u32) + 1;
    let code = first as u32 + (((word >> 32) * span) >> 32) as u32;
    char::from_u32(code).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_range_is_empty_or_contains_surrogates() {
        for (first, last) in CLASSES.into_iter().chain(WORDS).chain(NUMBERS).flatten() {
            assert!(first <= last, "{first:?}..={last:?}");
            assert!(*last < '\u{e000}' || *first >= '\u{e000}', "{first:?}..={last:?}");
        }
    }
}
