//! How much a finish may gain: whether a case looks minimal.
//!
//! A property that only compares or counts ends at labels: the first few numbers. A property with a bound ends at the
//! number that a programmer wrote, and those are round, or at the end of a range. Descent finds both. It also finds the
//! least number, text or list if all greater ones fail. All other numbers look arbitrary: they may be the last step of a
//! way down that ended too early.

use std::ops::Range;

use super::descent::{Descent, Number};
use super::letters::{letters, written};
use super::shape::List;
use crate::source::{ChoiceValue, Constraint, Record};

/// A number at most this far from a round one is next to it.
const MAX_DISTANCE: u128 = 4;

/// In a case with many choices, the only number that is no label may be up to this one, if it is of a kind of its own: it
/// is often a size, and a search finds the least one.
const MAX_SINGLE: u128 = 8;

/// The number of choices from which a case has many.
const MANY_CHOICES: usize = 12;

/// The greatest number of numbers that are plain because they are next to a round one.
const MAX_ROUND: usize = 2;

/// A list up to this length is plain.
const MAX_LENGTH: usize = 8;

/// If more numbers than this are not the simplest, they are not taken for bounds.
const MAX_BOUNDS: usize = 3;

/// With this many variables or more, plain values may depend on each other.
const MANY_VARIABLES: usize = 3;

/// How many calls a finish deserves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effort {
    /// None: the case looks minimal.
    None,
    /// A few hundred: the case looks minimal, but has several values, or values that descent lowered one by one.
    Short,
    /// All.
    Long,
}

/// Returns how many calls a finish of the best case deserves.
pub(super) fn effort(descent: &mut Descent<'_>) -> Effort {
    let variables = descent.best().spans.iter().filter(|span| span.depth == 0).count();
    if is_plain(descent) {
        if variables < MANY_VARIABLES { Effort::None } else { Effort::Short }
    } else if has_only_bounds(descent) {
        Effort::Short
    } else {
        Effort::Long
    }
}

/// Returns whether all values of the best case are labels, round numbers, or next to those, except one small number, or
/// whether there is only a bound.
fn is_plain(descent: &mut Descent<'_>) -> bool {
    has_plain_shape(descent) && (are_plain_numbers(descent) || is_bound(descent))
}

/// Returns whether everything but the numbers looks minimal.
fn has_plain_shape(descent: &Descent<'_>) -> bool {
    List::all(descent.best()).iter().all(|list| has_plain_length(descent.best(), list))
        && are_plain_texts(descent)
        && floats(descent).all(|(_, x)| is_plain_float(x))
        && floats(descent).filter(|(_, x)| *x != 0.0).count() <= 1
}

/// Returns whether there is one number that is not the simplest, and greater ones fail, too: then descent has found the
/// least one, unlike a number with a certain remainder or pattern of bits.
fn is_bound(descent: &mut Descent<'_>) -> bool {
    let numbers = descent.numbers();
    let complex: Vec<&Number> = numbers.iter().filter(|number| number.distance() > 0).collect();
    let &[number] = complex.as_slice() else { return false };
    descent.start_pass("greater values");
    fails_above(descent, number)
}

/// Returns whether the next greater numbers fail, too, and twice the number.
fn fails_above(descent: &mut Descent<'_>, number: &Number) -> bool {
    let distance = number.distance();
    [distance + 1, distance + 2, distance + 3, distance.saturating_mul(2)].into_iter().all(
        |distance| {
            let greater = number.at_distance(distance);
            number.permits(greater) && descent.fails_with(&[number.to(greater)])
        },
    )
}

