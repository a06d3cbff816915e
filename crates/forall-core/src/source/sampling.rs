//! Samples the values of a constraint: any value, or one near a given value.

use forall_format::ChoiceValue;

use super::alphabet::Alphabet;
use super::choice::Constraint;
use super::random::Random;

impl Constraint {
    /// Returns a random permitted value. Strings and byte strings exceed the minimum length by at most
    /// 16.
    ///
    /// ```
    /// use forall::source::{Constraint, Random, ChoiceValue};
    ///
    /// let die = Constraint::Integer { min: 1, max: 6, toward: 1 };
    /// let mut random = Random::from_seed(7);
    /// assert!((0..99).all(|_| die.permits(&die.sample(&mut random))));
    /// assert!((0..99).any(|_| die.sample(&mut random) == ChoiceValue::Integer(6)));
    /// ```
    pub fn sample(&self, random: &mut Random) -> ChoiceValue {
        let length = |random: &mut Random, min: usize, max: usize| {
            let usual = max.min(min.saturating_add(16));
            min + random.below((usual - min) as u64 + 1) as usize
        };
        match self {
            Constraint::Bool => ChoiceValue::Bool(random.one_in(2)),
            Constraint::Integer { min, max, .. } => {
                ChoiceValue::Integer(min.wrapping_add_unsigned(random.up_to(max.abs_diff(*min))))
            }
            Constraint::Float { min, max, .. } => ChoiceValue::Float(float(*min, *max, random)),
            Constraint::Bytes { min, max } => {
                let length = length(random, *min, *max);
                ChoiceValue::Bytes((0..length).map(|_| random.word() as u8).collect())
            }
            Constraint::String { alphabet, min, max } => {
                let length = length(random, *min, *max);
                ChoiceValue::String((0..length).map(|_| character(alphabet, random)).collect())
            }
            Constraint::Fork => ChoiceValue::Fork(random.word()),
        }
    }

    /// Returns a random permitted value near `value`.
    ///
    /// ```
    /// use forall::source::{Constraint, Random, ChoiceValue};
    ///
    /// let bytes = Constraint::Bytes { min: 4, max: 4 };
    /// let mut random = Random::from_seed(7);
    /// let near: Vec<_> = (0..9).map(|_| bytes.near(&ChoiceValue::Bytes(b"GET ".to_vec()), &mut random)).collect();
    /// assert!(near.iter().all(|near| bytes.permits(near)));
    /// assert!(near.iter().any(|near| matches!(near, ChoiceValue::Bytes(b) if b.starts_with(b"GE"))));
    /// ```
    pub fn near(&self, value: &ChoiceValue, random: &mut Random) -> ChoiceValue {
        let value = match (self, value) {
            (Constraint::Integer { min, max, toward }, ChoiceValue::Integer(i)) => {
                let range = IntegerRange { min: *min, max: *max, toward: *toward };
                ChoiceValue::Integer(near_integer(*i, &range, random))
            }
            (_, ChoiceValue::Bool(flag)) => ChoiceValue::Bool(!flag),
            (_, ChoiceValue::Integer(i)) => ChoiceValue::Integer(*i),
            (_, ChoiceValue::Float(x)) => ChoiceValue::Float(near_float(*x, random)),
            (_, ChoiceValue::Bytes(bytes)) => {
                ChoiceValue::Bytes(altered(bytes, random, |old, random| match old {
                    Some(old) if random.one_in(2) => old ^ (1 << random.below(8)),
                    _ => random.word() as u8,
                }))
            }
            (_, ChoiceValue::String(text)) => {
                let any = Alphabet::ANY;
                let alphabet =
                    if let Constraint::String { alphabet, .. } = self { alphabet } else { &any };
                ChoiceValue::String(altered_text(text, random, |old, random| match old {
                    Some(old) if random.one_in(4) => neighbour(old, random),
                    _ => character(alphabet, random),
                }))
            }
            (_, ChoiceValue::Fork(_)) => ChoiceValue::Fork(random.word()),
        };
        if self.permits(&value) { value } else { self.nearest(&value) }
    }
}

/// The fields of [`Constraint::Integer`].
struct IntegerRange {
    min: i128,
    max: i128,
    toward: i128,
}

