//! The value of one choice.

use std::hash::{Hash, Hasher};
use std::mem::discriminant;

/// A value that a test drew from its source of randomness.
///
/// Values compare and hash by their bits, so NaN equals itself and −0 differs from 0.
///
/// ```
/// use forall::source::ChoiceValue;
///
/// assert_eq!(ChoiceValue::Float(f64::NAN), ChoiceValue::Float(f64::NAN));
/// assert_ne!(ChoiceValue::Float(0.0), ChoiceValue::Float(-0.0));
/// ```
#[derive(Clone, Debug)]
pub enum ChoiceValue {
    /// A Boolean.
    Bool(bool),
    /// An integer. A `u128` is stored with an offset of 2¹²⁷, so that it fits.
    Integer(i128),
    /// A floating-point number. An `f32` is stored as the `f64` of the same value.
    Float(f64),
    /// Bytes.
    Bytes(Vec<u8>),
    /// Text.
    String(String),
    /// The seed of a child source.
    Fork(u64),
}

impl ChoiceValue {
    /// Returns the size of the value: 1, plus the number of bytes if it is a string or a byte string.
    ///
    /// ```
    /// use forall_format::ChoiceValue;
    ///
    /// assert_eq!(ChoiceValue::Integer(7).size(), 1);
    /// assert_eq!(ChoiceValue::String("seven".into()).size(), 6);
    /// ```
    pub fn size(&self) -> u64 {
        let bytes = match self {
            ChoiceValue::String(text) => text.len(),
            ChoiceValue::Bytes(bytes) => bytes.len(),
            _ => 0,
        };
        1 + bytes as u64
    }
}

impl PartialEq for ChoiceValue {
    #[inline]
    fn eq(&self, other: &ChoiceValue) -> bool {
        match (self, other) {
            (ChoiceValue::Bool(l), ChoiceValue::Bool(r)) => l == r,
            (ChoiceValue::Integer(l), ChoiceValue::Integer(r)) => l == r,
            (ChoiceValue::Float(l), ChoiceValue::Float(r)) => l.to_bits() == r.to_bits(),
            (ChoiceValue::Bytes(l), ChoiceValue::Bytes(r)) => l == r,
            (ChoiceValue::String(l), ChoiceValue::String(r)) => l == r,
            (ChoiceValue::Fork(l), ChoiceValue::Fork(r)) => l == r,
            _ => false,
        }
    }
}

impl Eq for ChoiceValue {}

impl Hash for ChoiceValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        discriminant(self).hash(state);
        match self {
            ChoiceValue::Bool(flag) => flag.hash(state),
            ChoiceValue::Integer(number) => number.hash(state),
            ChoiceValue::Float(number) => number.to_bits().hash(state),
            ChoiceValue::Bytes(bytes) => bytes.hash(state),
            ChoiceValue::String(text) => text.hash(state),
            ChoiceValue::Fork(seed) => seed.hash(state),
        }
    }
}
