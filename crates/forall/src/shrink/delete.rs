//! Deleting: elements of collections, tries that came to nothing, and choices of opaque code.

use std::ops::Range;

use super::descent::Descent;
use super::reindex::reindexed;
use super::shape::{List, range};
use crate::source::{Role, Value};

/// How many raw choices are deleted at once.
const RAW: usize = 5;

/// Drops what filters turned away: all of it, and then each.
pub(super) fn discarded(descent: &mut Descent<'_>) {
    let all: Vec<usize> = thrown_away(descent);
    if all.is_empty() {
        return;
    }
    let mut keep = vec![true; descent.len()];
    all.iter().flat_map(|span| range(descent.best(), *span)).for_each(|at| keep[at] = false);
    let mut keep = keep.into_iter();
    let mut values = descent.values();
    values.retain(|_| keep.next().unwrap_or(true));
    if descent.attempt(values) {
        return;
    }
    for span in all.into_iter().rev() {
        if span < descent.best().spans.len() && descent.best().spans[span].discarded {
            let gone = range(descent.best(), span);
            let mut values = descent.values();
            values.drain(gone);
            descent.attempt(values);
        }
    }
}

fn thrown_away(descent: &Descent<'_>) -> Vec<usize> {
    let spans = descent.best().spans.iter().enumerate();
    spans.filter(|(_, span)| span.discarded).map(|(at, _)| at).collect()
}

/// Takes elements out of collections, outer ones first.
pub(super) fn elements(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        if let Some(list) = List::at(descent.best(), span) {
            batches(list.len() - list.min, list.len(), |gone| without(descent, span, gone));
        }
        span += 1;
    }
}

/// Takes out all of `count` elements but `count - spare`, then half of them, a quarter, and so on
/// down to single ones; the last ones first, since what comes early is often what later things
/// depend on. `remove` says whether these could go.
pub(super) fn batches(
    spare: usize,
    mut count: usize,
    mut remove: impl FnMut(Range<usize>) -> bool,
) {
    let least = count - spare;
    let mut width = spare;
    while width > 0 {
        let mut end = count;
        while end >= width && count - width >= least {
            let start = end - width;
            if remove(start..end) {
                count -= width;
            }
            end = start.min(count);
        }
        width = (width / 2).min(count - least);
    }
}

/// Takes these elements out of the collection at this span. If that alone does not do, what counts
/// them is adjusted too.
fn without(descent: &mut Descent<'_>, span: usize, gone: Range<usize>) -> bool {
    let Some(list) = List::at(descent.best(), span) else { return false };
    if gone.end > list.len() {
        return false;
    }
    let values = descent.values();
    let kept = |values: &[Value]| {
        let bodies = list.bodies.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        let bodies = bodies.map(|(_, body)| &values[body.clone()]);
        list.write(bodies)
    };
    let put = |values: &[Value]| {
        [&values[..list.range.start], &kept(values), &values[list.range.end..]].concat()
    };
    let changed = reindexed(descent, &list, &gone);
    descent.attempt(put(&values)) || changed.is_some_and(|values| descent.attempt(put(&values)))
}

/// Takes the same elements out of two collections: for what wants them to be of one length.
pub(super) fn both(descent: &mut Descent<'_>) {
    let mut first = 0;
    while first < descent.best().spans.len() {
        let mut second = first + 1;
        while second < descent.best().spans.len() {
            let (one, other) = (List::at(descent.best(), first), List::at(descent.best(), second));
            if let Some((one, other)) = one.zip(other).filter(|(l, r)| l.range.end <= r.range.start)
            {
                let (spare, count) = (
                    (one.len() - one.min).min(other.len() - other.min),
                    one.len().min(other.len()),
                );
                batches(spare, count, |gone| without_both(descent, (first, second), gone));
            }
            second += 1;
        }
        first += 1;
    }
}

/// Takes these elements out of both collections. How many spans come before the second one changes
/// with that, so it is looked for by its number among the collections.
fn without_both(
    descent: &mut Descent<'_>,
    (first, second): (usize, usize),
    gone: Range<usize>,
) -> bool {
    let lists = List::at(descent.best(), first).zip(List::at(descent.best(), second));
    let Some((one, other)) = lists else { return false };
    if gone.end > one.len().min(other.len()) {
        return false;
    }
    let values = descent.values();
    let kept = |list: &List| {
        let bodies = list.bodies.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        list.write(bodies.map(|(_, body)| &values[body.clone()]))
    };
    let middle = &values[one.range.end..other.range.start];
    let candidate = [
        &values[..one.range.start],
        &kept(&one),
        middle,
        &kept(&other),
        &values[other.range.end..],
    ];
    descent.attempt(candidate.concat())
}

/// Deletes a few choices in a row, wherever that may do something: for code that draws in a loop of
/// its own and does not say so.
pub(super) fn raw(descent: &mut Descent<'_>) {
    for width in (1..=RAW).rev() {
        let mut start = descent.len().saturating_sub(width);
        loop {
            if opaque(descent, start..start + width) {
                let mut values = descent.values();
                values.drain(start..start + width);
                descent.attempt(values);
            }
            match start.checked_sub(1) {
                Some(before) => start = before,
                None => break,
            }
        }
    }
}

/// Are these choices of which we know nothing?
fn opaque(descent: &Descent<'_>, choices: Range<usize>) -> bool {
    let all = &descent.best().choices;
    choices.end <= all.len() && all[choices].iter().all(|choice| choice.role == Role::Value)
}