/// Returns an integer that differs from `i` by a step of random magnitude or by one flipped bit, or an
/// edge case of the range.
fn near_integer(i: i128, range: &IntegerRange, random: &mut Random) -> i128 {
    let IntegerRange { min, max, toward } = *range;
    let bits = u64::from(128 - max.abs_diff(min).leading_zeros()).max(1);
    // Half of the steps are small; the others are of any magnitude.
    let bit = if random.one_in(2) { random.below(bits.min(4)) } else { random.below(bits) };
    let step = 1_u128 << bit;
    match random.below(8) {
        0..=2 => i.saturating_add_unsigned(step),
        3..=5 => i.saturating_sub_unsigned(step),
        6 => min.wrapping_add_unsigned(i.abs_diff(min) ^ step),
        _ => match random.below(4) {
            0 => min,
            1 => max,
            2 => toward,
            _ => toward.saturating_add(1),
        },
    }
}

/// Returns `x` plus or minus 1, its negation, its integer part, or `x` times a factor between 0.5 and
/// 1.5.
fn near_float(x: f64, random: &mut Random) -> f64 {
    match random.below(6) {
        0 => x + 1.0,
        1 => x - 1.0,
        2 => -x,
        3 => x.trunc(),
        _ => x * (0.5 + random.unit()),
    }
}

/// Returns a number between `min` and `max`: uniformly distributed if the width of the range is finite,
/// otherwise made from random bits.
fn float(min: f64, max: f64, random: &mut Random) -> f64 {
    let uniform = min + (max - min) * random.unit();
    let bits = f64::from_bits(random.word());
    match (uniform.is_finite(), bits.is_nan()) {
        (true, _) => uniform.clamp(min, max),
        (false, false) => bits.clamp(min, max),
        (false, true) => 0.0_f64.clamp(min, max),
    }
}

/// The number of characters of a large alphabet that three quarters of the draws are from. These are the
/// simplest ones; in [`Alphabet::ANY`] they are the printable ASCII characters.
const SIMPLE_CHARACTERS: u64 = 95;

/// Returns a random character of the alphabet; simple ones are more likely.
fn character(alphabet: &Alphabet, random: &mut Random) -> char {
    let all = u64::from(alphabet.len());
    let count = if random.one_in(4) { all } else { all.min(SIMPLE_CHARACTERS) };
    alphabet.get(random.below(count) as u32).unwrap_or_else(|| alphabet.simplest())
}

/// Returns the previous or next character in Unicode. If it does not exist, returns `old`.
fn neighbour(old: char, random: &mut Random) -> char {
    let code = u32::from(old);
    let code = if random.one_in(2) { code.wrapping_add(1) } else { code.wrapping_sub(1) };
    char::from_u32(code).unwrap_or(old)
}

/// Returns a copy with one element replaced, inserted or removed, or one slice duplicated or removed.
fn altered<T: Clone>(
    old: &[T],
    random: &mut Random,
    make: impl Fn(Option<&T>, &mut Random) -> T,
) -> Vec<T> {
    let mut new = old.to_vec();
    let at = random.below(old.len() as u64 + 1) as usize;
    let end = at + random.below((old.len() - at) as u64 + 1) as usize;
    match random.below(8) {
        0..=3 if at < new.len() => new[at] = make(Some(&old[at]), random),
        4 if at < new.len() => drop(new.remove(at)),
        5 => drop(new.drain(at..end)),
        6 => drop(new.splice(end..end, old[at..end].to_vec())),
        _ => new.insert(at, make(None, random)),
    }
    new
}

/// Returns a copy with one character replaced, inserted or removed, or one slice duplicated or removed, as
/// [`altered`] does with the elements of a slice.
fn altered_text(
    old: &str,
    random: &mut Random,
    make: impl Fn(Option<char>, &mut Random) -> char,
) -> String {
    let count = old.chars().count() as u64;
    let at = random.below(count + 1);
    let length = random.below(count - at + 1);
    let (before, rest) = old.split_at(offset(old, at));
    let (slice, after) = rest.split_at(offset(rest, length));
    let first = rest.chars().next();
    let without_first = &rest[first.map_or(0, char::len_utf8)..];
    let mut new = String::with_capacity(old.len() + slice.len() + char::MAX.len_utf8());
    new.push_str(before);
    match (random.below(8), first) {
        (0..=3, Some(first)) => {
            new.push(make(Some(first), random));
            new.push_str(without_first);
        }
        (4, Some(_)) => new.push_str(without_first),
        (5, _) => new.push_str(after),
        (6, _) => new.extend([slice, slice, after]),
        _ => {
            new.push(make(None, random));
            new.push_str(rest);
        }
    }
    new
}

/// Returns the number of bytes of the first `count` characters.
fn offset(text: &str, count: u64) -> usize {
    text.char_indices().nth(count as usize).map_or(text.len(), |(at, _)| at)
}
