//! Merges the elements of two collections into one.

use std::ops::Range;

use super::descent::Descent;
use super::shape::{List, spans_before};
use super::steps::is_list_of_steps;
use crate::source::{ChoiceValue, Record, SpanLabel};

/// Joins the collections inside the elements of a collection: all of them, or those of two neighbours. Other
/// parts of the later elements are deleted.
pub(super) fn nested(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        let outer = List::at(descent.best(), span).filter(|outer| outer.len() > 1);
        let outer = outer.filter(|outer| is_joinable(descent.best(), outer));
        if let Some(length) = outer.map(|outer| outer.len()) {
            join_some(descent, span, length);
        }
        span += 1;
    }
}

fn join_some(descent: &mut Descent<'_>, span: usize, length: usize) {
    let mut first = if join(descent, span, 0, length) { length } else { 0 };
    while first + 1 < length && !descent.spent() {
        if !join(descent, span, first, first + 2) {
            first += 1;
        }
    }
}

/// Joins the collections inside the elements `first..end`.
fn join(descent: &mut Descent<'_>, span: usize, first: usize, end: usize) -> bool {
    let record = descent.best();
    let Some(outer) = List::at(record, span).filter(|outer| end <= outer.len()) else {
        return false;
    };
    let inner: Option<Vec<List>> = (first..end).map(|at| inside(record, &outer, at)).collect();
    let Some(inner) = inner else { return false };
    let values = record.values();
    let bodies = inner.iter().flat_map(|list| &list.bodies).map(|body| &values[body.clone()]);
    let body = &outer.bodies[first];
    let list = &inner[0];
    let joined = [
        &values[body.start..list.range.start],
        &list.write(bodies),
        &values[list.range.end..body.end],
    ]
    .concat();
    let kept = outer.bodies.iter().enumerate().filter(|(at, _)| *at <= first || *at >= end);
    let kept = kept.map(|(at, body)| if at == first { &*joined } else { &values[body.clone()] });
    let candidate = outer.replaced(&values, kept);
    descent.attempt(candidate)
}

/// Returns the first collection inside this element.
pub(super) fn inside(record: &Record, outer: &List, element: usize) -> Option<List> {
    let body = &outer.bodies[element];
    let spans = spans_before(record, body.start)..spans_before(record, body.end);
    let mut lists = spans.filter(|span| *span > outer.span).filter_map(|k| List::at(record, k));
    lists.find(|list| list.range.end <= body.end)
}

/// Replaces an element by the elements of the collection inside it, with or without the simplest element before
/// them.
pub(super) fn unnest(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        let list = List::at(descent.best(), span).filter(|list| is_joinable(descent.best(), list));
        for element in 0..list.map_or(0, |list| list.len()) {
            if !descent.spent() {
                unnest_one(descent, span, element);
            }
        }
        span += 1;
    }
}

/// Returns whether there are collections in this one, and the elements may change their numbers.
fn is_joinable(record: &Record, list: &List) -> bool {
    holds_lists(record, list) && !is_list_of_steps(record, list.span)
}

/// Returns whether there are collections in this one. A collection of fixed length 0 draws no choices, so
/// no span begins inside it.
fn holds_lists(record: &Record, list: &List) -> bool {
    let inside = record.spans.get(list.span + 1..spans_before(record, list.range.end));
    inside.is_some_and(|inside| inside.iter().any(|span| span.label == SpanLabel::LIST))
}

fn unnest_one(descent: &mut Descent<'_>, span: usize, element: usize) -> bool {
    let record = descent.best();
    let Some(outer) = List::at(record, span).filter(|outer| element < outer.len()) else {
        return false;
    };
    let Some(inner) = inside(record, &outer, element).filter(|inner| inner.len() > 0) else {
        return false;
    };
    let body = outer.bodies[element].clone();
    let values = record.values();
    let Some(probe) = descent.probe(values[..body.start].to_vec()) else { return false };
    let probed = List::at(&probe, span).filter(|probed| element < probed.len());
    let Some(probed) = probed else { return false };
    let simplest = &probe.values()[probed.bodies[element].clone()];
    [None, Some(simplest)].into_iter().any(|extra| {
        let slice = |body: &Range<usize>| &values[body.clone()];
        let bodies = outer.bodies[..element].iter().map(slice).chain(extra);
        let bodies = bodies.chain(inner.bodies.iter().map(slice));
        let bodies = bodies.chain(outer.bodies[element + 1..].iter().map(slice));
        descent.attempt(outer.replaced(&values, bodies))
    })
}

/// Moves all elements of a collection into the next one. The case does not get shorter, but the first collection
/// becomes empty.
pub(super) fn onward(descent: &mut Descent<'_>) {
    let mut at = 0;
    while !descent.spent() {
        let lists = List::all(descent.best());
        let Some(first) = lists.get(at) else { return };
        let next = lists[at + 1..].iter().find(|list| list.range.start >= first.range.end);
        let are_steps = |list: &List| is_list_of_steps(descent.best(), list.span);
        let is_movable = |next: &&List| {
            first.len() > 0 && first.min == 0 && !are_steps(first) && !are_steps(next)
        };
        if let Some(next) = next.filter(is_movable) {
            let values = descent.values();
            let bodies = |list: &List| list.bodies.clone();
            let moved = bodies(first).into_iter().chain(bodies(next));
            let moved: Vec<&[ChoiceValue]> = moved.map(|body| &values[body]).collect();
            let candidate = [
                &values[..first.range.start],
                &first.write([]),
                &values[first.range.end..next.range.start],
                &next.write(moved),
                &values[next.range.end..],
            ]
            .concat();
            descent.attempt(candidate);
        }
        at += 1;
    }
}
