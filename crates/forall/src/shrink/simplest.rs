//! Simplest: the whole case, a variable, or a part of one, as simple as it can be.

use super::descent::Descent;
use super::shape::range;
use crate::source::{Label, Role, Value};

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

/// All values at their simplest while the structure stays.
pub(super) fn flat(descent: &mut Descent<'_>) {
    let places = complex(descent);
    at_simplest(descent, &places);
}

/// Half of the values at their simplest, a quarter, and so on.
pub(super) fn values(descent: &mut Descent<'_>) {
    let mut parts = 2;
    loop {
        let places = complex(descent);
        if places.len() < 2 * parts {
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

fn at_simplest(descent: &mut Descent<'_>, places: &[usize]) -> bool {
    let simplest = |at: &usize| (*at, descent.best().constraint(*at).simplest());
    let changes: Vec<(usize, Value)> = places.iter().map(simplest).collect();
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
