//! Choice sequences as text: what files store and replay commands contain.
//!
//! ```text
//! t,-5,t,0,f.9c1e03
//! ```
//!
//! Values are separated by commas:
//!
//! | text | value |
//! |---|---|
//! | `t`, `f` | a Boolean |
//! | `-5` | an integer |
//! | `d1.5` | a float; `n7ff8000000000000` is a NaN with these bits |
//! | `sa%20b` | text; every byte except ASCII letters and digits is escaped |
//! | `x00ff` | bytes |
//! | `k2a` | the seed of a child source |
//!
//! The six hexadecimal digits after the last full stop are a checksum, which detects text that was cut
//! off or mistyped. No character of the format has a meaning in a shell.

use std::error::Error;
use std::fmt::{self, Write};
use std::str::FromStr;

use crate::choice_value::ChoiceValue;
use crate::hash::{Fnv1a, fnv1a};

/// The values that a test drew, in order.
///
/// ```
/// use forall::source::{ChoiceSequence, ChoiceValue};
///
/// let values = vec![ChoiceValue::Bool(true), ChoiceValue::Integer(-5)];
/// let choices = ChoiceSequence(values);
/// assert_eq!(choices.to_string(), "t,-5.3a9057");
/// assert_eq!("t,-5.3a9057".parse(), Ok(choices));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ChoiceSequence(pub Vec<ChoiceValue>);

/// The reason why text is not a [`ChoiceSequence`].
///
/// ```
/// use forall::source::{ChoiceSequence, ParseChoicesError};
///
/// let parse = |text: &str| text.parse::<ChoiceSequence>();
/// assert_eq!(parse("t,-5"), Err(ParseChoicesError::MissingChecksum));
/// assert_eq!(parse("t,-6.3a9057"), Err(ParseChoicesError::WrongChecksum));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseChoicesError {
    /// The text does not end in a checksum.
    MissingChecksum,
    /// The checksum belongs to other text.
    WrongChecksum,
    /// This part of the text is not a value.
    InvalidValue(String),
}

impl fmt::Display for ChoiceSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Hashed { hash: Fnv1a::new(), text: f };
        for (i, value) in self.0.iter().enumerate() {
            if i > 0 {
                text.write_char(',')?;
            }
            write_value(value, &mut text)?;
        }
        let sum = checksum(text.hash.0);
        write!(f, ".{sum:06x}")
    }
}

/// Text that is hashed while it is written.
struct Hashed<'f, 'g> {
    hash: Fnv1a,
    text: &'f mut fmt::Formatter<'g>,
}

impl Write for Hashed<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.hash.update(text.as_bytes());
        self.text.write_str(text)
    }
}

impl FromStr for ChoiceSequence {
    type Err = ParseChoicesError;

    fn from_str(text: &str) -> Result<ChoiceSequence, ParseChoicesError> {
        let values = without_checksum(text)?;
        if values.is_empty() {
            return Ok(ChoiceSequence::default());
        }
        let parse = |word: &str| {
            parse_value(word).ok_or_else(|| ParseChoicesError::InvalidValue(word.to_owned()))
        };
        values.split(',').map(parse).collect::<Result<_, _>>().map(ChoiceSequence)
    }
}

impl fmt::Display for ParseChoicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseChoicesError::MissingChecksum => f.write_str(
                "no checksum at the end (six hexadecimal digits after a full stop); it may have been cut off",
            ),
            ParseChoicesError::WrongChecksum => {
                f.write_str("the checksum does not match; it was changed or mistyped")
            }
            ParseChoicesError::InvalidValue(word) => write!(
                f,
                "`{word}` is not a choice; expected an integer, `t`, `f`, or one of `d`, `n`, `s`, `x`, `k` with a value"
            ),
        }
    }
}

impl Error for ParseChoicesError {}

/// Returns `text` followed by a full stop and its checksum.
pub(crate) fn with_checksum(text: &str) -> String {
    format!("{text}.{:06x}", checksum(fnv1a(text.as_bytes())))
}

/// Returns the text before the checksum. Fails if the checksum is missing or wrong.
pub(crate) fn without_checksum(text: &str) -> Result<&str, ParseChoicesError> {
    let (before, sum) = text.rsplit_once('.').ok_or(ParseChoicesError::MissingChecksum)?;
    if sum.len() != 6 || !sum.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return Err(ParseChoicesError::MissingChecksum);
    }
    if text != with_checksum(before) {
        return Err(ParseChoicesError::WrongChecksum);
    }
    Ok(before)
}

fn checksum(hash: u64) -> u64 {
    (hash ^ (hash >> 24) ^ (hash >> 48)) & 0xff_ffff
}

fn write_value(value: &ChoiceValue, text: &mut Hashed<'_, '_>) -> fmt::Result {
    match value {
        ChoiceValue::Bool(true) => text.write_char('t'),
        ChoiceValue::Bool(false) => text.write_char('f'),
        ChoiceValue::Integer(number) => write!(text, "{number}"),
        ChoiceValue::Float(number) if number.is_nan() => write!(text, "n{:x}", number.to_bits()),
        ChoiceValue::Float(number) => write!(text, "d{number:?}"),
        ChoiceValue::Bytes(bytes) => {
            text.write_char('x')?;
            bytes.iter().try_for_each(|byte| write!(text, "{byte:02x}"))
        }
        ChoiceValue::String(string) => {
            text.write_char('s')?;
            string.bytes().try_for_each(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => text.write_char(char::from(byte)),
                byte => write!(text, "%{byte:02x}"),
            })
        }
        ChoiceValue::Fork(seed) => write!(text, "k{seed:x}"),
    }
}

fn parse_value(word: &str) -> Option<ChoiceValue> {
    let hex = |digits| u64::from_str_radix(digits, 16).ok();
    let rest = word.get(1..).unwrap_or_default();
    Some(match word.as_bytes().first()? {
        b't' if rest.is_empty() => ChoiceValue::Bool(true),
        b'f' if rest.is_empty() => ChoiceValue::Bool(false),
        b'-' | b'0'..=b'9' => ChoiceValue::Integer(word.parse().ok()?),
        b'd' => ChoiceValue::Float(rest.parse().ok()?),
        b'n' => ChoiceValue::Float(f64::from_bits(hex(rest)?)),
        b'x' => ChoiceValue::Bytes(parse_bytes(rest)?),
        b's' => ChoiceValue::String(String::from_utf8(unescape(rest)?).ok()?),
        b'k' => ChoiceValue::Fork(hex(rest)?),
        _ => return None,
    })
}

fn parse_bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn unescape(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split('%');
    let mut bytes = parts.next()?.as_bytes().to_vec();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend_from_slice(rest.as_bytes());
    }
    Some(bytes)
}
