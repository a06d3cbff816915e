//! Printed inputs: what a person sees of a case.

use std::cmp::Ordering;
use std::iter::Peekable;
use std::str::Chars;

use super::hashing::hash_of_all;
use crate::report::Binding;

/// A longer exponent is no exponent, but part of an identifier such as `67e55044`.
const MAX_EXPONENT_DIGITS: usize = 3;

/// One character more does not count, nor does one in this many more. Otherwise two numbers with a given product, say, would
/// end at those that are drawn by chance instead of those with the simplest choices.
const SLACK: usize = 4;

/// The size of printed inputs, without their punctuation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PrintedSize {
    /// The number of words, or of numbers if there are more: about the number of nodes of a tree. Each number may
    /// belong to a word, as the index of a variable does.
    parts: usize,
    /// The number of words. A text is one word.
    words: usize,
    /// The number of numbers.
    numbers: usize,
    /// The number of digits, except those of 0 and 1, and of characters in texts. The letters of names do not count.
    characters: usize,
}

/// Printed inputs, without their text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub(super) size: PrintedSize,
    /// The hash of the text.
    pub(super) hash: u64,
}

impl Printed {
    pub(super) fn new(inputs: &[Binding]) -> Printed {
        let size = PrintedSize::new(inputs).unwrap_or_default();
        Printed { size, hash: hash_of_all(inputs.iter().map(|input| &input.value)) }
    }
}

impl PrintedSize {
    /// Returns the size, or `None` if an input has no printed form.
    pub(super) fn new(inputs: &[Binding]) -> Option<PrintedSize> {
        let is_printed = inputs.iter().all(Binding::is_printed);
        is_printed.then(|| {
            let mut size = PrintedSize::default();
            inputs.iter().for_each(|input| size.add(&input.value));
            size
        })
    }

    fn add(&mut self, text: &str) {
        let mut rest = text.chars().peekable();
        while let Some(first) = rest.next() {
            match first {
                '"' => {
                    self.words += 1;
                    self.characters += quoted_length(&mut rest);
                }
                '\'' => self.add_char(&mut rest),
                '0'..='9' => {
                    self.numbers += 1;
                    self.characters += number_length(first, &mut rest);
                }
                _ if first.is_alphabetic() => {
                    self.words += 1;
                    skip_name(&mut rest);
                }
                _ => {}
            }
        }
        self.parts = self.words.max(self.numbers);
    }

    /// Adds what follows an apostrophe: a character, or part of a text without quotation marks.
    fn add_char(&mut self, rest: &mut Peekable<Chars<'_>>) {
        let mut ahead = rest.clone();
        if skip_character(&mut ahead) && ahead.next() == Some('\'') {
            self.words += 1;
            self.characters += 1;
            *rest = ahead;
        }
    }

    /// Compares sizes without regard to the characters.
    pub(super) fn compare(self, other: PrintedSize) -> Ordering {
        let key = |size: PrintedSize| (size.parts, size.words, size.numbers);
        key(self).cmp(&key(other))
    }

    /// Returns whether these inputs have more parts, or as many and notably more characters.
    pub(super) fn is_larger(self, other: PrintedSize) -> bool {
        let slack = (other.characters / SLACK).max(1);
        let more_characters = self.characters > other.characters + slack;
        self.compare(other).then(more_characters.cmp(&false)).is_gt()
    }

    /// Returns the smaller one of two sizes.
    pub(super) fn min(self, other: PrintedSize) -> PrintedSize {
        let order = self.compare(other).then(self.characters.cmp(&other.characters));
        if order.is_gt() { other } else { self }
    }

    /// Returns whether these inputs have at most `more` words more.
    pub(super) fn is_near(self, other: PrintedSize, more: usize) -> bool {
        self.words <= other.words + more
    }

    /// Returns the number of words.
    pub(super) fn words(self) -> usize {
        self.words
    }
}

/// Skips the rest of a quoted text, and returns the number of its characters.
fn quoted_length(rest: &mut Peekable<Chars<'_>>) -> usize {
    let mut length = 0;
    while rest.next_if_eq(&'"').is_none() && skip_character(rest) {
        length += 1;
    }
    length
}

