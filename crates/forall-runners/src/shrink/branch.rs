//! Branches: a simpler variant, or a part in the place of the whole.

use std::ops::Range;

use super::descent::Descent;
use super::graft::Graft;
use super::shape::{begun, range};
use crate::source::{ChoiceValue, Label, Record, Role, Span};

/// How many lower variants of one choice are tried.
const LOWER: i128 = 8;

/// Turns each choice among variants to a simpler one: first all with the simplest contents, and then
/// with what follows as it is.
pub(super) fn pivot(descent: &mut Descent<'_>) {
    each_branch(descent, with_simplest);
    each_branch(descent, as_it_is);
}

fn each_branch(descent: &mut Descent<'_>, turn: fn(&mut Descent<'_>, usize, i128) -> bool) {
    let mut at = 0;
    while at < descent.len() {
        let choice = &descent.best().choices[at];
        let variant = match choice.value {
            ChoiceValue::Integer(variant) if choice.role == Role::Branch => variant.min(LOWER),
            // A replay takes 0 for no.
            ChoiceValue::Bool(some) if choice.role == Role::Branch => i128::from(some),
            _ => 0,
        };
        let _ = (0..variant).any(|lower| turn(descent, at, lower));
        at += 1;
    }
}

/// This variant, with the simplest contents, or with all that can be taken over as a list.
fn with_simplest(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let Some(span) = contents(descent.best(), at) else { return false };
    let values = descent.values();
    let rest = range(descent.best(), span).end;
    let turned = [&values[..at], &[ChoiceValue::Integer(variant)]].concat();
    let Some(probe) = probed(descent, turned.clone()) else { return false };
    let label = descent.best().spans[span].label;
    if probe.spans.get(span).is_none_or(|made| made.label != label) {
        // A variant that has no contents.
        return descent.attempt([&turned, &values[rest..]].concat());
    }
    let end = probe.spans[span].end.max(at + 1);
    let graft = Graft { at, span, end, probe };
    let listed = graft.listed(descent);
    descent.attempt([&graft.probe.values()[..end], &values[rest..]].concat())
        || listed.is_some_and(|values| descent.attempt(values))
}

/// Turns each choice among variants to a simpler one that takes over something of the old.
pub(super) fn graft(descent: &mut Descent<'_>) {
    each_branch(descent, with_graft);
}

/// What these values make, if all of them are used: a domain that looks at the size may draw less.
fn probed(descent: &mut Descent<'_>, values: Vec<ChoiceValue>) -> Option<Record> {
    let given = values.len();
    descent.probe(values).filter(|probe| probe.choices.len() >= given)
}

fn with_graft(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let Some(span) = contents(descent.best(), at) else { return false };
    let turned = [&descent.values()[..at], &[ChoiceValue::Integer(variant)]].concat();
    let probe = probed(descent, turned).filter(|probe| span < probe.spans.len());
    let Some(probe) = probe else { return false };
    let end = probe.spans[span].end.max(at + 1);
    let graft = Graft { at, span, end, probe };
    let (filled, mirrored) = (graft.filled(descent), graft.mirrored(descent));
    filled.into_iter().chain(mirrored).any(|values| descent.attempt(values))
}

/// This variant, with what follows as it is, or without the first of that where we do not know where
/// the contents end. What follows must mean the same: a variant is no number.
fn as_it_is(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let values = descent.values();
    let turned = [&values[..at], &[ChoiceValue::Integer(variant)]].concat();
    let opaque = contents(descent.best(), at).is_none() && at + 2 < values.len();
    [Some(at + 1), opaque.then_some(at + 2)].into_iter().flatten().any(|rest| {
        let candidate = [&turned, &values[rest..]].concat();
        let role = |record: &Record, at: usize| record.choices.get(at).map(|choice| choice.role);
        let probe = descent.probe(candidate.clone());
        let same = |probe: Record| {
            let drawn = role(&probe, at + 1);
            drawn.is_none() || drawn == role(descent.best(), rest)
        };
        probe.is_some_and(same) && descent.attempt(candidate)
    })
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
/// that kind is between them. This is for parts that have parts themselves.
pub(super) fn child(descent: &mut Descent<'_>) {
    each_child(descent, |descent, part| !alike_inside(descent, part).is_empty());
}

/// The same for parts that have none. Those that do not matter are simplest by now, and passed over.
pub(super) fn leaf(descent: &mut Descent<'_>) {
    each_child(descent, |_, _| true);
}

fn each_child(descent: &mut Descent<'_>, wanted: fn(&Descent<'_>, usize) -> bool) {
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
        let mut parts: Vec<usize> = parts.into_iter().filter(outer).collect();
        parts.retain(|part| wanted(descent, *part));
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
        if !is_whole(label) {
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
    if !is_whole(outer.label) {
        return Vec::new();
    }
    let inside =
        (span + 1..record.spans.len()).take_while(|k| record.spans[*k].depth > outer.depth);
    let alike = inside.filter(|k| record.spans[*k].label == outer.label);
    let shorter = alike.filter(|k| range(record, *k).len() < range(record, span).len());
    shorter.filter(|k| !range(record, *k).all(|at| descent.is_simplest(at))).collect()
}

/// Is a span of this label a value by itself?
pub(super) fn is_whole(label: Label) -> bool {
    ![Label::LIST, Label::ELEMENT, Label::TRY, Label::BRANCH].contains(&label)
}

fn replace(descent: &mut Descent<'_>, span: usize, by: usize) -> bool {
    let (old, by) = (range(descent.best(), span), range(descent.best(), by));
    let values = descent.values();
    descent.attempt([&values[..old.start], &values[by], &values[old.end..]].concat())
}
