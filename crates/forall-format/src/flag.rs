//! Flags: `true` and `false`, or `1` and `0`.

use crate::invalid_value::InvalidValue;

/// A description of valid flags, for error messages.
pub const EXPECTED: &str = "true or false";

/// Parses a flag. `1` and `0` are accepted because they are common in environment variables.
///
/// ```
/// use forall_format::flag::parse_flag;
///
/// assert_eq!(parse_flag("true"), Ok(true));
/// assert_eq!(parse_flag("0"), Ok(false));
/// assert_eq!(parse_flag("yes").unwrap_err().to_string(), "`yes` is not true or false");
/// ```
pub fn parse_flag(text: &str) -> Result<bool, InvalidValue> {
    match text.trim() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        _ => Err(InvalidValue::new(text, EXPECTED)),
    }
}