/// Skips a character, or the escape sequence that represents one. Returns whether there was one.
fn skip_character(rest: &mut Peekable<Chars<'_>>) -> bool {
    let first = rest.next();
    if first == Some('\\') && rest.next() == Some('u') && rest.next_if_eq(&'{').is_some() {
        rest.by_ref().find(|c| *c == '}');
    }
    first.is_some()
}

/// Skips the rest of a number, and returns its length: the digits, and the exponent, which stands for as many zeros.
fn number_length(first: char, rest: &mut Peekable<Chars<'_>>) -> usize {
    let whole = format!("{first}{}", digits(rest));
    let mut fraction = String::new();
    let mut ahead = rest.clone();
    if ahead.next() == Some('.') && ahead.peek().is_some_and(char::is_ascii_digit) {
        fraction = digits(&mut ahead);
        *rest = ahead;
    }
    let exponent = exponent(rest).unwrap_or(0);
    skip_name(rest);
    let fraction = fraction.trim_end_matches('0').len();
    match whole.trim_start_matches('0') {
        "" | "1" if fraction == 0 => exponent,
        whole => whole.len() + fraction + exponent,
    }
}

/// Skips the exponent of a number, if there is one, and returns its absolute value.
fn exponent(rest: &mut Peekable<Chars<'_>>) -> Option<usize> {
    let mut ahead = rest.clone();
    ahead.next_if_eq(&'e')?;
    ahead.next_if_eq(&'-');
    let digits = digits(&mut ahead);
    let ends = !ahead.peek().is_some_and(|next| next.is_alphanumeric());
    let exponent = digits.parse().ok().filter(|_| ends && digits.len() <= MAX_EXPONENT_DIGITS)?;
    *rest = ahead;
    Some(exponent)
}

/// Skips digits, and returns them.
fn digits(rest: &mut Peekable<Chars<'_>>) -> String {
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    digits
}

/// Skips the rest of a name, or the unit of a number.
fn skip_name(rest: &mut Peekable<Chars<'_>>) {
    while rest.next_if(|c| c.is_alphanumeric() || *c == '_').is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(text: &str) -> PrintedSize {
        let mut size = PrintedSize::default();
        size.add(text);
        size
    }

    /// Checks that the second text is larger than the first one.
    #[track_caller]
    fn is_smaller(one: &str, other: &str) {
        let is_larger = |one: &str, other: &str| size(one).is_larger(size(other));
        assert!(
            is_larger(other, one) && !is_larger(one, other),
            "{:?} {:?}",
            size(one),
            size(other)
        );
    }

    /// Checks that neither text is larger than the other one.
    #[track_caller]
    fn is_near(one: &str, other: &str) {
        assert!(
            !size(one).is_larger(size(other)) && !size(other).is_larger(size(one)),
            "{one} {other}"
        );
    }

    #[test]
    fn words_count_more_than_numbers() {
        let parts = PrintedSize { parts: 3, words: 3, numbers: 2, characters: 2 };
        assert_eq!(size("App(Var(1), Lit(-20))"), parts);
        is_smaller("Var(1)", "App(Var(1), Var(1))");
        is_smaller("Pair(Var(1), Var(2))", "App(Var(1), App(Nil, Nil))");
        is_smaller("Leaf", "Var(1)");
        is_smaller("App(Nil)", "All([1, 2, 3])");
    }

    #[test]
    fn digits_and_letters_of_texts_count_last() {
        is_smaller("1", "1000");
        is_smaller("10", "5010");
        is_smaller("5.0", "1e300");
        is_smaller("\"one\"", "\"all of these words\"");
        is_smaller("\"\\u{80}\\n\\\"\"", "\"eight letters\"");
        is_smaller("'\\''", "\"four\"");
        is_near("[165, 6061]", "[1000, 1000]");
        is_near("0", "7");
        for (one, other) in [("true", "false"), ("Leaf", "Branches"), ("0", "-1"), ("2.0", "7")] {
            assert_eq!(size(one), size(other), "{one} {other}");
        }
    }

    #[test]
    fn any_text_has_a_size() {
        let numbers = |text: &str| size(text).numbers;
        assert_eq!((numbers("1..5"), numbers("67e55044-1"), numbers("1.5.2")), (2, 2, 2));
        assert_eq!(size("it's \"open").words, 3);
        assert_eq!((size("").words, size("'").words, size("\\").words), (0, 0, 0));
    }
}
