//! Replaces a variant by a simpler one, or a value by a part of it.

use std::ops::Range;

use super::descent::Descent;
use super::graft::Graft;
use super::shape::{range, spans_before};
use crate::source::{ChoiceValue, Record, Role, Span, SpanLabel};

/// The maximum number of lower variants to try for one choice.
const MAX_LOWER_VARIANTS: i128 = 8;

/// Changes each variant to a simpler one: first all of them with the simplest contents, and then with the
/// contents as they are.
pub(super) fn pivot(descent: &mut Descent<'_>) {
    each_branch(descent, with_simplest);
    each_branch(descent, with_same_contents);
}

fn each_branch(descent: &mut Descent<'_>, change: fn(&mut Descent<'_>, usize, i128) -> bool) {
    let mut at = 0;
    while descent.has_choice(at) {
        let choice = &descent.best().choices[at];
        let variant = match choice.value {
            ChoiceValue::Integer(variant) if choice.role == Role::Branch => {
                variant.min(MAX_LOWER_VARIANTS)
            }
            // A replay reads 0 as `false`.
            ChoiceValue::Bool(some) if choice.role == Role::Branch => i128::from(some),
            _ => 0,
        };
        let _ = (0..variant).any(|lower| change(descent, at, lower));
        at += 1;
    }
}

/// Tries this variant with the simplest contents, or with a list of all values that it can reuse.
fn with_simplest(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let Some(span) = contents(descent.best(), at) else { return false };
    let values = descent.values();
    let rest = range(descent.best(), span).end;
    let changed = [&values[..at], &[ChoiceValue::Integer(variant)]].concat();
    let Some(probe) = probed(descent, changed.clone()) else { return false };
    let label = descent.best().spans[span].label;
    if probe.spans.get(span).is_none_or(|probed| probed.label != label) {
        // The variant has no contents.
        return descent.attempt([&changed, &values[rest..]].concat());
    }
    let end = probe.spans[span].end.max(at + 1);
    let graft = Graft { at, span, end, probe };
    let listed = graft.listed(descent);
    descent.attempt([&graft.probe.values()[..end], &values[rest..]].concat())
        || listed.is_some_and(|values| descent.attempt(values))
}

/// Changes each variant to a simpler one that reuses contents of the old one.
pub(super) fn graft(descent: &mut Descent<'_>) {
    each_branch(descent, with_graft);
}

/// Generates a case from these values. Returns `None` if it does not use all of them, as a domain that depends on
/// the size may do.
fn probed(descent: &mut Descent<'_>, values: Vec<ChoiceValue>) -> Option<Record> {
    let given = values.len();
    descent.probe(values).filter(|probe| probe.choices.len() >= given)
}

fn with_graft(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let Some(span) = contents(descent.best(), at) else { return false };
    let changed = [&descent.values()[..at], &[ChoiceValue::Integer(variant)]].concat();
    let probe = probed(descent, changed).filter(|probe| span < probe.spans.len());
    let Some(probe) = probe else { return false };
    let end = probe.spans[span].end.max(at + 1);
    let graft = Graft { at, span, end, probe };
    let filled = graft.filled(descent);
    let mirrored = graft.mirrored(descent);
    filled.into_iter().chain(mirrored).any(|values| descent.attempt(values))
}

/// Tries this variant with the same contents, or without the first choice of the contents if it is not known
/// where these end. The next choice must keep its role: a variant is not a number.
fn with_same_contents(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let values = descent.values();
    let changed = [&values[..at], &[ChoiceValue::Integer(variant)]].concat();
    let opaque = contents(descent.best(), at).is_none() && at + 2 < values.len();
    [Some(at + 1), opaque.then_some(at + 2)].into_iter().flatten().any(|rest| {
        let candidate = [&changed, &values[rest..]].concat();
        let role = |record: &Record, at: usize| record.choices.get(at).map(|choice| choice.role);
        let probe = descent.probe(candidate.clone());
        let same = |probe: Record| {
            let drawn = role(&probe, at + 1);
            drawn.is_none() || drawn == role(descent.best(), rest)
        };
        probe.is_some_and(same) && descent.attempt(candidate)
    })
}

/// Returns the span of the contents that the choice at this index selects: one that starts with it, or right
/// after it.
pub(super) fn contents(record: &Record, at: usize) -> Option<usize> {
    let [before, here, after] = [at, at + 1, at + 2].map(|at| spans_before(record, at));
    let holds = |span: &Span| {
        span.depth > 0
            && span.end > at
            && ![SpanLabel::LIST, SpanLabel::ELEMENT].contains(&span.label)
    };
    let starts = (before..here).rev().find(|span| holds(&record.spans[*span]));
    starts.or((here < after).then_some(here))
}

/// Replaces a value by a part of the same kind, if nothing of that kind is between the two. This pass tries parts
/// that have such parts themselves.
pub(super) fn child(descent: &mut Descent<'_>) {
    each_child(descent, |descent, part| !same_kind_inside(descent, part).is_empty());
}

/// Replaces a value by any such part. Parts that do not matter are simplest by now, and are skipped.
pub(super) fn leaf(descent: &mut Descent<'_>) {
    each_child(descent, |_, _| true);
}

fn each_child(descent: &mut Descent<'_>, wanted: fn(&Descent<'_>, usize) -> bool) {
    let mut span = 0;
    while descent.has_span(span) {
        let parts = same_kind_inside(descent, span);
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

/// Replaces a value by a part of the same kind further inside.
pub(super) fn descendant(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        let parts = same_kind_inside(descent, span);
        if !parts.into_iter().any(|part| replace(descent, span, part)) {
            span += 1;
        }
    }
}

/// Replaces each part by the simplest other value of its kind.
pub(super) fn copy_simpler(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
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

/// Returns the spans of the same label inside this one, without the simplest ones.
pub(super) fn same_kind_inside(descent: &Descent<'_>, span: usize) -> Vec<usize> {
    let record = descent.best();
    let outer = &record.spans[span];
    if !is_whole(outer.label) {
        return Vec::new();
    }
    let inside =
        (span + 1..record.spans.len()).take_while(|k| record.spans[*k].depth > outer.depth);
    let same_kind = inside.filter(|k| record.spans[*k].label == outer.label);
    let shorter = same_kind.filter(|k| range(record, *k).len() < range(record, span).len());
    shorter.filter(|k| !range(record, *k).all(|at| descent.is_simplest(at))).collect()
}

/// Returns whether a span of this label is a value by itself.
pub(super) fn is_whole(label: SpanLabel) -> bool {
    ![SpanLabel::LIST, SpanLabel::ELEMENT, SpanLabel::TRY, SpanLabel::BRANCH].contains(&label)
}

pub(super) fn replace(descent: &mut Descent<'_>, span: usize, by: usize) -> bool {
    let old = range(descent.best(), span);
    let by = range(descent.best(), by);
    let values = descent.values();
    descent.attempt([&values[..old.start], &values[by], &values[old.end..]].concat())
}
