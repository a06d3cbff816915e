//! Lowers a number that determines how much is drawn later, and cuts what depends on it.

use std::ops::Range;

use super::delete::batches;
use super::descent::{Descent, Number};
use super::reindex::reindexed;
use super::shape::List;
use crate::source::{ChoiceValue, Record};

/// If this many numbers of one kind do not determine how much is drawn, the others of that kind are skipped.
const MAX_IDLE: usize = 16;

/// Lowers numbers on which a length depends, and finds out which elements to keep.
pub(super) fn lengths(descent: &mut Descent<'_>) {
    let mut idle: Vec<usize> = Vec::new();
    let mut at = 0;
    while descent.has_choice(at) {
        let number = descent.number(at).filter(|number| number.value > number.toward);
        if let Some(number) = number {
            let kind = number.kind as usize;
            idle.resize(idle.len().max(kind + 1), 0);
            if idle[kind] < MAX_IDLE {
                idle[kind] = if shorten(descent, number) { 0 } else { idle[kind] + 1 };
            }
        }
        at += 1;
    }
}

/// Lowers one number, and returns whether anything depends on it.
fn shorten(descent: &mut Descent<'_>, number: Number) -> bool {
    // By two, in case it must be even.
    for step in 1..=2 {
        let Some(lists) = lowered(descent, &number, step)
            .map(|probe| dependents(descent.best(), &probe, number.at))
        else {
            continue;
        };
        if let Some(length) = lists.iter().map(List::len).min() {
            let max_steps = (number.value - number.toward) / step;
            let spare = max_steps.min(length as i128) as usize;
            batches(spare, length, |gone| cut_lists(descent, number.at, step, gone));
            return true;
        }
    }
    let Some(probe) = lowered(descent, &number, 1) else { return true };
    let fewer = descent.len().saturating_sub(probe.choices.len());
    if fewer > 0 {
        cut_choices(descent, number.at, fewer);
    }
    fewer > 0
}

/// Returns what is drawn if this number is lowered by `step`.
fn lowered(descent: &mut Descent<'_>, number: &Number, step: i128) -> Option<Record> {
    let mut lowered = descent.values();
    let value = number.value.checked_sub(step).filter(|value| *value >= number.toward)?;
    lowered[number.at] = ChoiceValue::Integer(value);
    descent.probe(lowered)
}

/// Returns the later collections that are one element shorter in the probe. If collections are nested, only the
/// first one is known.
fn dependents(best: &Record, probe: &Record, at: usize) -> Vec<List> {
    let lists = List::all(best);
    let probed = List::all(probe);
    let aligned = if lists.len() == probed.len() { lists.len() } else { 1 };
    let pairs = lists.into_iter().zip(probed).filter(|(list, _)| list.range.start > at);
    let shorter = pairs.filter(|(list, probed)| {
        list.min == list.len() && probed.len() + 1 == list.len() && !list.bodies.is_empty()
    });
    shorter.map(|(list, _)| list).take(aligned).collect()
}

/// Lowers the number by `step` for each element in `gone`, and deletes these elements of all its dependents.
fn cut_lists(descent: &mut Descent<'_>, at: usize, step: i128, gone: Range<usize>) -> bool {
    let Some(number) = descent.number(at) else { return false };
    let Some(probe) = lowered(descent, &number, step) else { return false };
    let mut values = descent.values();
    values[at] = ChoiceValue::Integer(number.value - step * gone.len() as i128);
    // From the back, so that earlier indices stay valid.
    for list in dependents(descent.best(), &probe, at).into_iter().rev() {
        let Some(gone) = list.bodies.get(gone.clone()) else { return false };
        if let (Some(first), Some(last)) = (gone.first(), gone.last()) {
            values.drain(first.start..last.end);
        }
    }
    descent.attempt(values)
}

/// Lowers numbers on which a length depends by one, and deletes each element in turn, with all later indices lowered.
pub(super) fn lengths_and_indices(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        while shorten_with_indices(descent, at) {}
        at += 1;
    }
}

fn shorten_with_indices(descent: &mut Descent<'_>, at: usize) -> bool {
    let number = descent.number(at).filter(|number| number.value > number.toward);
    let Some(number) = number else { return false };
    let Some(probe) = lowered(descent, &number, 1) else { return false };
    let lists = dependents(descent.best(), &probe, at);
    let Some(list) = lists.first() else { return false };
    (0..list.len()).rev().any(|gone| {
        if descent.spent() {
            return false;
        }
        let gone = gone..gone + 1;
        let Some(mut values) = reindexed(descent, list, &gone) else { return false };
        values[at] = ChoiceValue::Integer(number.value - 1);
        for list in lists.iter().rev() {
            let body = list.bodies.get(gone.start).cloned().unwrap_or_default();
            values.drain(body);
        }
        descent.attempt(values)
    })
}

/// Lowers the number by one, and deletes `fewer` choices after it. Opaque code drew that many fewer, and any of
/// them may be the right ones to delete.
fn cut_choices(descent: &mut Descent<'_>, at: usize, fewer: usize) {
    let mut start = descent.len().saturating_sub(fewer);
    while start > at && !descent.spent() {
        let Some(number) = descent.number(at).filter(|number| number.value > number.toward) else {
            return;
        };
        let mut values = descent.values();
        if start + fewer <= values.len() {
            values[at] = ChoiceValue::Integer(number.value - 1);
            values.drain(start..start + fewer);
            descent.attempt_exactly(values);
        }
        start -= 1;
    }
}
