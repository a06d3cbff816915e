//! Whether a case looks minimal, so that no finish is needed.
//!
//! A property that only compares or counts ends at labels: the first few numbers. A property with a bound ends at the
//! number that a programmer wrote, and those are round, or at the end of a range. Descent finds both. All other numbers
//! look arbitrary: they may be the last step of a way down that ended too early.

use super::descent::{Descent, Number};
use super::letters::letters;
use super::shape::List;
use crate::source::Constraint;

/// A number at most this far from a round one is next to it.
const MAX_DISTANCE: u128 = 4;

/// In a case with many choices, one number up to this one may be arbitrary: it is often a size, and a search finds the
/// least one.
const MAX_SINGLE: u128 = 8;

/// The number of choices from which a case has many.
const MANY_CHOICES: usize = 12;

/// The greatest number of numbers that are plain because they are next to a round one.
const MAX_ROUND: usize = 2;

/// A list up to this length is plain.
const MAX_LENGTH: usize = 8;

/// Returns whether all values of the best case are labels, round numbers, or next to those, except one small number.
pub(super) fn is_plain(descent: &Descent<'_>) -> bool {
    are_plain_numbers(descent)
        && List::all(descent.best()).iter().all(|list| is_plain_length(list.len()))
        && are_plain_texts(descent)
        && are_simplest_floats(descent)
}

fn are_plain_numbers(descent: &Descent<'_>) -> bool {
    let numbers = &descent.numbers();
    let round: Vec<i128> =
        numbers.iter().filter(|number| number.is_round()).map(|number| number.value).collect();
    let is_near =
        |number: &Number| round.iter().any(|round| round.abs_diff(number.value) <= MAX_DISTANCE);
    let others = numbers.iter().filter(|number| number.order() >= labels(numbers, number));
    let (near, arbitrary): (Vec<&Number>, Vec<&Number>) =
        others.partition(|number| is_near(number));
    let is_small = |number: &&Number| number.order() <= MAX_SINGLE;
    let spare = usize::from(descent.len() >= MANY_CHOICES);
    near.len() <= MAX_ROUND && arbitrary.len() <= spare && arbitrary.iter().all(is_small)
}

/// Returns whether a list of this length is short, or has ten, a hundred or a thousand elements, or one more or less.
fn is_plain_length(length: usize) -> bool {
    length <= MAX_LENGTH || [10_usize, 100, 1_000].iter().any(|round| round.abs_diff(length) <= 1)
}

/// Returns how many labels a number may be one of: as many as there are different numbers of its kind, or two if there
/// are different numbers at all.
fn labels(numbers: &[Number], one: &Number) -> u128 {
    let distinct = |wanted: &dyn Fn(&Number) -> bool| {
        let wanted = numbers.iter().filter(|number| wanted(number));
        let mut values: Vec<i128> = wanted.map(|number| number.value).collect();
        values.sort_unstable();
        values.dedup();
        values.len() as u128
    };
    distinct(&|number| number.kind == one.kind).max(distinct(&|_| true).min(2))
}

/// Returns whether at most one text is not empty, and all its letters are the simplest one.
fn are_plain_texts(descent: &Descent<'_>) -> bool {
    let texts = (0..descent.len()).map(|at| letters(descent, at));
    let texts: Vec<Vec<u32>> = texts.filter(|letters| !letters.is_empty()).collect();
    texts.len() <= 1 && texts.iter().flatten().all(|letter| *letter == 0)
}

fn are_simplest_floats(descent: &Descent<'_>) -> bool {
    (0..descent.len()).all(|at| !is_float(descent.best().constraint(at)) || descent.is_simplest(at))
}

impl Number {
    /// Returns how many permitted values are simpler.
    pub(super) fn order(&self) -> u128 {
        let below = self.toward.abs_diff(self.min);
        let above = self.max.abs_diff(self.toward);
        let both = below.min(above);
        let distance = self.distance();
        if distance > both {
            both + distance
        } else {
            2 * distance - u128::from(self.value > self.toward)
        }
    }

    /// Returns whether this is a number that programmers write as a bound: one digit with zeros, a large power of two,
    /// or a boundary of the range or of a machine type.
    fn is_round(&self) -> bool {
        if self.distance() == 0 {
            return false;
        }
        let size = self.value.unsigned_abs();
        let digit = 10_u128.pow(size.max(1).ilog10());
        let is_machine = self.min.checked_neg().is_some_and(|max| self.max == max - 1);
        size >= 10 && size.is_multiple_of(digit)
            || size >= 64 && size.is_power_of_two()
            || is_machine && self.value == -1
            || size >= 10 && [self.min, self.max].contains(&self.value)
    }
}

/// Returns whether the values of this constraint are floating-point numbers.
pub(super) fn is_float(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Float { .. })
}
