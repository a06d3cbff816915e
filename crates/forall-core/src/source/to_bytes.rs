//! Encodes choices as the bytes that [`Source::from_bytes`](super::Source::from_bytes) decodes, so that a byte-based
//! fuzzer can start with inputs of a property, and keep mutated ones.

use forall_format::ChoiceValue;

use super::choice::Constraint;
use super::from_bytes::number_width;
use super::record::Record;

impl Record {
    /// Encodes the choices as bytes. [`Source::from_bytes`](super::Source::from_bytes) decodes them to the same
    /// choices.
    ///
    /// ```
    /// use forall::domain::{Domain, any};
    /// use forall::source::Source;
    ///
    /// let texts = any::<Vec<(String, i32)>>();
    /// let mut source = Source::from_seed(1, 9).recording();
    /// let drawn = texts.generate(&mut source).unwrap();
    ///
    /// let bytes = source.into_record().to_bytes();
    /// assert_eq!(texts.generate(&mut Source::from_bytes(&bytes)).unwrap(), drawn);
    /// ```
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut padding = 0;
        loop {
            let mut encoder = Encoder::new(padding);
            match encoder.add_all(self) {
                Ok(()) => return encoder.into_bytes(),
                Err(Missing(bytes)) => padding += bytes,
            }
        }
    }
}

/// The number of bytes that must follow so that a length can be decoded.
struct Missing(usize);

/// The encoded bytes, in reverse order: the width of a length depends on the number of bytes after it, so the last
/// choice is encoded first.
struct Encoder {
    reversed: Vec<u8>,
}

impl Encoder {
    /// Creates an encoder of choices that this many unused bytes follow.
    fn new(padding: usize) -> Encoder {
        Encoder { reversed: vec![0; padding] }
    }

    fn into_bytes(self) -> Vec<u8> {
        self.reversed.into_iter().rev().collect()
    }

    fn add_all(&mut self, record: &Record) -> Result<(), Missing> {
        for (at, choice) in record.choices.iter().enumerate().rev() {
            self.add(record.constraint(at), &choice.value)?;
        }
        Ok(())
    }

    /// Adds a value that the constraint permits.
    fn add(&mut self, constraint: &Constraint, value: &ChoiceValue) -> Result<(), Missing> {
        match (constraint, value) {
            (_, ChoiceValue::Bool(flag)) => self.add_number(u128::from(*flag), 1),
            (_, ChoiceValue::Float(x)) => self.add_number(x.to_bits().into(), 8),
            (_, ChoiceValue::Fork(seed)) => self.add_number(u128::from(*seed), 8),
            (Constraint::Integer { min, max, .. }, ChoiceValue::Integer(i)) => {
                self.add_number(i.abs_diff(*min), number_width(max.abs_diff(*min)));
            }
            (Constraint::Bytes { min, max }, ChoiceValue::Bytes(bytes)) => {
                self.reversed.extend(bytes.iter().rev());
                self.add_length(bytes.len(), *min, *max)?;
            }
            (Constraint::String { alphabet, min, max }, ChoiceValue::String(text)) => {
                let width = number_width(u128::from(alphabet.len() - 1));
                for character in text.chars().rev() {
                    self.add_number(alphabet.index(character).into(), width);
                }
                self.add_length(text.chars().count(), *min, *max)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Adds a length, after the bytes that it describes. A length that exceeds `min` by more than the number of bytes
    /// after it cannot be encoded: this happens if the alphabet has only one character, which takes no bytes.
    fn add_length(&mut self, length: usize, min: usize, max: usize) -> Result<(), Missing> {
        let after = self.reversed.len();
        let limit = |width: u32| (max - min).min(width as usize + after);
        let mut width = 0;
        while number_width(limit(width) as u128) > width {
            width = number_width(limit(width) as u128);
        }
        let excess = length.saturating_sub(min);
        match excess.checked_sub(limit(width)) {
            None | Some(0) => self.add_number(excess as u128, width),
            Some(missing) => return Err(Missing(missing)),
        }
        Ok(())
    }

    /// Adds the lowest `width` bytes of a number.
    fn add_number(&mut self, number: u128, width: u32) {
        self.reversed.extend((0..width).rev().map(|at| (number >> (8 * at)) as u8));
    }
}
