//! Lists of steps, which may refer to earlier steps by their index.

use std::ops::Range;

use super::descent::Descent;
use super::shape::{List, children, range};
use crate::source::{ChoiceValue, Record, SpanLabel};

/// Removes the steps after the one that failed: they did not run.
pub(super) fn cut(descent: &mut Descent<'_>) {
    let Some(failed) = descent.failed_step() else { return };
    for list in lists(descent.best()) {
        if list.len() > failed + 1 {
            let gone = failed + 1..list.len();
            let values = without(descent, &list, &gone);
            if values.is_some_and(|values| descent.attempt(values)) {
                return;
            }
        }
    }
}

/// Returns the values without the steps `gone`, with the references to other steps renumbered. A reference to a
/// deleted step then means the nearest earlier one. Returns `None` if the elements of the list are not steps.
pub(super) fn without(
    descent: &Descent<'_>,
    list: &List,
    gone: &Range<usize>,
) -> Option<Vec<ChoiceValue>> {
    if !is_list_of_steps(descent.best(), list.span) {
        return None;
    }
    let mut values = descent.values();
    renumber_without(descent.best(), list, gone, &mut values);
    Some(list.replaced(&values, list.others(gone).map(|body| &values[body])))
}

/// Renumbers the references in a list of steps for the deletion of the steps `gone`. Does nothing if the elements of the
/// list are not steps.
pub(super) fn renumber_without(
    record: &Record,
    list: &List,
    gone: &Range<usize>,
    values: &mut [ChoiceValue],
) {
    if is_list_of_steps(record, list.span) {
        renumber(record, list, values, |step| match step {
            step if step >= gone.end => step - gone.len(),
            step if step >= gone.start => gone.start.saturating_sub(1),
            step => step,
        });
    }
}

/// Returns the values with the elements of the list in this order, given as their old indices. Elements that are not in
/// `order` are deleted. If the elements are steps, references to others are renumbered. Returns `None` if a step would
/// not come after all those that it refers to.
pub(super) fn reordered(
    descent: &Descent<'_>,
    list: &List,
    order: &[usize],
) -> Option<Vec<ChoiceValue>> {
    let values = match is_list_of_steps(descent.best(), list.span) {
        true => moved(descent, list, order)?,
        false => descent.values(),
    };
    Some(list.replaced(&values, order.iter().map(|at| &values[list.bodies[*at].clone()])))
}

/// Returns the values with the references renumbered for this order of the steps.
fn moved(descent: &Descent<'_>, list: &List, order: &[usize]) -> Option<Vec<ChoiceValue>> {
    let mut places = vec![usize::MAX; list.len()];
    order.iter().enumerate().for_each(|(new, old)| places[*old] = new);
    let record = descent.best();
    let is_after = |at: &usize| {
        let step = list.bodies.iter().position(|body| body.contains(at));
        let Some(place) = step.map(|step| places[step]) else { return true };
        place == usize::MAX
            || index(&record.choices[*at].value).is_some_and(|step| places.get(step) < Some(&place))
    };
    let all_after = references(record, list).iter().all(is_after);
    let mut values = descent.values();
    renumber(record, list, &mut values, |step| places.get(step).map_or(step, |new| *new));
    all_after.then_some(values)
}

/// Changes the references to steps of the list.
fn renumber(
    record: &Record,
    list: &List,
    values: &mut [ChoiceValue],
    new: impl Fn(usize) -> usize,
) {
    for at in references(record, list) {
        if let Some(step) = index(&values[at]) {
            values[at] = ChoiceValue::Integer(new(step) as i128);
        }
    }
}

fn index(value: &ChoiceValue) -> Option<usize> {
    match value {
        ChoiceValue::Integer(step) => usize::try_from(*step).ok(),
        _ => None,
    }
}

/// Returns all lists of steps.
fn lists(record: &Record) -> Vec<List> {
    let spans = (0..record.spans.len()).filter(|span| is_list_of_steps(record, *span));
    spans.filter_map(|span| List::at(record, span)).collect()
}

/// Returns whether the elements of the list at this span are steps.
pub(super) fn is_list_of_steps(record: &Record, span: usize) -> bool {
    span.checked_sub(1).is_some_and(|outer| {
        record.spans[outer].label == SpanLabel::STEPS && children(record, outer).contains(&span)
    })
}

/// Returns the indices of the choices that refer to steps of this list.
fn references(record: &Record, list: &List) -> Vec<usize> {
    let is_reference = |span: &usize| record.spans[*span].label == SpanLabel::REFERENCE;
    let inside = (0..record.spans.len()).filter(is_reference).map(|span| range(record, span));
    inside.filter(|at| list.range.contains(&at.start)).map(|at| at.start).collect()
}
