//! Enumerates the values of the best case, in the order of their digits, while its structure stays as it is.
//!
//! If several values depend on each other, a simpler combination may be far away from the best one, though it has few
//! digits. The number of combinations doubles with each digit, so those with few digits are quickly tried.

use super::descent::Descent;
use super::letters::{indices, letters, written};
use crate::enumeration::nth_by_digits;
use crate::source::{Choice, ChoiceValue, Role};

/// A case with more digits is left alone.
const MAX_DIGITS: usize = 24;

/// The greatest number of binary digits in a combination.
const MAX_COST: u32 = 24;

/// The number of changed digits for each property call: most combinations are not new, or have another cost.
const STEPS_PER_TRY: u64 = 40;

/// A value, or one letter of a text.
struct Digit {
    at: usize,
    letter: Option<usize>,
    /// How many values are simpler than the current one.
    order: u128,
}

/// A walk through the combinations.
struct Walk<'w, 'd> {
    descent: &'w mut Descent<'d>,
    digits: Vec<Digit>,
    values: Vec<ChoiceValue>,
    /// The number of property calls at which it ends.
    max_tried: u64,
    /// The number of changes of a digit that are left.
    steps: u64,
    is_over: bool,
    improved: bool,
}

/// Tries simpler combinations of values, with at most `tries` property calls. Returns whether one of them fails.
pub(super) fn combinations(descent: &mut Descent<'_>, tries: u64) -> bool {
    let digits = digits(descent);
    if digits.is_empty() || digits.len() > MAX_DIGITS {
        return false;
    }
    let values = descent.values();
    let max_tried = descent.tried() + tries;
    let steps = STEPS_PER_TRY * tries;
    let mut walk =
        Walk { descent, digits, values, max_tried, steps, is_over: false, improved: false };
    for cost in 0..=MAX_COST {
        walk.from(0, cost, false);
        if walk.is_over {
            break;
        }
    }
    walk.improved
}

/// Returns the values of the best case, and the letters of its texts, in order.
fn digits(descent: &Descent<'_>) -> Vec<Digit> {
    let mut digits = Vec::new();
    for at in 0..descent.len() {
        let choice = &descent.best().choices[at];
        match (&choice.value, descent.number(at)) {
            _ if choice.role == Role::More => {}
            (_, Some(number)) => digits.push(Digit { at, letter: None, order: number.order() }),
            (ChoiceValue::Integer(variant), None) => {
                digits.push(Digit { at, letter: None, order: variant.unsigned_abs() });
            }
            (ChoiceValue::Bool(flag), None) => {
                digits.push(Digit { at, letter: None, order: u128::from(*flag) });
            }
            (ChoiceValue::Float(_), None) => {
                digits.push(Digit { at, letter: None, order: u128::MAX });
            }
            _ => {
                let letters = letters(descent, at).into_iter().enumerate();
                digits.extend(letters.map(|(position, letter)| Digit {
                    at,
                    letter: Some(position),
                    order: u128::from(letter),
                }));
            }
        }
    }
    digits
}

/// Returns what the best case costs on a walk [by digits](crate::enumeration::ChoiceTree::by_digits).
pub(super) fn cost(descent: &Descent<'_>) -> u64 {
    let of_digit = |digit: &Digit| {
        let own = u128::BITS - digit.order.leading_zeros();
        u64::from(own) + u64::from(digit.letter.is_some())
    };
    let is_more =
        |choice: &&Choice| choice.role == Role::More && choice.value == ChoiceValue::Bool(true);
    let elements = descent.best().choices.iter().filter(is_more).count() as u64;
    elements + digits(descent).iter().map(of_digit).sum::<u64>()
}

impl Walk<'_, '_> {
    /// Tries all combinations of the digits from this one on that have this cost in total. `is_simpler` says whether an
    /// earlier digit is simpler than in the best case.
    fn from(&mut self, digit: usize, cost: u32, is_simpler: bool) {
        let Some(Digit { order, .. }) = self.digits.get(digit) else {
            return self.attempt();
        };
        let order = *order;
        let is_last = digit + 1 == self.digits.len();
        for own in if is_last { cost } else { 0 }..=cost {
            let first = if own == 0 { 0 } else { 1 << (own - 1) };
            for number in first..1 << own {
                if !is_simpler && number > order {
                    return;
                }
                if !self.set(digit, number) {
                    break;
                }
                self.from(digit + 1, cost - own, is_simpler || number < order);
                if self.is_over {
                    return;
                }
            }
        }
    }

    /// Replaces one digit by the value with this number. Returns whether there is one.
    fn set(&mut self, digit: usize, number: u128) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.is_over |= self.steps == 0;
        let Digit { at, letter, .. } = self.digits[digit];
        let constraint = self.descent.best().constraint(at);
        let value = match letter {
            None => nth_by_digits(constraint, number),
            Some(position) => {
                let current = indices(constraint, &self.values[at]);
                u32::try_from(number).ok().and_then(|number| {
                    let mut indices = current;
                    *indices.get_mut(position)? = number;
                    let changed = written(constraint, &indices);
                    constraint.permits(&changed).then_some(changed)
                })
            }
        };
        match value {
            Some(value) => {
                self.values[at] = value;
                true
            }
            // Not all numbers belong to a permitted floating-point number.
            None => super::plain::is_float(constraint) && number < 256,
        }
    }

    fn attempt(&mut self) {
        self.improved = self.descent.attempt(self.values.clone());
        self.is_over |=
            self.improved || self.descent.tried() >= self.max_tried || self.descent.spent();
    }
}
