//! Branches: a simpler variant, or a part in the place of the whole.

use std::ops::Range;

use super::descent::Descent;
use super::shape::{List, begun, range};
use crate::source::{Label, Record, Role, Span, Value};

/// How many lower variants of one choice are tried.
const LOWER: i128 = 8;

/// Turns each choice among variants to a simpler one: with the simplest contents, or with what
/// follows as it is, or with all of that but the first where we do not know better.
pub(super) fn pivot(descent: &mut Descent<'_>) {
    let mut at = 0;
    while at < descent.len() {
        let choice = &descent.best().choices[at];
        if let (Role::Branch, Value::Integer(variant)) = (choice.role, &choice.value) {
            let lower = 0..(*variant).min(LOWER);
            let _ = lower.into_iter().any(|lower| turn(descent, at, lower));
        }
        at += 1;
    }
}

fn turn(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let values = descent.values();
    let turned = [&values[..at], &[Value::Integer(variant)]].concat();
    if let Some(span) = contents(descent.best(), at) {
        let rest = range(descent.best(), span).end;
        let probe = descent.probe(turned.clone()).filter(|probe| span < probe.spans.len());
        let grafted = probe.map(|probe| {
            let end = probe.spans[span].end.max(at + 1);
            let simplest = [&probe.values()[..end], &values[rest..]].concat();
            (simplest, transplanted(descent, &probe, at, span))
        });
        let accepted = grafted.is_some_and(|(simplest, transplanted)| {
            descent.attempt(simplest) || transplanted.is_some_and(|values| descent.attempt(values))
        });
        if accepted {
            return true;
        }
    }
    let opaque = contents(descent.best(), at).is_none() && at + 2 < values.len();
    descent.attempt([&turned, &values[at + 1..]].concat())
        || opaque && descent.attempt([&turned, &values[at + 2..]].concat())
}

/// Where the other variant is a collection, or has one, puts into it what values of the kind of the
/// whole there are inside of this one.
fn transplanted(
    descent: &Descent<'_>,
    probe: &Record,
    at: usize,
    span: usize,
) -> Option<Vec<Value>> {
    let record = descent.best();
    let old = range(record, span);
    let around = |outer: &&Span| outer.start <= at && at < outer.end && whole(outer.label);
    let label = record.spans.iter().rfind(around)?.label;
    let mut covered = old.start;
    let inner = record.spans.iter().filter(|inner| {
        let top =
            inner.label == label && inner.start >= covered.max(at + 1) && inner.end <= old.end;
        covered = if top { inner.end } else { covered };
        top
    });
    let values = record.values();
    let bodies: Vec<&[Value]> = inner.map(|inner| &values[inner.start..inner.end]).collect();
    let end = probe.spans[span].end;
    let list = (span..probe.spans.len()).find_map(|k| List::at(probe, k));
    let list = list.filter(|list| list.range.end <= end && !bodies.is_empty())?;
    let probed = probe.values();
    let parts = [&probed[..list.range.start], &list.write(bodies), &probed[list.range.end..end]];
    Some([&parts.concat(), &values[old.end..]].concat())
}

/// The span that holds what the choice at this place selects: one that begins with it, or right
/// after it.
pub(super) fn contents(record: &Record, at: usize) -> Option<usize> {
    let [before, here, after] = [at, at + 1, at + 2].map(|at| begun(record, at));
    let holds = |span: &Span| {
        span.depth > 0 && span.end > at && ![Label::LIST, Label::ELEMENT].contains(&span.label)
    };
    let begins = (before..here).rev().find(|span| holds(&record.spans[*span]));
    begins.or((here < after).then_some(here))
}

/// Puts a part of a value in the place of the whole, where both are of the same kind and nothing of
/// that kind is between them.
pub(super) fn child(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        let parts = alike_inside(descent, span);
        let mut covered = 0;
        let outer = |part: &usize| {
            let Range { start, end } = range(descent.best(), *part);
            let outer = start >= covered;
            covered = covered.max(end);
            outer
        };
        let parts: Vec<usize> = parts.into_iter().filter(outer).collect();
        if !parts.into_iter().any(|part| replace(descent, span, part)) {
            span += 1;
        }
    }
}

/// The same for parts further inside.
pub(super) fn descendant(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        let parts = alike_inside(descent, span);
        if !parts.into_iter().any(|part| replace(descent, span, part)) {
            span += 1;
        }
    }
}

/// Puts the simplest other value of its kind in the place of each part.
pub(super) fn alike(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        let record = descent.best();
        let label = record.spans[span].label;
        if !whole(label) {
            span += 1;
            continue;
        }
        let size = |k: &usize| range(record, *k).len();
        let others = (0..record.spans.len()).filter(|k| {
            let other = &record.spans[*k];
            other.label == label && size(k) > 0 && size(k) < size(&span)
        });
        if let Some(other) = others.min_by_key(size) {
            replace(descent, span, other);
        }
        span += 1;
    }
}

/// The spans of the same label inside of this one, without those that are as simple as can be.
fn alike_inside(descent: &Descent<'_>, span: usize) -> Vec<usize> {
    let record = descent.best();
    let outer = &record.spans[span];
    if !whole(outer.label) {
        return Vec::new();
    }
    let inside =
        (span + 1..record.spans.len()).take_while(|k| record.spans[*k].depth > outer.depth);
    let alike = inside.filter(|k| record.spans[*k].label == outer.label);
    let shorter = alike.filter(|k| range(record, *k).len() < range(record, span).len());
    shorter.filter(|k| !range(record, *k).all(|at| descent.is_simplest(at))).collect()
}

/// Is a span of this label a value by itself?
fn whole(label: Label) -> bool {
    ![Label::LIST, Label::ELEMENT, Label::TRY, Label::BRANCH].contains(&label)
}

fn replace(descent: &mut Descent<'_>, span: usize, by: usize) -> bool {
    let (old, by) = (range(descent.best(), span), range(descent.best(), by));
    let values = descent.values();
    descent.attempt([&values[..old.start], &values[by], &values[old.end..]].concat())
}
