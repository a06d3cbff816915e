//! Durations: `500ms`, `10s`, `5m`, `1.5h`.

use std::time::Duration;

use crate::invalid_value::InvalidValue;

/// A description of valid durations, for error messages.
pub const EXPECTED: &str = "a duration, such as 500ms, 10s, 5m or 1h";

/// Parses a duration: a number, which may have a fraction and underscores, and a unit, which is `ms`, `s`,
/// `m`, `min` or `h`.
///
/// ```
/// use std::time::Duration;
///
/// use forall_format::duration::parse_duration;
///
/// assert_eq!(parse_duration("1.5h"), Ok(Duration::from_secs(5_400)));
/// assert_eq!(parse_duration("5 min"), parse_duration("5m"));
/// let error = parse_duration("10").unwrap_err();
/// assert_eq!(error.to_string(), "`10` is not a duration, such as 500ms, 10s, 5m or 1h");
/// ```
pub fn parse_duration(text: &str) -> Result<Duration, InvalidValue> {
    duration(text.trim()).ok_or_else(|| InvalidValue::new(text, EXPECTED))
}

fn duration(text: &str) -> Option<Duration> {
    let unit_at = text.find(char::is_alphabetic)?;
    let (count, unit) = text.split_at(unit_at);
    let unit_nanos = match unit {
        "ms" => 1_000_000,
        "s" => NANOS_PER_SECOND,
        "m" | "min" => 60 * NANOS_PER_SECOND,
        "h" => 3600 * NANOS_PER_SECOND,
        _ => return None,
    };
    let nanos = multiple(&count.trim().replace('_', ""), unit_nanos)?;
    let seconds = u64::try_from(nanos / NANOS_PER_SECOND).ok()?;
    Some(Duration::new(seconds, (nanos % NANOS_PER_SECOND) as u32))
}

const NANOS_PER_SECOND: u128 = 1_000_000_000;

/// The digits after the point that are looked at. Later ones are less than a nanosecond in any unit.
const MAX_FRACTION_DIGITS: usize = 19;

/// Returns `unit` times the decimal number `count`, rounded down. A float would be wrong for large numbers.
fn multiple(count: &str, unit: u128) -> Option<u128> {
    let (whole, fraction) = count.split_once('.').unwrap_or((count, ""));
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let number = |digits: &str| if digits.is_empty() { Some(0) } else { digits.parse().ok() };
    let fraction = &fraction[..fraction.len().min(MAX_FRACTION_DIGITS)];
    let part = number(fraction)? * unit / 10_u128.pow(fraction.len() as u32);
    number(whole)?.checked_mul(unit)?.checked_add(part)
}
