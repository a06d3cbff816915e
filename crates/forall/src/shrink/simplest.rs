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

/// All values at their simplest while the structure stays; then half of them, a quarter, and so on.
pub(super) fn values(descent: &mut Descent<'_>) {
    let mut parts = 1;
    loop {
        let places = complex(descent);
        if places.len() < parts * 2 && parts > 1 {
            return;
        }
        for chunk in places.chunks(places.len().div_ceil(parts).max(1)) {
            let simplest = |at: &usize| (*at, descent.best().constraint(*at).simplest());
            let changes: Vec<(usize, Value)> = chunk.iter().map(simplest).collect();
            let length = descent.len();
            if descent.attempt_with(&changes) && descent.len() != length {
                return;
            }
        }
        if places.is_empty() {
            return;
        }
        parts *= 2;
    }
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
