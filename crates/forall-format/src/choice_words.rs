//! Choice values as words of 64 bits: what a test process writes to shared memory before each test.
//!
//! A value begins with a word that has its kind in the lowest byte. The upper 56 bits hold a Boolean, a
//! length or a short integer. Longer content follows in further words; bytes and text are packed eight to
//! a word, in little-endian order. A process reads only what another process of the same build wrote,
//! so the codec may change between releases.
//!
//! Encoding is on the hot path of isolated runs. It borrows its values and allocates nothing but room in
//! the vector of words, which callers reuse from test to test.

use std::error::Error;
use std::fmt;

use crate::choice_value::ChoiceValue;

const BOOL: u64 = 0;
const SHORT_INTEGER: u64 = 1;
const LONG_INTEGER: u64 = 2;
const FLOAT: u64 = 3;
const BYTES: u64 = 4;
const STRING: u64 = 5;
const FORK: u64 = 6;

/// The reason why words are not choice values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DecodeChoicesError {
    /// The last value is incomplete.
    Truncated,
    /// No value begins with a word of this kind.
    UnknownKind(u8),
    /// A text is not UTF-8.
    NotUtf8,
}

/// Appends `value` to `words`.
///
/// ```
/// use forall_format::ChoiceValue;
/// use forall_format::choice_words::encode_value;
///
/// let mut words = Vec::new();
/// encode_value(&ChoiceValue::Integer(7), &mut words);
/// assert_eq!(words.len(), 1, "a short integer is stored with its kind");
/// encode_value(&ChoiceValue::Integer(i128::MAX), &mut words);
/// assert_eq!(words.len(), 4, "a long integer takes two more words");
/// ```
#[inline]
pub fn encode_value(value: &ChoiceValue, words: &mut Vec<u64>) {
    match value {
        ChoiceValue::Bool(flag) => words.push(BOOL | u64::from(*flag) << 8),
        ChoiceValue::Integer(number) => {
            let low = *number as u64;
            let high = (*number >> 64) as u64;
            if i128::from((low << 8).cast_signed() >> 8) == *number {
                words.push(SHORT_INTEGER | low << 8);
            } else {
                words.extend([LONG_INTEGER, low, high]);
            }
        }
        ChoiceValue::Float(number) => words.extend([FLOAT, number.to_bits()]),
        ChoiceValue::Bytes(bytes) => pack(BYTES, bytes, words),
        ChoiceValue::String(text) => pack(STRING, text.as_bytes(), words),
        ChoiceValue::Fork(seed) => words.extend([FORK, *seed]),
    }
}

/// Appends all of `values` to `words`.
///
/// ```
/// use forall_format::ChoiceValue;
/// use forall_format::choice_words::{decode_values, encode_values};
///
/// let values = vec![ChoiceValue::Integer(-7), ChoiceValue::String("é".into())];
/// let mut words = Vec::new();
/// encode_values(&values, &mut words);
/// assert_eq!(decode_values(&words), Ok(values));
/// ```
#[inline]
pub fn encode_values(values: &[ChoiceValue], words: &mut Vec<u64>) {
    for value in values {
        encode_value(value, words);
    }
}

/// Returns the values that were [encoded](encode_values) as `words`.
///
/// ```
/// use forall_format::ChoiceValue;
/// use forall_format::choice_words::{DecodeChoicesError, decode_values, encode_value};
///
/// let mut words = Vec::new();
/// encode_value(&ChoiceValue::Bytes(vec![1, 2, 3]), &mut words);
/// assert_eq!(decode_values(&words[..1]), Err(DecodeChoicesError::Truncated));
/// assert_eq!(decode_values(&[99]), Err(DecodeChoicesError::UnknownKind(99)));
/// ```
pub fn decode_values(words: &[u64]) -> Result<Vec<ChoiceValue>, DecodeChoicesError> {
    let mut reader = Reader(words);
    let mut values = Vec::new();
    while !reader.0.is_empty() {
        values.push(reader.value()?);
    }
    Ok(values)
}

fn pack(kind: u64, bytes: &[u8], words: &mut Vec<u64>) {
    words.push(kind | (bytes.len() as u64) << 8);
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        words.push(u64::from_le_bytes(word));
    }
}

/// The words that are still to be decoded.
struct Reader<'w>(&'w [u64]);

impl Reader<'_> {
    fn value(&mut self) -> Result<ChoiceValue, DecodeChoicesError> {
        let head = self.word()?;
        let upper = head >> 8;
        Ok(match head & 0xff {
            BOOL => ChoiceValue::Bool(upper != 0),
            SHORT_INTEGER => ChoiceValue::Integer(i128::from(head.cast_signed() >> 8)),
            LONG_INTEGER => {
                let low = u128::from(self.word()?);
                let high = u128::from(self.word()?);
                ChoiceValue::Integer((high << 64 | low).cast_signed())
            }
            FLOAT => ChoiceValue::Float(f64::from_bits(self.word()?)),
            BYTES => ChoiceValue::Bytes(self.bytes(upper)?),
            STRING => {
                let text = String::from_utf8(self.bytes(upper)?);
                ChoiceValue::String(text.map_err(|_| DecodeChoicesError::NotUtf8)?)
            }
            FORK => ChoiceValue::Fork(self.word()?),
            kind => return Err(DecodeChoicesError::UnknownKind(kind as u8)),
        })
    }

    fn word(&mut self) -> Result<u64, DecodeChoicesError> {
        let (first, rest) = self.0.split_first().ok_or(DecodeChoicesError::Truncated)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Unpacks bytes. Allocates only after it has seen that they are there.
    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, DecodeChoicesError> {
        let length = usize::try_from(length).map_err(|_| DecodeChoicesError::Truncated)?;
        let parts = self.0.split_at_checked(length.div_ceil(8));
        let (packed, rest) = parts.ok_or(DecodeChoicesError::Truncated)?;
        self.0 = rest;
        Ok(packed.iter().flat_map(|word| word.to_le_bytes()).take(length).collect())
    }
}

impl fmt::Display for DecodeChoicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DecodeChoicesError::Truncated => f.write_str("the last choice is incomplete"),
            DecodeChoicesError::UnknownKind(kind) => {
                write!(f, "{kind} is not a kind of choice; expected 0 to 6")
            }
            DecodeChoicesError::NotUtf8 => f.write_str("a text is not UTF-8"),
        }
    }
}

impl Error for DecodeChoicesError {}
