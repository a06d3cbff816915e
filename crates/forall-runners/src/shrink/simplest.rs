//! Simplest: the whole case, a variable, or a part of one, as simple as it can be.

use super::descent::Descent;
use super::shape::{List, range};
use crate::source::{ChoiceValue, Label, Role};

/// How many elements of a collection are kept where none seems to matter.
const KEPT: usize = 2;

/// So many values are more than a few.
const MANY: usize = 4;

/// Where there are so many values, whether they matter at all is worth to know before all else.
const VERY_MANY: usize = 64;

/// The simplest case there is.
pub(super) fn whole(descent: &mut Descent<'_>) {
    descent.attempt(Vec::new());
}

/// Each variable at its simplest.
pub(super) fn variables(descent: &mut Descent<'_>) {
    let tops = descent.best().spans.iter().filter(|span| span.depth == 0).count();
    if tops > 1 {
        each_span(descent, |depth, _| depth == 0);
    }
}

/// Each part of a value at its simplest, outer ones first. Collections are left to those who take
/// out elements.
pub(super) fn parts(descent: &mut Descent<'_>) {
    each_span(descent, |depth, label| depth > 0 && ![Label::LIST, Label::ELEMENT].contains(&label));
}

/// All values at their simplest while the structure stays, but for collections, of which the first
/// two elements are kept: enough for what asks whether there are two alike.
pub(super) fn flat(descent: &mut Descent<'_>) {
    if !is_worth_it(descent) {
        return;
    }
    let mut values = Vec::new();
    let mut at = 0;
    for list in List::all(descent.best()) {
        let kept = list.min.max(KEPT);
        if let Some(cut) = list.bodies.get(kept).filter(|cut| cut.start > at) {
            // Without the choice that there is an element.
            values.extend((at..cut.start - 1).map(|at| simplest(descent, at)));
            values.extend((!list.ended).then_some(ChoiceValue::Bool(false)));
            at = list.bodies.last().map_or(cut.end, |last| last.end);
        }
    }
    values.extend((at..descent.len()).map(|at| simplest(descent, at)));
    let places = complex(descent);
    if !descent.attempt(values) && places.len() >= VERY_MANY {
        at_simplest(descent, &places);
    }
}

/// Is it worth a try to change all values at once? At first, and where they are many: a few are
/// soon looked at one by one.
pub(super) fn is_worth_it(descent: &Descent<'_>) -> bool {
    descent.accepted() == 0 || complex(descent).len() >= MANY
}

/// The values at their simplest, half of them, a quarter, and so on.
pub(super) fn values(descent: &mut Descent<'_>) {
    let mut parts = 1;
    loop {
        let places = complex(descent);
        if places.len() < MANY.max(2 * parts) {
            return;
        }
        for chunk in places.chunks(places.len().div_ceil(parts)) {
            let length = descent.len();
            if at_simplest(descent, chunk) && descent.len() != length {
                return;
            }
        }
        parts *= 2;
    }
}

/// The value at this place, at its simplest if it is one.
fn simplest(descent: &Descent<'_>, at: usize) -> ChoiceValue {
    let choice = &descent.best().choices[at];
    match choice.role {
        Role::Value | Role::Reference => descent.best().constraint(at).simplest(),
        _ => choice.value.clone(),
    }
}

fn at_simplest(descent: &mut Descent<'_>, places: &[usize]) -> bool {
    let simplest = |at: &usize| (*at, descent.best().constraint(*at).simplest());
    let changes: Vec<(usize, ChoiceValue)> = places.iter().map(simplest).collect();
    descent.attempt_with(&changes)
}

/// The values that could be simpler.
fn complex(descent: &Descent<'_>) -> Vec<usize> {
    let value = |at: &usize| {
        let role = descent.best().choices[*at].role;
        matches!(role, Role::Value | Role::Reference) && !descent.is_simplest(*at)
    };
    (0..descent.len()).filter(value).collect()
}

fn each_span(descent: &mut Descent<'_>, wanted: impl Fn(u32, Label) -> bool) {
    let mut at = 0;
    while at < descent.best().spans.len() {
        let span = &descent.best().spans[at];
        if span.start < span.end && wanted(span.depth, span.label) {
            span_simplest(descent, at);
        }
        at += 1;
    }
}

/// Puts the simplest there is in the place of a span. How long that is, only a generation can tell;
/// what comes after the span is then put behind it.
fn span_simplest(descent: &mut Descent<'_>, span: usize) -> bool {
    let old = range(descent.best(), span);
    if old.clone().all(|at| descent.is_simplest(at)) {
        return false;
    }
    let values = descent.values();
    let Some(probe) = descent.probe(values[..old.start].to_vec()) else { return false };
    if span >= probe.spans.len() {
        return false;
    }
    let made = &probe.values()[range(&probe, span)];
    descent.attempt([&values[..old.start], made, &values[old.end..]].concat())
}
