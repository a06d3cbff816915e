//! Adjusts numbers that count elements when elements are deleted or moved.

use std::ops::Range;

use super::descent::{Descent, Number};
use super::shape::List;
use super::steps;
use crate::source::ChoiceValue;

/// Returns the values after the deletion of the elements `gone`, with all numbers adjusted that could count
/// elements of `list`. Returns `None` if there are no such numbers.
///
/// A number could be an index or the length if it is not greater than the length and cannot be negative.
pub(super) fn reindexed(
    descent: &Descent<'_>,
    list: &List,
    gone: &Range<usize>,
) -> Option<Vec<ChoiceValue>> {
    let counted = gone.end as i128..=list.len() as i128;
    let index = |number: &Number| number.min == 0 && counted.contains(&number.value);
    let mut values = descent.values();
    let mut changed = false;
    for number in descent.numbers().into_iter().filter(index) {
        values[number.at] = ChoiceValue::Integer(number.value - gone.len() as i128);
        changed |= !gone.clone().any(|at| list.bodies[at].contains(&number.at));
    }
    changed.then_some(values)
}

/// Returns whether the collection contains numbers, and all of them could be indices of its elements.
pub(super) fn holds_indices(descent: &Descent<'_>, list: &List) -> bool {
    let numbers = list.bodies.iter().flat_map(Clone::clone).filter_map(|at| descent.number(at));
    let index = |number: Number| number.min == 0 && number.value < list.len() as i128;
    let mut numbers = numbers.map(index).peekable();
    numbers.peek().is_some() && numbers.all(|index| index)
}

/// Elements of longer collections are not swapped.
const MAX_LENGTH: usize = 8;

/// Two elements of a collection.
#[derive(Clone, Copy)]
pub(super) struct ElementPair {
    /// The span of the collection.
    pub(super) span: usize,
    pub(super) first: usize,
    /// Greater than `first`.
    pub(super) second: usize,
}

/// Swaps two elements of a collection, and the numbers that refer to them: inside the collection, if it could be
/// a list of indices into itself, or outside of it.
pub(super) fn swap(descent: &mut Descent<'_>) {
    each_pair(descent, MAX_LENGTH, swap_two);
}

/// Calls `change` for every two elements of every collection up to this length.
pub(super) fn each_pair(
    descent: &mut Descent<'_>,
    max_length: usize,
    change: fn(&mut Descent<'_>, ElementPair) -> bool,
) {
    let mut span = 0;
    while descent.has_span(span) {
        let length = List::at(descent.best(), span).map_or(0, |list| list.len());
        if length <= max_length {
            for second in 1..length {
                for first in 0..second {
                    change(descent, ElementPair { span, first, second });
                }
            }
        }
        span += 1;
    }
}

fn swap_two(descent: &mut Descent<'_>, pair: ElementPair) -> bool {
    let list = List::at(descent.best(), pair.span).filter(|list| pair.second < list.len());
    let Some(list) = list else { return false };
    if steps::is_list_of_steps(descent.best(), pair.span) {
        return swap_steps(descent, &list, pair);
    }
    let numbers = list.bodies.iter().flat_map(Clone::clone).filter_map(|at| descent.number(at));
    let numbers: Vec<Number> = numbers.collect();
    let index = |number: &Number| number.min == 0 && number.value < list.len() as i128;
    let mut outside = descent.numbers();
    outside.retain(|number| index(number) && !list.range.contains(&number.at));
    numbers.iter().all(index) && swap_with(descent, &list, pair, &numbers)
        || !outside.is_empty() && swap_with(descent, &list, pair, &outside)
}

/// Swaps two steps and renumbers the references to them.
fn swap_steps(descent: &mut Descent<'_>, list: &List, pair: ElementPair) -> bool {
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.swap(pair.first, pair.second);
    let values = steps::reordered(descent, list, &order);
    values.is_some_and(|values| descent.attempt(values))
}

/// Swaps two elements, and their indices among these numbers.
fn swap_with(
    descent: &mut Descent<'_>,
    list: &List,
    pair: ElementPair,
    numbers: &[Number],
) -> bool {
    let ElementPair { first, second, .. } = pair;
    let mut values = descent.values();
    for number in numbers {
        let swapped = match number.value {
            value if value == first as i128 => second,
            value if value == second as i128 => first,
            _ => continue,
        };
        values[number.at] = ChoiceValue::Integer(swapped as i128);
    }
    let mut bodies = list.bodies.clone();
    bodies.swap(first, second);
    let candidate = list.replaced(&values, bodies.iter().map(|body| &values[body.clone()]));
    descent.attempt(candidate)
}
