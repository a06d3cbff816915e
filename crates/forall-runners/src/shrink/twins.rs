//! Simplifies two equal parts together, so that they stay equal.

use std::ops::Range;

use super::branch::is_whole;
use super::descent::Descent;
use super::shape::{children, range};
use crate::source::{ChoiceValue, Record, Role};

/// Cases with more spans are not searched for equal parts.
const MAX_SPANS: usize = 128;

/// Replaces two equal parts by something simpler: a part of the same kind inside them, or a simpler variant with
/// the simplest contents.
pub(super) fn both(descent: &mut Descent<'_>) {
    let mut first = 0;
    while descent.has_span(first) && descent.best().spans.len() <= MAX_SPANS {
        let second = twin(descent, first);
        if !second.is_some_and(|second| simplify(descent, first, second)) {
            first += 1;
        }
    }
}

/// Returns the next part that equals this one, if it could be simpler.
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
    let one = range(descent.best(), first);
    let other = range(descent.best(), second);
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

/// Returns the parts of the same kind directly inside this one.
fn inside(record: &Record, span: usize, values: &[ChoiceValue]) -> Vec<Vec<ChoiceValue>> {
    let same_kind = |k: &usize| record.spans[*k].label == record.spans[span].label;
    let parts = children(record, span).into_iter().filter(same_kind);
    parts.map(|part| values[range(record, part)].to_vec()).collect()
}

/// Returns simpler variants of this part, with the simplest contents.
fn variants(descent: &mut Descent<'_>, span: usize, part: &Range<usize>) -> Vec<Vec<ChoiceValue>> {
    let choice = &descent.best().choices[part.start];
    let (Role::Branch, ChoiceValue::Integer(variant)) = (choice.role, &choice.value) else {
        return Vec::new();
    };
    let before = descent.values()[..part.start].to_vec();
    let lower = (0..*variant).filter_map(|lower| {
        let probe = descent.probe([&before[..], &[ChoiceValue::Integer(lower)]].concat())?;
        let probed = probe.spans.get(span).map(|span| span.start..span.end)?;
        Some(probe.values()[probed].to_vec())
    });
    lower.collect()
}
