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
    for at in references(descent.best(), list) {
        let ChoiceValue::Integer(step) = values[at] else { continue };
        let step = match usize::try_from(step).unwrap_or_default() {
            step if step >= gone.end => step - gone.len(),
            step if step >= gone.start => gone.start.saturating_sub(1),
            step => step,
        };
        values[at] = ChoiceValue::Integer(step as i128);
    }
    Some(list.replaced(&values, list.others(gone).map(|body| &values[body])))
}

/// Returns all lists of steps.
fn lists(record: &Record) -> Vec<List> {
    let spans = (0..record.spans.len()).filter(|span| is_list_of_steps(record, *span));
    spans.filter_map(|span| List::at(record, span)).collect()
}

fn is_list_of_steps(record: &Record, span: usize) -> bool {
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
