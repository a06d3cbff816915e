//! Reorders parts, the simpler ones first.

use std::cmp::Ordering;
use std::ops::Range;

use super::branch::is_whole;
use super::descent::{Descent, Number};
use super::order::{grouped, sorted};
use super::shape::{List, children, range};
use super::steps;
use crate::source::{ChoiceValue, Record};

/// Sorts the elements of each collection, and other parts of one kind that are siblings.
pub(super) fn parts(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        if List::at(descent.best(), span).is_some() {
            sort_elements(descent, span);
        } else {
            sort_children(descent, span);
        }
        span += 1;
    }
}

/// If there are more parts of one kind than this, they are not swapped.
const MAX_PARTS: usize = 16;

/// Swaps two parts of one kind anywhere, if that puts the simpler one first.
pub(super) fn cousins(descent: &mut Descent<'_>) {
    let mut pairs = same_kind(descent.best());
    let mut nth = 0;
    while let Some((first, second)) = pairs.get(nth).filter(|_| !descent.spent()) {
        if swap(descent, *first, *second) {
            pairs = same_kind(descent.best());
        }
        nth += 1;
    }
}

/// Returns all pairs of spans of the same label, if there are only a few with that label.
fn same_kind(record: &Record) -> Vec<(usize, usize)> {
    let label = |at: usize| record.spans[at].label;
    let whole: Vec<usize> = (0..record.spans.len()).filter(|at| is_whole(label(*at))).collect();
    let mut labels = grouped(&whole, |at| label(*at).hash());
    labels.retain(|spans| spans.len() <= MAX_PARTS);
    let pairs = labels.iter().flat_map(|spans| {
        (0..spans.len()).flat_map(move |i| (i + 1..spans.len()).map(move |j| (spans[i], spans[j])))
    });
    pairs.collect()
}

fn swap(descent: &mut Descent<'_>, first: usize, second: usize) -> bool {
    let record = descent.best();
    let one = range(record, first);
    let other = range(record, second);
    if one.end > other.start || compare(record, &other, &one).is_ge() {
        return false;
    }
    let values = descent.values();
    let swapped = [
        &values[..one.start],
        &values[other.clone()],
        &values[one.end..other.start],
        &values[one],
        &values[other.end..],
    ];
    descent.attempt_exactly(swapped.concat())
}

/// Sorts all numbers of each kind.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let simplicity = |number: &Number| (number.distance(), number.value < number.toward);
    for group in grouped(&descent.numbers(), |number| number.kind) {
        let sorted = sorted(&group, |l, r| simplicity(l).cmp(&simplicity(r)));
        let changes = group.iter().zip(&sorted).map(|(place, number)| place.to(number.value));
        let changes: Vec<(usize, ChoiceValue)> = changes.collect();
        descent.attempt_with(&changes);
    }
}

fn sort_elements(descent: &mut Descent<'_>, span: usize) {
    let Some(list) = List::at(descent.best(), span).filter(|list| list.len() > 1) else { return };
    let all: Vec<usize> = (0..list.len()).collect();
    let simplicity =
        |l: &usize, r: &usize| compare_firsts(descent.best(), &list.bodies[*l], &list.bodies[*r]);
    let order = sorted(&all, simplicity);
    if order == all || put_in_order(descent, &list, &order) {
        return;
    }
    for first in 0..list.len() - 1 {
        let list = List::at(descent.best(), span).filter(|_| !descent.spent());
        let Some(list) = list else { return };
        if first + 1 < list.len()
            && compare_firsts(descent.best(), &list.bodies[first + 1], &list.bodies[first]).is_lt()
        {
            let mut order: Vec<usize> = (0..list.len()).collect();
            order.swap(first, first + 1);
            put_in_order(descent, &list, &order);
        }
    }
}

fn put_in_order(descent: &mut Descent<'_>, list: &List, order: &[usize]) -> bool {
    let values = steps::reordered(descent, list, order);
    values.is_some_and(|values| descent.attempt(values))
}

/// Sorts the children of each label. The choices between them stay where they are, and in a second try also the
/// numbers inside them.
fn sort_children(descent: &mut Descent<'_>, span: usize) {
    let record = descent.best();
    let labels = grouped(&children(record, span), |child| record.spans[*child].label.hash());
    for group in labels.iter().filter(|group| group.len() > 1) {
        if descent.spent() {
            return;
        }
        let record = descent.best();
        let places: Vec<Range<usize>> = group.iter().map(|child| range(record, *child)).collect();
        let sorted = sorted(&places, |l, r| compare(record, l, r));
        let Some(order) = arranged(descent.len(), &places, &sorted) else { continue };
        let values = descent.values();
        let moved = order.iter().map(|at| values[*at].clone()).collect();
        if descent.attempt(moved) {
            return;
        }
        let stayed = numbers_in_order(descent, &order);
        if descent.attempt(stayed) {
            return;
        }
    }
}

/// Returns the indices of the choices after `parts` have moved to these places, or `None` if nothing moves.
pub(super) fn arranged(
    length: usize,
    places: &[Range<usize>],
    parts: &[Range<usize>],
) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(length);
    let mut end = 0;
    for (place, part) in places.iter().zip(parts) {
        order.extend(end..place.start);
        order.extend(part.clone());
        end = place.end;
    }
    order.extend(end..length);
    (places != parts).then_some(order)
}

/// Returns the choices in this order, except that the numbers of each kind keep their old order.
pub(super) fn numbers_in_order(descent: &Descent<'_>, order: &[usize]) -> Vec<ChoiceValue> {
    let mut values: Vec<ChoiceValue> = Vec::with_capacity(order.len());
    let mut moved: Vec<Number> = Vec::new();
    for (at, from) in order.iter().enumerate() {
        values.push(descent.best().choices[*from].value.clone());
        moved.extend(descent.number(*from).map(|number| Number { at, ..number }));
    }
    let by_kind = |numbers: &[Number]| grouped(numbers, |number| number.kind).into_iter().flatten();
    for (place, number) in by_kind(&moved).zip(by_kind(&descent.numbers())) {
        values[place.at] = ChoiceValue::Integer(number.value);
    }
    values
}

/// Compares parts of a record: by length, and then by the first choice that differs.
pub(super) fn compare(record: &Record, left: &Range<usize>, right: &Range<usize>) -> Ordering {
    let by_length = left.len().cmp(&right.len());
    by_length.then_with(|| compare_firsts(record, left, right))
}

/// Compares parts of a record by the first choice that differs. A whole list is simplest in this order, because all
/// orders of its elements are equally long.
fn compare_firsts(record: &Record, left: &Range<usize>, right: &Range<usize>) -> Ordering {
    let rank = |at: usize| record.constraint(at).rank(&record.choices[at].value);
    left.clone().map(rank).cmp(right.clone().map(rank))
}
