//! A run-length encoding that cannot represent all texts.

use std::fmt::Write;

/// The longest run that is decoded, so that a few digits cannot exhaust the memory.
const MAX_RUN: usize = 10_000;

/// Encodes each run as its length and its character: `aaab` becomes `3a1b`.
///
/// Bug: a digit in the text cannot be distinguished from a length.
pub fn encode(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut encoded = String::new();
    for run in letters.chunk_by(|a, b| a == b) {
        write!(encoded, "{}{}", run.len(), run[0]).expect("writing to a string never fails");
    }
    encoded
}

/// Decodes the result of [`encode`].
pub fn decode(encoded: &str) -> String {
    let mut text = String::new();
    let mut count = 0;
    for letter in encoded.chars() {
        match letter.to_digit(10) {
            Some(digit) => count = MAX_RUN.min(10 * count + digit as usize),
            None => {
                text.extend(std::iter::repeat_n(letter, count));
                count = 0;
            }
        }
    }
    text
}
