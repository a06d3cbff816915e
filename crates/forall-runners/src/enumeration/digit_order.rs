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

/// Returns the text with this number. Texts are in the order of their costs, and a text costs the sum of its letters: one
/// more than the binary digits of the letter. The cost of the first text with a number is about its binary digits.
fn text(alphabet: &Alphabet, min: usize, max: usize, number: u128) -> Option<String> {
    let mut number = usize::try_from(number).ok()?;
    let letters = alphabet.len().min(MAX_LETTERS);
    for cost in 0..=24 {
        for length in min..=max.min(MAX_LENGTH.max(min)) {
            let mut found = None;
            let mut indices = Vec::new();
            each_text(letters, length, cost, &mut indices, &mut |indices| {
                let is_found = number == 0;
                if is_found {
                    found = Some(indices.iter().filter_map(|at| alphabet.get(*at)).collect());
                }
                number = number.wrapping_sub(1);
                is_found
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

/// Calls `visit` with all texts of this length and cost, until it returns `true`.
fn each_text(
    letters: u32,
    length: usize,
    cost: u32,
    indices: &mut Vec<u32>,
    visit: &mut dyn FnMut(&[u32]) -> bool,
) -> bool {
    if indices.len() == length {
        return cost == 0 && visit(indices);
    }
    let rest = (length - indices.len()) as u32;
    for letter in 0..letters {
        let own = 1 + (u32::BITS - letter.leading_zeros());
        if own + rest - 1 > cost {
            return false;
        }
        indices.push(letter);
        let is_over = each_text(letters, length, cost - own, indices, visit);
        indices.pop();
        if is_over {
            return true;
        }
    }
    false
}
