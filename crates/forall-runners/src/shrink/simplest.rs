//! Replaces the whole case, a variable, or a part of a value by the simplest one.

use super::descent::Descent;
use super::relabel;
use super::shape::{List, range};
use crate::source::{ChoiceValue, Role, SpanLabel};

/// The number of elements of a collection to keep if none seems to matter.
const KEPT_ELEMENTS: usize = 2;

/// Fewer values than this are changed one by one.
const MIN_VALUES_AT_ONCE: usize = 5;

/// With this many values or more, it is worth testing first whether they matter at all.
const MANY_VALUES: usize = 64;

/// Tries the simplest case of all.
pub(super) fn whole(descent: &mut Descent<'_>) {
    descent.attempt(Vec::new());
}

/// Replaces each variable by its simplest value.
pub(super) fn variables(descent: &mut Descent<'_>) {
    let tops = descent.best().spans.iter().filter(|span| span.depth == 0).count();
    if tops > 1 {
        each_span(descent, |depth, _| depth == 0);
    }
}

/// Replaces each part of a value by the simplest one, outer parts first. Other passes shorten collections.
pub(super) fn parts(descent: &mut Descent<'_>) {
    each_span(descent, |depth, label| {
        depth > 0 && ![SpanLabel::LIST, SpanLabel::ELEMENT].contains(&label)
    });
}

/// Replaces all values by the simplest ones, and keeps the structure, except that collections keep only their
/// first two elements: enough for a property that needs two equal ones. If [relabelling](relabel::different) has kept all
/// numbers different, the property probably needs that.
pub(super) fn flat(descent: &mut Descent<'_>) {
    let is_relabelled = descent.accepted() > 0 && relabel::are_all_different(descent);
    if is_relabelled || !is_worth_trying(descent) {
        return;
    }
    let mut values = Vec::new();
    let mut at = 0;
    for list in List::all(descent.best()) {
        let kept = list.min.max(KEPT_ELEMENTS);
        if let Some(cut) = list.bodies.get(kept).filter(|cut| cut.start > at) {
            // Without the choice that there is another element.
            values.extend((at..cut.start - 1).map(|at| simplest(descent, at)));
            values.extend((!list.ended).then_some(ChoiceValue::Bool(false)));
            at = list.bodies.last().map_or(cut.end, |last| last.end);
        }
    }
    values.extend((at..descent.len()).map(|at| simplest(descent, at)));
    let complex = complex_values(descent);
    if !descent.attempt(values) && complex.len() >= MANY_VALUES {
        simplify_all(descent, &complex);
    }
}

/// Returns whether it is worth trying to change all values at once: at first, and if there are many. A few
/// values are quickly changed one by one.
pub(super) fn is_worth_trying(descent: &Descent<'_>) -> bool {
    descent.accepted() == 0 || complex_values(descent).len() >= MIN_VALUES_AT_ONCE
}

/// Replaces all values by the simplest ones, then half of them, a quarter, and so on.
pub(super) fn values(descent: &mut Descent<'_>) {
    let mut parts = 1;
    while !descent.spent() {
        let complex = complex_values(descent);
        if complex.len() < MIN_VALUES_AT_ONCE.max(2 * parts) {
            return;
        }
        for chunk in complex.chunks(complex.len().div_ceil(parts)) {
            let length = descent.len();
            if simplify_all(descent, chunk) && descent.len() != length {
                return;
            }
        }
        parts *= 2;
    }
}

/// Returns the simplest value at this index. Choices of the structure stay as they are.
fn simplest(descent: &Descent<'_>, at: usize) -> ChoiceValue {
    let choice = &descent.best().choices[at];
    match choice.role {
        Role::Value | Role::Reference => descent.best().constraint(at).simplest(),
        _ => choice.value.clone(),
    }
}

/// Replaces the values at these indices by the simplest ones.
fn simplify_all(descent: &mut Descent<'_>, indices: &[usize]) -> bool {
    let simplest = |at: &usize| (*at, descent.best().constraint(*at).simplest());
    let changes: Vec<(usize, ChoiceValue)> = indices.iter().map(simplest).collect();
    descent.attempt_with(&changes)
}

/// Returns the indices of all values that could be simpler.
fn complex_values(descent: &Descent<'_>) -> Vec<usize> {
    let value = |at: &usize| {
        let role = descent.best().choices[*at].role;
        matches!(role, Role::Value | Role::Reference) && !descent.is_simplest(*at)
    };
    (0..descent.len()).filter(value).collect()
}

fn each_span(descent: &mut Descent<'_>, wanted: impl Fn(u32, SpanLabel) -> bool) {
    let mut at = 0;
    while descent.has_span(at) {
        let span = &descent.best().spans[at];
        if span.start < span.end && wanted(span.depth, span.label) {
            span_simplest(descent, at);
        }
        at += 1;
    }
}

/// Replaces a span by the simplest one. Only generating it shows how long that is. The choices after the span
/// then follow it.
pub(super) fn span_simplest(descent: &mut Descent<'_>, span: usize) -> bool {
    let old = range(descent.best(), span);
    if old.clone().all(|at| descent.is_simplest(at)) {
        return false;
    }
    let values = descent.values();
    let Some(probe) = descent.probe(values[..old.start].to_vec()) else { return false };
    if span >= probe.spans.len() {
        return false;
    }
    let simplest = &probe.values()[range(&probe, span)];
    descent.attempt([&values[..old.start], simplest, &values[old.end..]].concat())
}