/// Returns whether no value can be arbitrary: greater numbers fail, too, and so do longer texts, which have at most one
/// letter that is not the simplest, and longer lists.
fn has_only_bounds(descent: &mut Descent<'_>) -> bool {
    descent.start_pass("greater values");
    let numbers = descent.numbers();
    let complex: Vec<&Number> = numbers.iter().filter(|number| number.distance() > 0).collect();
    let texts: Vec<(usize, Vec<u32>)> =
        (0..descent.len()).map(|at| (at, letters(descent, at))).collect();
    let texts: Vec<_> = texts.into_iter().filter(|(_, letters)| !letters.is_empty()).collect();
    let complex_letters = texts.iter().flat_map(|(_, letters)| letters).filter(|at| **at > 0);
    let lists = List::all(descent.best());
    let complex_floats: Vec<(usize, f64)> = floats(descent).filter(|(_, x)| *x != 0.0).collect();
    texts.len() <= 1
        && complex_letters.count() <= 1
        && complex.len() + complex_floats.len() <= MAX_BOUNDS
        && complex.iter().all(|number| fails_above(descent, number))
        && complex_floats.iter().all(|(at, x)| fails_beyond(descent, *at, *x))
        && texts.iter().all(|(at, letters)| fails_when_longer(descent, *at, letters))
        && lists.iter().all(|list| {
            has_plain_length(descent.best(), list) || fails_with_more_elements(descent, list)
        })
}

/// Returns whether greater floating-point numbers of the same sign fail, too.
fn fails_beyond(descent: &mut Descent<'_>, at: usize, x: f64) -> bool {
    [x + x.signum(), x + 2.0 * x.signum(), 2.0 * x].into_iter().all(|greater| {
        let value = ChoiceValue::Float(greater);
        descent.best().constraint(at).permits(&value) && descent.fails_with(&[(at, value)])
    })
}

/// Returns whether this text fails with one or two more of the simplest letters, too.
fn fails_when_longer(descent: &mut Descent<'_>, at: usize, letters: &[u32]) -> bool {
    (1..=2).all(|more| {
        let longer = [letters, &vec![0; more]].concat();
        let constraint = descent.best().constraint(at);
        let value = written(constraint, &longer);
        constraint.permits(&value) && descent.fails_with(&[(at, value)])
    })
}

/// Returns whether this list fails with its last element once or twice more, too.
fn fails_with_more_elements(descent: &mut Descent<'_>, list: &List) -> bool {
    let values = descent.values();
    let bodies = || list.bodies.iter().map(|body| &values[body.clone()]);
    (1..=2).all(|more| {
        let last = bodies().next_back().into_iter().cycle().take(more);
        let longer: Vec<ChoiceValue> = list.replaced(&values, bodies().chain(last));
        descent.fails(longer)
    })
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
    near.len() <= MAX_ROUND && arbitrary.len() <= spare && arbitrary.iter().all(is_small)
}

/// Returns whether a list is short, or has ten, a hundred or a thousand equal elements, or one more or less.
fn has_plain_length(record: &Record, list: &List) -> bool {
    let choices = |body: &Range<usize>| &record.choices[body.clone()];
    let are_equal = || list.bodies.windows(2).all(|two| choices(&two[0]) == choices(&two[1]));
    let is_round = || [10_usize, 100, 1_000].iter().any(|round| round.abs_diff(list.len()) <= 1);
    list.len() <= MAX_LENGTH || is_round() && are_equal()
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

/// Returns the floating-point numbers with the indices of their choices.
fn floats(descent: &Descent<'_>) -> impl Iterator<Item = (usize, f64)> {
    let choices = descent.best().choices.iter().enumerate();
    choices.filter_map(|(at, choice)| match choice.value {
        ChoiceValue::Float(x) => Some((at, x)),
        _ => None,
    })
}

/// Returns whether this is zero, or a number of two digits or more that are all zero but the first.
fn is_plain_float(x: f64) -> bool {
    let size = x.abs();
    let is_round = || {
        let digit = 10_f64.powi(size.log10() as i32);
        size >= 10.0 && size.is_finite() && (size / digit).fract() == 0.0
    };
    size == 0.0 || is_round()
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
