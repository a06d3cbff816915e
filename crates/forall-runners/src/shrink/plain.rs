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

/// In a case with many choices, the only number that is no label may be up to this one, if it is of a kind of its own: it
/// is often a size, and a search finds the least one.
const MAX_SINGLE: u128 = 8;

/// The number of choices from which a case has many.
const MANY_CHOICES: usize = 12;

/// Among this many numbers or more, a single one that is not the simplest is a bound.
const MIN_NUMBERS_OF_BOUND: usize = 3;

/// The greatest number of numbers that are plain because they are next to a round one.
const MAX_ROUND: usize = 2;

/// A list up to this length is plain.
const MAX_LENGTH: usize = 8;

/// Returns whether all values of the best case are labels, round numbers, or next to those, except one small number, or
/// whether there is only a bound.
pub(super) fn is_plain(descent: &mut Descent<'_>) -> bool {
    has_plain_shape(descent) && (are_plain_numbers(descent) || is_bound(descent))
}

/// Returns whether everything but the numbers looks minimal.
fn has_plain_shape(descent: &Descent<'_>) -> bool {
    List::all(descent.best()).iter().all(|list| is_plain_length(list.len()))
        && are_plain_texts(descent)
        && are_simplest_floats(descent)
}

/// Returns whether there is one number that is not the simplest, and greater ones fail, too: then descent has found the
/// least one, unlike a number with a certain remainder or pattern of bits.
fn is_bound(descent: &mut Descent<'_>) -> bool {
    let numbers = descent.numbers();
    let complex: Vec<&Number> = numbers.iter().filter(|number| number.distance() > 0).collect();
    let &[number] = complex.as_slice() else { return false };
    let distance = number.distance();
    descent.start_pass("greater numbers");
    [distance + 1, distance + 2, distance + 3, distance.saturating_mul(2)].into_iter().all(
        |distance| {
            let greater = number.at_distance(distance);
            number.permits(greater) && descent.fails_with(&[number.to(greater)])
        },
    )
}

fn are_plain_numbers(descent: &Descent<'_>) -> bool {
    let numbers = &descent.numbers();
    let round: Vec<i128> =
        numbers.iter().filter(|number| number.is_round()).map(|number| number.value).collect();
    let is_near = |number: &Number| {
        round.iter().any(|round| round.abs_diff(number.value) <= MAX_DISTANCE)
            || number.is_next_to_round()
    };
    let others = numbers.iter().filter(|number| number.order() >= labels(numbers, number));
    let (near, arbitrary): (Vec<&Number>, Vec<&Number>) =
        others.partition(|number| is_near(number));
    let is_single =
        |one: &&Number| numbers.iter().filter(|other| other.kind == one.kind).count() == 1;
    let is_small = |number: &&Number| number.order() <= MAX_SINGLE && is_single(number);
    let spare = usize::from(descent.len() >= MANY_CHOICES && near.is_empty());
    let complex = numbers.iter().filter(|number| number.distance() > 0).count();
    complex == 1 && numbers.len() >= MIN_NUMBERS_OF_BOUND
        || near.len() <= MAX_ROUND && arbitrary.len() <= spare && arbitrary.iter().all(is_small)
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
    pub(super) fn is_round(&self) -> bool {
        if self.distance() == 0 {
            return false;
        }
        let size = self.value.unsigned_abs();
        let digit = 10_u128.pow(size.max(1).ilog10());
        let is_machine = self.min.checked_neg().is_some_and(|max| self.max == max - 1);
        size >= 10 && size.is_multiple_of(digit)
            || size >= 16 && size.is_power_of_two()
            || is_machine && self.value == -1
            || size >= 10 && [self.min, self.max].contains(&self.value)
    }

    /// Returns whether this is one or two more than a round number of three digits or more: the least number above a bound
    /// may miss another condition, such as one on its bits.
    fn is_next_to_round(&self) -> bool {
        let size = self.value.unsigned_abs();
        size >= 100 && size % 10_u128.pow(size.ilog10()) <= 2
    }
}

/// Returns whether the values of this constraint are floating-point numbers.
pub(super) fn is_float(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Float { .. })
}
