//! Choices from bytes: any fuzzer that makes bytes can drive any property.

use forall_format::ChoiceValue;

use super::choice::Constraint;

/// Bytes that are being taken from the front.
#[derive(Clone, Debug)]
pub(super) struct Bytes {
    bytes: std::vec::IntoIter<u8>,
}

impl Bytes {
    pub(super) fn new(bytes: Vec<u8>) -> Bytes {
        Bytes { bytes: bytes.into_iter() }
    }

    /// A permitted value, whatever the bytes are; the simplest when there are none left. As many are
    /// taken as the value has room for, so that a change of a byte changes a value and not all
    /// that follow.
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

    /// A length, which is never much more than there are bytes to fill it.
    fn length(&mut self, min: usize, max: usize) -> usize {
        let usual = max.min(min.saturating_add(self.bytes.len()));
        min + self.up_to((usual - min) as u128) as usize
    }

    fn up_to(&mut self, max: u128) -> u128 {
        let width = (u128::BITS - max.leading_zeros()).div_ceil(8);
        let number = self.number(width);
        max.checked_add(1).map_or(number, |count| number % count)
    }

    /// So many bytes as a number, the first the lowest; those that are missing are 0.
    fn number(&mut self, width: u32) -> u128 {
        (0..width)
            .fold(0, |number, at| number | u128::from(self.bytes.next().unwrap_or(0)) << (8 * at))
    }
}
