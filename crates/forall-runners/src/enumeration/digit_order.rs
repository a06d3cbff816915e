//! Another order of the values of a choice: by what a person would have to write.

use forall::source::{Alphabet, ChoiceValue, Constraint};

use super::nth_value;

/// The number of first letters of an alphabet that texts consist of.
const MAX_LETTERS: u32 = 128;

/// The greatest length of a text.
const MAX_LENGTH: usize = 12;

/// Returns the permitted value with this number, in an order in which texts with few different letters and
/// floating-point numbers with few digits come early. Other values are in the order of [`nth_value`]. Not all texts and
/// floating-point numbers have a number.
///
/// ```
/// use forall::enumeration::nth_by_digits;
/// use forall::source::{Alphabet, ChoiceValue, Constraint};
///
/// let text = Constraint::String { alphabet: Alphabet::ANY, min: 0, max: 9 };
/// let texts = (0..8).filter_map(|number| nth_by_digits(&text, number));
/// let expected = ["", "a", "b", "aa", "c", "d", "ab", "ba"];
/// assert!(texts.eq(expected.map(|text| ChoiceValue::String(text.to_owned()))));
/// ```
pub fn nth_by_digits(constraint: &Constraint, number: u128) -> Option<ChoiceValue> {
    match constraint {
        Constraint::String { alphabet, min, max } => {
            text(alphabet, *min, *max, number).map(ChoiceValue::String)
        }
        Constraint::Float { .. } => {
            let value = ChoiceValue::Float(float(number)?);
            constraint.permits(&value).then_some(value)
        }
        _ => nth_value(constraint, number),
    }
}

/// Returns integers and halves in turns, 0, 0.5, 1, −0.5, −1, 1.5 and so on.
fn float(number: u128) -> Option<f64> {
    let number = u32::try_from(number).ok()?;
    let turn = f64::from(number / 2);
    let whole = if (number / 2).is_multiple_of(2) { -turn / 2.0 } else { turn.midpoint(1.0) };
    let half = if whole < 0.0 { whole - 0.5 } else { whole + 0.5 };
    Some(if number.is_multiple_of(2) { whole + 0.0 } else { half })
}

/// The greatest cost of a text.
const MAX_COST: usize = 24;

/// Returns the text with this number. Texts are in the order of their costs, and a text costs the sum of its letters: one
/// more than the binary digits of the letter. The cost of the first text with a number is about its binary digits.
fn text(alphabet: &Alphabet, min: usize, max: usize, number: u128) -> Option<String> {
    let letters = alphabet.len().min(MAX_LETTERS);
    let most = max.min(MAX_LENGTH.max(min));
    let counts = counts(letters, most);
    let mut number = number;
    for cost in 0..=MAX_COST {
        for length in min..=most {
            let count = counts[length][cost];
            if number < count {
                let indices = nth_of(letters, length, cost, number, &counts);
                return indices.into_iter().map(|at| alphabet.get(at)).collect();
            }
            number -= count;
        }
    }
    None
}

/// Returns the number of texts of each length and cost.
fn counts(letters: u32, most: usize) -> Vec<[u128; MAX_COST + 1]> {
    let mut counts = vec![[0; MAX_COST + 1]; most + 1];
    counts[0][0] = 1;
    for length in 1..=most {
        for own in 1..=MAX_COST.min(1 + u32::BITS as usize) {
            let count = u128::from(letters_of_cost(letters, own));
            for rest in 0..=MAX_COST - own {
                counts[length][own + rest] += count * counts[length - 1][rest];
            }
        }
    }
    counts
}

/// Returns how many of the first letters have this cost.
fn letters_of_cost(letters: u32, cost: usize) -> u32 {
    let below = |digits: usize| letters.min(1_u32.checked_shl(digits as u32).unwrap_or(u32::MAX));
    if cost == 1 { letters.min(1) } else { below(cost - 1) - below(cost - 2) }
}

/// Returns the letters of the text with this number among those of a length and a cost.
fn nth_of(
    letters: u32,
    length: usize,
    cost: usize,
    number: u128,
    counts: &[[u128; MAX_COST + 1]],
) -> Vec<u32> {
    let mut number = number;
    let mut cost = cost;
    let mut indices = Vec::with_capacity(length);
    for rest in (0..length).rev() {
        for letter in 0..letters {
            let own = 1 + (u32::BITS - letter.leading_zeros()) as usize;
            let count = cost.checked_sub(own).map_or(0, |left| counts[rest][left]);
            if number < count {
                indices.push(letter);
                cost -= own;
                break;
            }
            number -= count;
        }
    }
    indices
}
