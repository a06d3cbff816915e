//! Twins: two parts that are the same, and stay the same.

use std::ops::Range;

use super::branch::is_whole;
use super::descent::Descent;
use super::shape::{children, range};
use crate::source::{ChoiceValue, Record, Role};

/// Above this number of parts, twins are not looked for.
const MOST: usize = 128;

/// Puts something simpler in the place of two parts that are the same: a part of the same kind inside
/// of them, or a simpler variant with the simplest contents.
pub(super) fn both(descent: &mut Descent<'_>) {
    let mut first = 0;
    while first < descent.best().spans.len() && descent.best().spans.len() <= MOST {
        let second = twin(descent, first);
        if !second.is_some_and(|second| simplify(descent, first, second)) {
            first += 1;
        }
    }
}

/// The next part that is the same as this one, if that could be simpler.
fn twin(descent: &Descent<'_>, first: usize) -> Option<usize> {
    let record = descent.best();
    let one = range(record, first);
    if !is_whole(record.spans[first].label) || one.clone().all(|at| descent.is_simplest(at)) {
        return None;
    }
    (first + 1..record.spans.len()).find(|second| {
        let other = range(record, *second);
        record.spans[*second].label == record.spans[first].label
            && other.start >= one.end
            && record.choices[one.clone()] == record.choices[other]
    })
}

fn simplify(descent: &mut Descent<'_>, first: usize, second: usize) -> bool {
    let values = descent.values();
    let (one, other) = (range(descent.best(), first), range(descent.best(), second));
    let mut simpler = inside(descent.best(), first, &values);
    simpler.extend(variants(descent, first, &one));
    simpler.into_iter().any(|part| {
        let both = [
            &values[..one.start],
            &part,
            &values[one.end..other.start],
            &part,
            &values[other.end..],
        ];
        descent.attempt(both.concat())
    })
}

/// The parts of the same kind right inside of this one.
fn inside(record: &Record, span: usize, values: &[ChoiceValue]) -> Vec<Vec<ChoiceValue>> {
    let alike = |k: &usize| record.spans[*k].label == record.spans[span].label;
    let parts = children(record, span).into_iter().filter(alike);
    parts.map(|part| values[range(record, part)].to_vec()).collect()
}

/// Simpler variants of this part, with the simplest contents.
fn variants(descent: &mut Descent<'_>, span: usize, part: &Range<usize>) -> Vec<Vec<ChoiceValue>> {
    let choice = &descent.best().choices[part.start];
    let (Role::Branch, ChoiceValue::Integer(variant)) = (choice.role, &choice.value) else {
        return Vec::new();
    };
    let before = descent.values()[..part.start].to_vec();
    let lower = (0..*variant).filter_map(|lower| {
        let probe = descent.probe([&before[..], &[ChoiceValue::Integer(lower)]].concat())?;
        let made = probe.spans.get(span).map(|made| made.start..made.end)?;
        Some(probe.values()[made].to_vec())
    });
    lower.collect()
}
