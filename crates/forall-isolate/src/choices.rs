//! Choices as words, for the journal.
//!
//! Each begins with a word that has its kind in the lowest byte, and above it what is small: a flag, a
//! length. Most numbers are small too, and take one word more.

use forall::source::Value;

const BOOL: u64 = 0;
const SHORT: u64 = 1;
const LONG: u64 = 2;
const FLOAT: u64 = 3;
const BYTES: u64 = 4;
const STRING: u64 = 5;
const FORK: u64 = 6;

/// Appends `choices` to `words`.
///
/// ```
/// use forall::source::Value;
/// use forall_isolate::{decode, encode};
///
/// let choices = [Value::Integer(-7), Value::String("é".to_owned())];
/// let mut words = Vec::new();
/// encode(&choices, &mut words);
/// assert_eq!(decode(&words).as_deref(), Some(&choices[..]));
/// ```
pub fn encode(choices: &[Value], words: &mut Vec<u64>) {
    for choice in choices {
        match choice {
            Value::Bool(flag) => words.push(BOOL | u64::from(*flag) << 8),
            Value::Integer(number) => match i64::try_from(*number) {
                Ok(short) => words.extend([SHORT, short.cast_unsigned()]),
                Err(_) => words.extend([LONG, *number as u64, (*number >> 64) as u64]),
            },
            Value::Float(number) => words.extend([FLOAT, number.to_bits()]),
            Value::Bytes(bytes) => pack(BYTES, bytes, words),
            Value::String(text) => pack(STRING, text.as_bytes(), words),
            Value::Fork(seed) => words.extend([FORK, *seed]),
        }
    }
}

/// The choices that were [encoded](encode); None if these words are none, or not all of them.
pub fn decode(mut words: &[u64]) -> Option<Vec<Value>> {
    let mut choices = Vec::new();
    while let Some(head) = take(&mut words) {
        let above = head >> 8;
        choices.push(match head & 0xff {
            BOOL => Value::Bool(above != 0),
            SHORT => Value::Integer(i128::from(take(&mut words)?.cast_signed())),
            LONG => {
                let (low, high) = (take(&mut words)?, take(&mut words)?);
                Value::Integer((u128::from(high) << 64 | u128::from(low)).cast_signed())
            }
            FLOAT => Value::Float(f64::from_bits(take(&mut words)?)),
            BYTES => Value::Bytes(unpack(above, &mut words)?),
            STRING => Value::String(String::from_utf8(unpack(above, &mut words)?).ok()?),
            FORK => Value::Fork(take(&mut words)?),
            _ => return None,
        });
    }
    Some(choices)
}

fn take(words: &mut &[u64]) -> Option<u64> {
    let (first, rest) = words.split_first()?;
    *words = rest;
    Some(*first)
}

fn pack(kind: u64, bytes: &[u8], words: &mut Vec<u64>) {
    words.push(kind | (bytes.len() as u64) << 8);
    for part in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        words.push(u64::from_le_bytes(word));
    }
}

fn unpack(size: u64, words: &mut &[u64]) -> Option<Vec<u8>> {
    let size = usize::try_from(size).ok()?;
    let (packed, rest) = words.split_at_checked(size.div_ceil(8))?;
    *words = rest;
    Some(packed.iter().flat_map(|word| word.to_le_bytes()).take(size).collect())
}

#[cfg(test)]
mod tests {
    use forall::domain::{any, vec};
    use forall::property::forall;
    use forall::report::Outcome;
    use forall::runner::{Options, quick_check};
    use forall::source::Source;

    use super::*;

    /// What a domain of all kinds draws.
    fn drawn(seed: u64) -> Vec<Value> {
        let domain = vec(any::<(bool, i128, u8, f64, String, Vec<u8>)>(), 0..=8);
        let mut source = Source::of_test(seed, 0, 10).recording();
        let _ = forall::domain::Domain::generate(&domain, &mut source);
        source.into_record().values()
    }

    #[test]
    fn what_is_encoded_is_decoded() {
        let property = forall("seed", any::<u64>()).check(|(seed, ())| {
            let (choices, mut words) = (drawn(*seed), Vec::new());
            encode(&choices, &mut words);
            decode(&words) == Some(choices)
        });
        assert_eq!(quick_check(&property, &Options::default()).outcome, Outcome::Passed);
    }

    #[test]
    fn kinds_that_are_seldom_drawn() {
        let choices = [
            Value::Fork(u64::MAX),
            Value::Bytes(vec![1; 17]),
            Value::Integer(i128::MIN),
            Value::Integer(i128::from(i64::MAX) + 1),
            Value::Float(f64::NAN),
            Value::Bytes(Vec::new()),
        ];
        let mut words = Vec::new();
        encode(&choices, &mut words);
        assert_eq!(decode(&words).as_deref(), Some(&choices[..]));
        for cut in [words.len() - 2, 1, 3] {
            assert_eq!(decode(&words[..cut]), None, "{cut}");
        }
        assert_eq!(decode(&[99]), None);
    }
}
