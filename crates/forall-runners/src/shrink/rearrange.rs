//! Deletes an element of a short collection and swaps two others: for properties that depend on positions.

use super::descent::Descent;
use super::shape::List;
use super::steps;

/// Longer collections are left alone.
const MAX_LENGTH: usize = 6;

/// Deletes each element of each short collection, together with each swap of the others.
pub(super) fn lists(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        while shorten(descent, span) {}
        span += 1;
    }
}

fn shorten(descent: &mut Descent<'_>, span: usize) -> bool {
    let list = List::at(descent.best(), span);
    let list = list.filter(|list| list.len() <= MAX_LENGTH && list.len() > list.min.max(2));
    let Some(list) = list else { return false };
    (0..list.len()).any(|gone| {
        let others: Vec<usize> = (0..list.len()).filter(|at| *at != gone).collect();
        (0..others.len()).any(|second| {
            (0..second).any(|first| {
                let mut swapped = others.clone();
                swapped.swap(first, second);
                let values = steps::reordered(descent, &list, &swapped);
                !descent.spent() && values.is_some_and(|values| descent.attempt(values))
            })
        })
    })
}
