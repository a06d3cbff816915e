//! The error for a setting whose text is not what the setting takes.

use std::error::Error;
use std::fmt;

use crate::wording::truncated;

/// The maximum number of characters of the value that the message repeats.
const MAX_VALUE_LENGTH: usize = 80;

/// A value that cannot be parsed.
///
/// ```
/// use forall_format::InvalidValue;
/// use forall_format::number::parse_number;
///
/// let error = parse_number("ten").unwrap_err();
/// assert_eq!(error.to_string(), "`ten` is not a whole number, such as 1000 or 0x3e8");
/// assert_eq!(error, InvalidValue::new("ten", "a whole number, such as 1000 or 0x3e8"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidValue {
    /// The text that cannot be parsed.
    pub value: String,
    /// A description of valid values, with examples.
    pub expected: &'static str,
}

impl InvalidValue {
    /// Creates the error for `value`, which is not what `expected` describes.
    pub fn new(value: &str, expected: &'static str) -> InvalidValue {
        InvalidValue { value: value.to_owned(), expected }
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not {}", truncated(&self.value, MAX_VALUE_LENGTH), self.expected)
    }
}

impl Error for InvalidValue {}
