//! Byte sizes: `65536`, `64KB`, `512MiB`, `1_024KB`, `0x400`.

use crate::invalid_value::InvalidValue;
use crate::number::parse_number;

/// A description of valid sizes, for error messages.
pub const EXPECTED: &str = "a size, such as 65536, 512MB or 4GB";

/// The units, each with the number of bits by which it shifts. A longer unit precedes its endings.
const UNITS: [(&str, u32); 7] =
    [("KiB", 10), ("KB", 10), ("MiB", 20), ("MB", 20), ("GiB", 30), ("GB", 30), ("B", 0)];

/// Parses a size in bytes: a [whole number](crate::number) and perhaps a unit, which is `B`, `KB`, `MB` or
/// `GB`. Each unit is 1024 times the one before it; `KiB`, `MiB` and `GiB` mean the same.
///
/// ```
/// use forall_format::bytes::parse_bytes;
///
/// assert_eq!(parse_bytes("64KB"), Ok(65_536));
/// assert_eq!(parse_bytes("1_024 KiB"), Ok(1 << 20));
/// assert_eq!(parse_bytes("0x400"), Ok(1_024));
/// assert_eq!(parse_bytes("0x4B"), Ok(0x4b), "a hexadecimal number, not 4 bytes");
/// let error = parse_bytes("1TB").unwrap_err();
/// assert_eq!(error.to_string(), "`1TB` is not a size, such as 65536, 512MB or 4GB");
/// ```
pub fn parse_bytes(text: &str) -> Result<u64, InvalidValue> {
    bytes(text.trim()).ok_or_else(|| InvalidValue::new(text, EXPECTED))
}

fn bytes(text: &str) -> Option<u64> {
    if let Ok(bytes) = parse_number(text) {
        return Some(bytes);
    }
    let (unit, shift) = UNITS.iter().find(|(unit, _)| text.ends_with(unit))?;
    parse_number(text.strip_suffix(unit)?).ok()?.checked_mul(1 << shift)
}
