//! Whole numbers: `1000`, `1_000`, `0x3e8`.

use crate::invalid_value::InvalidValue;

/// A description of valid numbers, for error messages.
pub const EXPECTED: &str = "a whole number, such as 1000 or 0x3e8";

/// Parses a whole number: decimal digits, or hexadecimal digits after `0x`. Underscores may separate
/// digits, and spaces may surround the number.
///
/// ```
/// use forall_format::number::parse_number;
///
/// assert_eq!(parse_number("1_000"), Ok(1_000));
/// assert_eq!(parse_number(" 0xff "), Ok(255));
/// assert!(parse_number("-1").is_err());
/// ```
pub fn parse_number(text: &str) -> Result<u64, InvalidValue> {
    let digits = text.trim().replace('_', "");
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    number.map_err(|_| InvalidValue::new(text, EXPECTED))
}
