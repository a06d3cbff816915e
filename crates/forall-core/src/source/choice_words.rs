//! Choices as words, for the journal.
//!
//! Each begins with a word that has its kind in the lowest byte, and above it what is small: a flag, a
//! length, most numbers. What is large follows.

use std::borrow::Cow;

/// One choice of a test: what was drawn.
///
/// ```
/// use forall_sys::process::Choice;
///
/// let mut words = Vec::new();
/// Choice::Integer(7).encode(&mut words);
/// assert_eq!(words.len(), 1, "its kind and itself");
/// Choice::Integer(i128::MAX).encode(&mut words);
/// assert_eq!(words.len(), 4, "its kind, and two halves");
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Choice<'a> {
    /// Yes or no.
    Bool(bool),
    /// A whole number.
    Integer(i128),
    /// A floating-point number.
    Float(f64),
    /// Bytes.
    Bytes(Cow<'a, [u8]>),
    /// Text.
    String(Cow<'a, str>),
    /// The seed of a child stream.
    Fork(u64),
}

const BOOL: u64 = 0;
const SHORT: u64 = 1;
const LONG: u64 = 2;
const FLOAT: u64 = 3;
const BYTES: u64 = 4;
const STRING: u64 = 5;
const FORK: u64 = 6;

impl Choice<'_> {
    /// Appends it to `words`.
    ///
    /// ```
    /// use forall_sys::process::{Choice, decode};
    ///
    /// let (number, text) = (Choice::Integer(-7), Choice::String("é".into()));
    /// let mut words = Vec::new();
    /// number.encode(&mut words);
    /// text.encode(&mut words);
    /// assert_eq!(decode(&words), Some(vec![number, text]));
    /// ```
    #[inline]
    pub fn encode(&self, words: &mut Vec<u64>) {
        match self {
            Choice::Bool(flag) => words.push(BOOL | u64::from(*flag) << 8),
            Choice::Integer(number) => {
                let (low, high) = (*number as u64, (*number >> 64) as u64);
                match i128::from((low << 8).cast_signed() >> 8) == *number {
                    true => words.push(SHORT | low << 8),
                    false => words.extend([LONG, low, high]),
                }
            }
            Choice::Float(number) => words.extend([FLOAT, number.to_bits()]),
            Choice::Bytes(bytes) => pack(BYTES, bytes, words),
            Choice::String(text) => pack(STRING, text.as_bytes(), words),
            Choice::Fork(seed) => words.extend([FORK, *seed]),
        }
    }
}

/// The choices that were [encoded](Choice::encode); None if these words are none, or not all of them.
///
/// ```
/// use forall_sys::process::{Choice, decode};
///
/// let mut words = Vec::new();
/// Choice::Bytes((&[1, 2, 3]).into()).encode(&mut words);
/// assert_eq!(decode(&words).map(|choices| choices.len()), Some(1));
/// assert_eq!(decode(&words[..1]), None, "the rest is missing");
/// ```
pub fn decode(mut words: &[u64]) -> Option<Vec<Choice<'static>>> {
    let mut choices = Vec::new();
    while let Some(head) = take(&mut words) {
        let above = head >> 8;
        choices.push(match head & 0xff {
            BOOL => Choice::Bool(above != 0),
            SHORT => Choice::Integer(i128::from(head.cast_signed() >> 8)),
            LONG => {
                let (low, high) = (take(&mut words)?, take(&mut words)?);
                Choice::Integer((u128::from(high) << 64 | u128::from(low)).cast_signed())
            }
            FLOAT => Choice::Float(f64::from_bits(take(&mut words)?)),
            BYTES => Choice::Bytes(unpack(above, &mut words)?.into()),
            STRING => Choice::String(String::from_utf8(unpack(above, &mut words)?).ok()?.into()),
            FORK => Choice::Fork(take(&mut words)?),
            _ => return None,
        });
    }
    Some(choices)
}

fn take(words: &mut &[u64]) -> Option<u64> {
    let (first, rest) = words.split_first()?;
    *words = rest;
    Some(*first)
}

fn pack(kind: u64, bytes: &[u8], words: &mut Vec<u64>) {
    words.push(kind | (bytes.len() as u64) << 8);
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        words.push(u64::from_le_bytes(word));
    }
}

fn unpack(size: u64, words: &mut &[u64]) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok()?;
    let (packed, rest) = words.split_at_checked(size.div_ceil(8))?;
    *words = rest;
    Some(packed.iter().flat_map(|word| word.to_le_bytes()).take(size).collect())
}

#[cfg(test)]
mod tests {
    use forall::domain::any;
    use forall::property::forall;
    use forall::report::Outcome;
    use forall::runner::{Options, quick_check};

    use super::*;

    fn words(choices: &[Choice<'_>]) -> Vec<u64> {
        let mut words = Vec::new();
        for choice in choices {
            choice.encode(&mut words);
        }
        words
    }

    type Drawn = (bool, i128, f64, Vec<u8>, String, u64);

    #[test]
    fn what_is_encoded_is_decoded() {
        let property = forall("drawn", any::<Vec<Drawn>>()).check(|(drawn, ())| {
            let choices = drawn.iter().flat_map(|(flag, number, float, bytes, text, seed)| {
                [
                    Choice::Bool(*flag),
                    Choice::Integer(*number),
                    Choice::Float(if float.is_nan() { 0.5 } else { *float }),
                    Choice::Bytes(bytes.into()),
                    Choice::String(text.into()),
                    Choice::Fork(*seed),
                ]
            });
            let choices: Vec<Choice<'_>> = choices.collect();
            decode(&words(&choices)) == Some(choices)
        });
        assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
    }

    #[test]
    fn numbers_that_just_fit_and_just_do_not_are_decoded() {
        let edges = [55, 63, 64, 127].map(|bits| 1_i128.wrapping_shl(bits));
        let near = |edge: i128| [edge.wrapping_sub(1), edge, edge.wrapping_neg(), !edge];
        let choices: Vec<Choice<'_>> =
            edges.into_iter().flat_map(near).map(Choice::Integer).collect();
        assert_eq!(decode(&words(&choices)), Some(choices));
    }

    #[test]
    fn what_is_cut_off_is_not_decoded() {
        let words = words(&[
            Choice::Integer(i128::MIN),
            Choice::Integer(i128::from(i64::MAX) + 1),
            Choice::Bytes((&[1; 17]).into()),
        ]);
        for cut in [1, 2, 4, 7, words.len() - 1] {
            assert_eq!(decode(&words[..cut]), None, "{cut}");
        }
        assert_eq!(decode(&[99]), None);
    }
}
