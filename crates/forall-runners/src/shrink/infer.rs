//! Infers terms in the choices of code that does not mark where they start and end.
//!
//! A choice among variants starts a term. The term ends where the following choices still fit if the simplest
//! term replaces it: code that draws one part after the other has only one such place. Finding it takes
//! generated cases, but no run of the property.

use std::ops::Range;

use super::branch::contents;
use super::descent::Descent;
use super::order;
use super::reorder::{arranged, compare, numbers_in_order};
use crate::source::{ChoiceValue, Record, Role};

/// Longer records are skipped: the number of generated cases is the square of the length.
const MAX_CHOICES: usize = 150;

/// The maximum length of the simplest term.
const MAX_SIMPLEST_TERM: usize = 3;

/// A term: the range of its choices, and the simplest term that can replace it.
struct Term {
    range: Range<usize>,
    simplest: Vec<ChoiceValue>,
}

/// Replaces each term by a simpler one: the simplest, or one inside it.
pub(super) fn terms(descent: &mut Descent<'_>) {
    let mut all = infer(descent);
    let mut at = 0;
    while at < all.len() {
        if replace(descent, &all, at) {
            all = infer(descent);
        } else {
            at += 1;
        }
    }
}

/// Sorts the terms inside a term.
pub(super) fn sorted(descent: &mut Descent<'_>) {
    let all = infer(descent);
    for term in &all {
        let places: Vec<Range<usize>> = children(&all, term).cloned().collect();
        let parts = order::sorted(&places, |l, r| compare(descent.best(), l, r));
        let Some(order) = arranged(descent.len(), &places, &parts) else { continue };
        let values = descent.values();
        let moved = order.iter().map(|at| values[*at].clone()).collect();
        let stayed = numbers_in_order(descent, &order);
        if descent.attempt(moved) || descent.attempt(stayed) {
            return;
        }
    }
}

/// Replaces one term by a simpler one.
fn replace(descent: &mut Descent<'_>, all: &[Term], at: usize) -> bool {
    let term = &all[at];
    let values = descent.values();
    let put = |part: &[ChoiceValue]| {
        [&values[..term.range.start], part, &values[term.range.end..]].concat()
    };
    descent.attempt(put(&term.simplest))
        || children(all, term).any(|child| descent.attempt(put(&values[child.clone()])))
}

/// Returns the terms directly inside this one.
fn children<'t>(all: &'t [Term], term: &'t Term) -> impl Iterator<Item = &'t Range<usize>> {
    let mut covered = term.range.start + 1;
    let ranges = all.iter().map(|inner| &inner.range);
    ranges.filter(move |inner| {
        let child = inner.start >= covered && inner.end <= term.range.end;
        covered = if child { inner.end } else { covered };
        child
    })
}

/// Returns all terms, outer ones first.
fn infer(descent: &mut Descent<'_>) -> Vec<Term> {
    let record = descent.best().clone();
    if record.choices.len() > MAX_CHOICES {
        return Vec::new();
    }
    let opaque =
        |at: &usize| record.choices[*at].role == Role::Branch && contents(&record, *at).is_none();
    let starts: Vec<usize> = (0..record.choices.len()).filter(opaque).collect();
    starts.into_iter().filter_map(|start| term(descent, &record, start)).collect()
}

/// Finds the end of the term that starts at this choice.
fn term(descent: &mut Descent<'_>, record: &Record, start: usize) -> Option<Term> {
    let values = record.values();
    let simplest = descent.probe(values[..start].to_vec())?.values();
    // Code that looks at the size of a test may draw fewer choices than before.
    let max_length = simplest.len().checked_sub(start)?.min(MAX_SIMPLEST_TERM);
    let sizes =
        (start + 1..=values.len()).flat_map(|end| (1..=max_length).map(move |size| (end, size)));
    sizes.into_iter().find_map(|(end, size)| {
        let simplest = &simplest[start..start + size];
        let probe = descent.probe([&values[..start], simplest, &values[end..]].concat())?;
        let fits = fits(record, end, &probe, start + size);
        fits.then(|| Term { range: start..end, simplest: simplest.to_vec() })
    })
}

/// Returns whether the probe from `at` on has the same roles and constraints as the record from `end` on.
fn fits(record: &Record, end: usize, probe: &Record, at: usize) -> bool {
    let tail = record.choices.len() - end;
    probe.misaligned.is_none()
        && probe.choices.len() == at + tail
        && (0..tail).all(|k| {
            record.choices[end + k].role == probe.choices[at + k].role
                && record.constraint(end + k) == probe.constraint(at + k)
        })
}
