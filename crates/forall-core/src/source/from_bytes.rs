//! Decodes choices from bytes, so that a byte-based fuzzer can drive any property.

use forall_format::ChoiceValue;

use super::choice::Constraint;

/// The bytes that have not been decoded yet.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    bytes: std::vec::IntoIter<u8>,
}

impl Bytes {
    pub(super) fn new(bytes: Vec<u8>) -> Bytes {
        Bytes { bytes: bytes.into_iter() }
    }

    /// Decodes a permitted value. Every byte sequence is valid; if no bytes are left, returns the
    /// simplest value. The number of bytes consumed depends on the constraint and on lengths only, so
    /// that changing a byte usually changes one value and not the values after it.
    pub(super) fn decode(&mut self, constraint: &Constraint) -> ChoiceValue {
        if self.bytes.len() == 0 {
            return constraint.simplest();
        }
        let value = match constraint {
            Constraint::Bool => ChoiceValue::Bool(self.number(1) & 1 == 1),
            Constraint::Integer { min, max, .. } => {
                let span = max.abs_diff(*min);
                ChoiceValue::Integer(min.wrapping_add_unsigned(self.up_to(span)))
            }
            Constraint::Float { .. } => ChoiceValue::Float(f64::from_bits(self.number(8) as u64)),
            Constraint::Bytes { min, max } => {
                let length = self.length(*min, *max);
                ChoiceValue::Bytes((0..length).map(|_| self.number(1) as u8).collect())
            }
            Constraint::String { alphabet, min, max } => {
                let length = self.length(*min, *max);
                let last = u128::from(alphabet.len() - 1);
                let chars = (0..length).filter_map(|_| alphabet.get(self.up_to(last) as u32));
                ChoiceValue::String(chars.collect())
            }
            Constraint::Fork => ChoiceValue::Fork(self.number(8) as u64),
        };
        constraint.nearest(&value)
    }

    /// Decodes a length in `min..=max` that exceeds `min` by at most the number of bytes left. This
    /// bounds the size of values when `max` is large.
    fn length(&mut self, min: usize, max: usize) -> usize {
        let usual = max.min(min.saturating_add(self.bytes.len()));
        min + self.up_to((usual - min) as u128) as usize
    }

    /// Decodes a number in `0..=max`.
    fn up_to(&mut self, max: u128) -> u128 {
        let number = self.number(number_width(max));
        max.checked_add(1).map_or(number, |count| number % count)
    }

    /// Decodes `width` bytes as a little-endian number. Missing bytes are 0.
    fn number(&mut self, width: u32) -> u128 {
        (0..width)
            .fold(0, |number, at| number | u128::from(self.bytes.next().unwrap_or(0)) << (8 * at))
    }
}

/// Returns the number of bytes that encode a number in `0..=max`.
pub(super) fn number_width(max: u128) -> u32 {
    (u128::BITS - max.leading_zeros()).div_ceil(8)
}
