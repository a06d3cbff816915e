//! Reordering: the same parts, simpler ones first.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::Range;

use super::descent::{Descent, Number};
use super::shape::{List, children, range};
use crate::source::{Record, Value};

/// Sorts the elements of each collection, and other parts of one kind that stand side by side.
pub(super) fn parts(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        if List::at(descent.best(), span).is_some() {
            sort_elements(descent, span);
        } else {
            sort_children(descent, span);
        }
        span += 1;
    }
}

/// Sorts the numbers of each kind, wherever they are.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let mut kinds: BTreeMap<u32, Vec<Number>> = BTreeMap::new();
    for number in descent.numbers() {
        kinds.entry(number.kind).or_default().push(number);
    }
    for group in kinds.into_values() {
        let mut sorted = group.clone();
        sorted.sort_by_key(|number| (number.distance(), number.value < number.toward));
        let changes = group.iter().zip(&sorted).map(|(place, number)| place.to(number.value));
        let changes: Vec<(usize, Value)> = changes.collect();
        descent.attempt_with(&changes);
    }
}

fn sort_elements(descent: &mut Descent<'_>, span: usize) {
    let Some(list) = List::at(descent.best(), span).filter(|list| list.len() > 1) else { return };
    let mut bodies = list.bodies.clone();
    bodies.sort_by(|l, r| compare(descent.best(), l, r));
    let values = descent.values();
    if bodies == list.bodies
        || descent.attempt(list.replaced(&values, bodies.iter().map(|body| &values[body.clone()])))
    {
        return;
    }
    for first in 0..list.len() - 1 {
        let Some(list) = List::at(descent.best(), span) else { return };
        let mut bodies = list.bodies.clone();
        if first + 1 < bodies.len()
            && compare(descent.best(), &bodies[first + 1], &bodies[first]).is_lt()
        {
            bodies.swap(first, first + 1);
            let values = descent.values();
            descent
                .attempt(list.replaced(&values, bodies.iter().map(|body| &values[body.clone()])));
        }
    }
}

/// Sorts children of one label that follow each other without a gap.
fn sort_children(descent: &mut Descent<'_>, span: usize) {
    let record = descent.best();
    let parts: Vec<usize> = children(record, span);
    let Some(first) = parts.first() else { return };
    let alike = parts.iter().all(|part| record.spans[*part].label == record.spans[*first].label);
    let places: Vec<Range<usize>> = parts.iter().map(|part| range(record, *part)).collect();
    if !alike || !places.windows(2).all(|pair| pair[0].end == pair[1].start) || places.len() < 2 {
        return;
    }
    let mut sorted = places.clone();
    sorted.sort_by(|l, r| compare(record, l, r));
    let (start, end) = (places[0].start, places[places.len() - 1].end);
    let values = descent.values();
    let parts = sorted.iter().flat_map(|part| values[part.clone()].to_vec());
    let middle: Vec<Value> = parts.collect();
    descent.attempt([&values[..start], &middle, &values[end..]].concat());
}

/// Shortlex on parts of a record.
fn compare(record: &Record, left: &Range<usize>, right: &Range<usize>) -> Ordering {
    let rank = |at: usize| record.constraint(at).rank(&record.choices[at].value);
    let by_length = left.len().cmp(&right.len());
    by_length.then_with(|| left.clone().map(rank).cmp(right.clone().map(rank)))
}
