//! Choices as text: what a file keeps and a replay command names.
//!
//! ```text
//! t,-5,t,0,f.9c1e03
//! ```
//!
//! Values stand between commas: `t` and `f`, whole numbers as they are, `d1.5` a float, `sab%20c` a
//! text, `x00ff` bytes, `k2a` the seed of a child stream. The six digits at the end are a checksum, so
//! that what was cut off or mistyped is noticed. There is nothing in it that a shell would touch.

use std::fmt::{self, Write};
use std::str::FromStr;

use super::{ChoiceValue, Label};

/// What was drawn, in order; written as one word, and read again.
///
/// ```
/// use forall::source::{ChoiceSequence, ChoiceValue};
///
/// let choices = ChoiceSequence(vec![ChoiceValue::Bool(true), ChoiceValue::Integer(-5), ChoiceValue::String("a b".into())]);
/// assert_eq!(choices.to_string(), "t,-5,sa%20b.3b9464");
/// assert_eq!("t,-5,sa%20b.3b9464".parse(), Ok(choices));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceSequence(pub Vec<ChoiceValue>);

/// Why a text does not stand for choices.
///
/// ```
/// use forall::source::{ChoiceSequence, ParseChoicesError};
///
/// let read = |text: &str| text.parse::<ChoiceSequence>().map(|choices| choices.0.len());
/// assert_eq!(read("t,-5,sa%20b.3b9464"), Ok(3));
/// assert_eq!(read("t,-5,sa%20b"), Err(ParseChoicesError::Cut));
/// assert_eq!(read("t,-6,sa%20b.3b9464"), Err(ParseChoicesError::Changed));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParseChoicesError {
    /// There is no checksum at its end.
    Cut,
    /// The checksum is that of another text.
    Changed,
    /// This is not a value.
    Value(String),
}

impl fmt::Display for ChoiceSequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for (i, value) in self.0.iter().enumerate() {
            text.push_str(if i > 0 { "," } else { "" });
            write(value, &mut text)?;
        }
        write!(f, "{text}.{}", checksum(&text))
    }
}

impl FromStr for ChoiceSequence {
    type Err = ParseChoicesError;

    fn from_str(text: &str) -> Result<ChoiceSequence, ParseChoicesError> {
        let (values, sum) = text.rsplit_once('.').ok_or(ParseChoicesError::Cut)?;
        if sum.len() != 6 || !sum.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return Err(ParseChoicesError::Cut);
        }
        if sum != checksum(values) {
            return Err(ParseChoicesError::Changed);
        }
        if values.is_empty() {
            return Ok(ChoiceSequence(Vec::new()));
        }
        let read = |word: &str| read(word).ok_or_else(|| ParseChoicesError::Value(word.to_owned()));
        values.split(',').map(read).collect::<Result<_, _>>().map(ChoiceSequence)
    }
}

impl fmt::Display for ParseChoicesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseChoicesError::Cut => {
                f.write_str("it is cut short: there is no checksum at its end")
            }
            ParseChoicesError::Changed => {
                f.write_str("it was changed: its checksum is that of another")
            }
            ParseChoicesError::Value(word) => write!(f, "`{word}` is not a choice"),
        }
    }
}

impl std::error::Error for ParseChoicesError {}

fn write(value: &ChoiceValue, text: &mut String) -> fmt::Result {
    match value {
        ChoiceValue::Bool(flag) => text.write_str(if *flag { "t" } else { "f" }),
        ChoiceValue::Integer(i) => write!(text, "{i}"),
        ChoiceValue::Float(x) if x.is_nan() => write!(text, "n{:x}", x.to_bits()),
        ChoiceValue::Float(x) => write!(text, "d{x:?}"),
        ChoiceValue::Bytes(bytes) => {
            text.push('x');
            bytes.iter().try_for_each(|byte| write!(text, "{byte:02x}"))
        }
        ChoiceValue::String(string) => {
            text.push('s');
            string.bytes().try_for_each(|byte| match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => text.write_char(char::from(byte)),
                byte => write!(text, "%{byte:02x}"),
            })
        }
        ChoiceValue::Fork(seed) => write!(text, "k{seed:x}"),
    }
}

fn read(word: &str) -> Option<ChoiceValue> {
    let hex = |digits| u64::from_str_radix(digits, 16).ok();
    let rest = word.get(1..).unwrap_or_default();
    Some(match word.as_bytes().first()? {
        b't' if rest.is_empty() => ChoiceValue::Bool(true),
        b'f' if rest.is_empty() => ChoiceValue::Bool(false),
        b'-' | b'0'..=b'9' => ChoiceValue::Integer(word.parse().ok()?),
        b'd' => ChoiceValue::Float(rest.parse().ok()?),
        b'n' => ChoiceValue::Float(f64::from_bits(hex(rest)?)),
        b'x' => ChoiceValue::Bytes(bytes(rest)?),
        b's' => ChoiceValue::String(String::from_utf8(unescaped(rest)?).ok()?),
        b'k' => ChoiceValue::Fork(hex(rest)?),
        _ => return None,
    })
}

fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = (0..digits.len()).step_by(2);
    pairs.map(|at| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()).collect()
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut parts = text.split('%');
    let mut unescaped = parts.next()?.as_bytes().to_vec();
    for part in parts {
        unescaped.push(u8::from_str_radix(part.get(..2)?, 16).ok()?);
        unescaped.extend_from_slice(&part.as_bytes()[2..]);
    }
    Some(unescaped)
}

fn checksum(text: &str) -> String {
    let hash = Label::new(text).hash();
    format!("{:06x}", (hash ^ (hash >> 24) ^ (hash >> 48)) & 0xff_ffff)
}
