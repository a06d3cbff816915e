//! Inferring: terms in the choices of code that does not say where they begin and end.
//!
//! A choice among variants begins a term. It ends where what follows still fits when the simplest
//! term stands in its place: for code that draws its parts one after the other, that is one place.
//! To find it takes generations, but no run of the property.

use std::ops::Range;

use super::branch::contents;
use super::descent::Descent;
use super::order;
use super::reorder::{arranged, compare, numbers_in_order};
use crate::source::{ChoiceValue, Record, Role};

/// Longer records are not looked into: it takes the square of their length in generations.
const LONGEST: usize = 150;

/// How many choices the simplest term is expected to take at most.
const MOST: usize = 3;

/// A term: its choices, and the simplest that could stand in its place.
struct Term {
    range: Range<usize>,
    simplest: Vec<ChoiceValue>,
}

/// Puts simpler terms in the place of others: the simplest, or one inside of it.
pub(super) fn terms(descent: &mut Descent<'_>) {
    let mut all = infer(descent);
    let mut at = 0;
    while at < all.len() {
        if simpler(descent, &all, at) {
            all = infer(descent);
        } else {
            at += 1;
        }
    }
}

/// Sorts the terms inside of a term.
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

fn simpler(descent: &mut Descent<'_>, all: &[Term], at: usize) -> bool {
    let (term, values) = (&all[at], descent.values());
    let put = |part: &[ChoiceValue]| {
        [&values[..term.range.start], part, &values[term.range.end..]].concat()
    };
    descent.attempt(put(&term.simplest))
        || children(all, term).any(|child| descent.attempt(put(&values[child.clone()])))
}

/// The terms right inside of this one.
fn children<'t>(all: &'t [Term], term: &'t Term) -> impl Iterator<Item = &'t Range<usize>> {
    let mut covered = term.range.start + 1;
    let ranges = all.iter().map(|inner| &inner.range);
    ranges.filter(move |inner| {
        let child = inner.start >= covered && inner.end <= term.range.end;
        covered = if child { inner.end } else { covered };
        child
    })
}

/// All terms, outer ones first.
fn infer(descent: &mut Descent<'_>) -> Vec<Term> {
    let record = descent.best().clone();
    if record.choices.len() > LONGEST {
        return Vec::new();
    }
    let opaque =
        |at: &usize| record.choices[*at].role == Role::Branch && contents(&record, *at).is_none();
    let starts: Vec<usize> = (0..record.choices.len()).filter(opaque).collect();
    starts.into_iter().filter_map(|start| term(descent, &record, start)).collect()
}

fn term(descent: &mut Descent<'_>, record: &Record, start: usize) -> Option<Term> {
    let values = record.values();
    let simplest = descent.probe(values[..start].to_vec())?.values();
    let most = (simplest.len() - start).min(MOST);
    let sizes = (start + 1..=values.len()).flat_map(|end| (1..=most).map(move |size| (end, size)));
    sizes.into_iter().find_map(|(end, size)| {
        let simplest = &simplest[start..start + size];
        let probe = descent.probe([&values[..start], simplest, &values[end..]].concat())?;
        let fits = fits(record, end, &probe, start + size);
        fits.then(|| Term { range: start..end, simplest: simplest.to_vec() })
    })
}

/// Is what stands from `at` on in the probe the same, drawn from the same, as from `end` on in the
/// record?
fn fits(record: &Record, end: usize, probe: &Record, at: usize) -> bool {
    let tail = record.choices.len() - end;
    probe.misaligned.is_none()
        && probe.choices.len() == at + tail
        && (0..tail).all(|k| {
            record.choices[end + k].role == probe.choices[at + k].role
                && record.constraint(end + k) == probe.constraint(at + k)
        })
}
