//! Reindexing: when elements go or move, numbers that count elements follow.

use std::ops::Range;

use super::descent::{Descent, Number};
use super::shape::List;
use crate::source::ChoiceValue;

/// The values with all numbers that could count elements of `list` adjusted to `gone` being gone;
/// nothing if there are no such numbers.
///
/// A number could be an index, or the length, if it is not more than that and cannot be negative.
pub(super) fn reindexed(
    descent: &Descent<'_>,
    list: &List,
    gone: &Range<usize>,
) -> Option<Vec<ChoiceValue>> {
    let (length, end) = (list.len() as i128, gone.end as i128);
    let index = |number: &Number| number.min == 0 && (end..=length).contains(&number.value);
    let mut values = descent.values();
    let mut changed = false;
    for number in descent.numbers().into_iter().filter(index) {
        values[number.at] = ChoiceValue::Integer(number.value - gone.len() as i128);
        changed |= !gone.clone().any(|at| list.bodies[at].contains(&number.at));
    }
    changed.then_some(values)
}

/// Are all numbers in this collection such that they may be indices of its elements?
pub(super) fn holds_indices(descent: &Descent<'_>, list: &List) -> bool {
    let numbers = list.bodies.iter().flat_map(Clone::clone).filter_map(|at| descent.number(at));
    let index = |number: Number| number.min == 0 && number.value < list.len() as i128;
    let mut numbers = numbers.map(index).peekable();
    numbers.peek().is_some() && numbers.all(|index| index)
}

/// Above this length, elements are not swapped.
const LONGEST: usize = 8;

/// Swaps two elements of a collection, and what refers to them: in it, if it is one of indices into
/// itself, or else outside of it.
pub(super) fn swap(descent: &mut Descent<'_>) {
    each_pair(descent, LONGEST, swap_two);
}

/// Does something to every two elements of every collection up to this length.
pub(super) fn each_pair(
    descent: &mut Descent<'_>,
    longest: usize,
    act: fn(&mut Descent<'_>, usize, (usize, usize)) -> bool,
) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        let length = List::at(descent.best(), span).map_or(0, |list| list.len());
        if length <= longest {
            for (one, other) in (1..length).flat_map(|j| (0..j).map(move |i| (i, j))) {
                act(descent, span, (one, other));
            }
        }
        span += 1;
    }
}

fn swap_two(descent: &mut Descent<'_>, span: usize, (one, other): (usize, usize)) -> bool {
    let Some(list) = List::at(descent.best(), span).filter(|list| other < list.len()) else {
        return false;
    };
    let numbers = list.bodies.iter().flat_map(Clone::clone).filter_map(|at| descent.number(at));
    let numbers: Vec<Number> = numbers.collect();
    let index = |number: &Number| number.min == 0 && number.value < list.len() as i128;
    let mut outside = descent.numbers();
    outside.retain(|number| index(number) && !list.range.contains(&number.at));
    numbers.iter().all(index) && swap_named(descent, &list, (one, other), &numbers)
        || !outside.is_empty() && swap_named(descent, &list, (one, other), &outside)
}

/// Swaps two elements and, in these numbers, their names.
fn swap_named(
    descent: &mut Descent<'_>,
    list: &List,
    (one, other): (usize, usize),
    numbers: &[Number],
) -> bool {
    let mut values = descent.values();
    for number in numbers {
        let renamed = match number.value {
            value if value == one as i128 => other,
            value if value == other as i128 => one,
            _ => continue,
        };
        values[number.at] = ChoiceValue::Integer(renamed as i128);
    }
    let mut bodies = list.bodies.clone();
    bodies.swap(one, other);
    let candidate = list.replaced(&values, bodies.iter().map(|body| &values[body.clone()]));
    descent.attempt(candidate)
}
