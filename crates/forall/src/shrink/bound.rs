//! Bounds: a number that says how much is drawn after it goes down, and what depends on it is cut.

use super::delete::batches;
use super::descent::{Descent, Number};
use super::shape::List;
use crate::source::{Record, Value};

/// Lowers numbers on which the length of something depends, and keeps the right part of that.
pub(super) fn lengths(descent: &mut Descent<'_>) {
    let mut at = 0;
    while at < descent.len() {
        if let Some(number) = descent.number(at).filter(|number| number.value > number.toward) {
            shorten(descent, number);
        }
        at += 1;
    }
}

fn shorten(descent: &mut Descent<'_>, number: Number) {
    let mut lowered = descent.values();
    lowered[number.at] = Value::Integer(number.value - 1);
    let Some(probe) = descent.probe(lowered) else { return };
    if let Some(list) = dependent(descent.best(), &probe, number.at) {
        let spare = (number.value - number.toward).min(list.len() as i128) as usize;
        batches(spare, list.len(), |gone| cut_list(descent, number.at, list.span, gone));
        return;
    }
    let fewer = descent.len().saturating_sub(probe.choices.len());
    if fewer > 0 {
        cut_choices(descent, number.at, fewer);
    }
}

/// The first collection that is one shorter in the probe.
fn dependent(best: &Record, probe: &Record, at: usize) -> Option<List> {
    let later = List::all(best).into_iter().filter(|list| list.range.start > at);
    later.into_iter().find(|list| {
        let probed = List::at(probe, list.span);
        list.min == list.len() && probed.is_some_and(|probed| probed.len() + 1 == list.len())
    })
}

fn cut_list(
    descent: &mut Descent<'_>,
    at: usize,
    span: usize,
    gone: std::ops::Range<usize>,
) -> bool {
    let Some((list, number)) = List::at(descent.best(), span).zip(descent.number(at)) else {
        return false;
    };
    let mut values = descent.values();
    values[at] = Value::Integer(number.value - gone.len() as i128);
    let gone =
        list.bodies.get(gone.clone()).and_then(|gone| Some(gone.first()?.start..gone.last()?.end));
    let Some(gone) = gone else { return false };
    values.drain(gone);
    descent.attempt(values)
}

/// Code that is opaque to us drew fewer choices: any of those after the number may be the ones to go.
fn cut_choices(descent: &mut Descent<'_>, at: usize, fewer: usize) {
    let mut start = descent.len().saturating_sub(fewer);
    while start > at {
        let Some(number) = descent.number(at).filter(|number| number.value > number.toward) else {
            return;
        };
        let mut values = descent.values();
        if start + fewer <= values.len() {
            values[at] = Value::Integer(number.value - 1);
            values.drain(start..start + fewer);
            descent.attempt(values);
        }
        start -= 1;
    }
}
