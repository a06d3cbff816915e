//! Deleting: elements of collections, tries that came to nothing, and choices of opaque code.

use std::ops::Range;

use super::descent::Descent;
use super::reindex::{holds_indices, reindexed};
use super::shape::{List, innermost, range};
use crate::source::{ChoiceValue, Record, Role};

/// Above this length, collections are looked at in less detail.
const LONG: usize = 64;

/// How many elements are too many to be a few.
const FEW: usize = 6;

/// So many elements in a row that could not go are no reason to pass over others.
const PATIENCE: usize = 64;

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
            shorten(descent, list);
        }
        span += 1;
    }
}

fn shorten(descent: &mut Descent<'_>, mut list: List) {
    let mut missed = false;
    batches(list.len() - list.min, list.len(), |gone| {
        // In a long collection of equal elements it is all the same which of them go.
        if missed && list.len() > LONG && repeats(descent.best(), &list, &gone) {
            return false;
        }
        let accepted = without(descent, &list, &gone);
        missed = !accepted;
        if let Some(shorter) = List::at(descent.best(), list.span).filter(|_| accepted) {
            list = shorter;
        }
        accepted
    });
}

/// Are these elements the same as those that follow?
fn repeats(record: &Record, list: &List, gone: &Range<usize>) -> bool {
    let next = gone.end..gone.end + gone.len();
    let Some(next) = list.bodies.get(next) else { return false };
    let same = |(l, r): (&Range<usize>, &Range<usize>)| {
        record.choices[l.clone()] == record.choices[r.clone()]
    };
    list.bodies[gone.clone()].iter().zip(next).all(same)
}

/// Takes a few elements out of collections, at either end: for what depends on how many there are.
/// Numbers that are still not equal by now are so for a reason.
pub(super) fn few(descent: &mut Descent<'_>) {
    let mut span = 0;
    while span < descent.best().spans.len() {
        for width in 2..=FEW {
            while few_at_an_end(descent, span, width) {}
        }
        two_anywhere(descent, span);
        span += 1;
    }
}

fn few_at_an_end(descent: &mut Descent<'_>, span: usize, width: usize) -> bool {
    let Some(list) = List::at(descent.best(), span) else { return false };
    let length = list.len();
    if width > length - list.min {
        return false;
    }
    [length - width..length, 0..width].into_iter().any(|gone| {
        let counted =
            !plain(descent, &list) || all_equal(descent.best(), &list.bodies[gone.clone()]);
        counted && without(descent, &list, &gone)
    })
}

/// Takes two neighbours out of a collection, such as a bracket and the one that closes it.
fn two_anywhere(descent: &mut Descent<'_>, span: usize) {
    let length = List::at(descent.best(), span).map_or(0, |list| list.len());
    if !(4..=LONG).contains(&length) {
        return;
    }
    for end in (2..=length).rev() {
        let Some(list) = List::at(descent.best(), span) else { return };
        if end <= list.len() && list.len() >= list.min + 2 {
            without(descent, &list, &(end - 2..end));
        }
    }
}

/// Is each element one number?
fn plain(descent: &Descent<'_>, list: &List) -> bool {
    list.bodies.iter().all(|body| body.len() == 1 && descent.number(body.start).is_some())
}

fn all_equal(record: &Record, bodies: &[Range<usize>]) -> bool {
    bodies.windows(2).all(|two| record.choices[two[0].clone()] == record.choices[two[1].clone()])
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
        let (mut end, mut missed) = (count, 0);
        while end >= width && count - width >= least {
            let start = end - width;
            if remove(start..end) {
                (count, missed) = (count - width, 0);
            } else {
                missed += 1;
            }
            end = start.min(count).saturating_sub(leap(width, missed));
        }
        width = (width / 2).min(count - least);
    }
}

/// How many elements to pass over after so many of this width in a row could not go: none at first, but
/// where hundreds are needed, it is likely that all are.
fn leap(width: usize, missed: usize) -> usize {
    let doublings = missed.saturating_sub(PATIENCE).div_ceil(4).min(16);
    width * ((1 << doublings) - 1)
}

/// Takes these elements out of the collection. If that alone does not do, what counts them is
/// adjusted too.
fn without(descent: &mut Descent<'_>, list: &List, gone: &Range<usize>) -> bool {
    let put =
        |values: &[ChoiceValue]| list.replaced(values, list.others(gone).map(|body| &values[body]));
    let plain = put(&descent.values());
    let reindexed = reindexed(descent, list, gone).map(|values| put(&values));
    match reindexed {
        None => descent.attempt(plain),
        Some(reindexed) if holds_indices(descent, list) => {
            descent.attempt(reindexed) || descent.attempt(plain)
        }
        Some(reindexed) => descent.attempt(plain) || descent.attempt(reindexed),
    }
}

/// Takes the same elements out of two collections: for what wants them to be of one length.
pub(super) fn both(descent: &mut Descent<'_>) {
    let mut first = 0;
    while first < descent.best().spans.len() {
        let mut nth = 0;
        while let Some((one, other)) = two_lists(descent, first, nth) {
            let spare = (one.len() - one.min).min(other.len() - other.min);
            let count = one.len().min(other.len());
            batches(spare, count, |gone| without_both(descent, (first, nth), &gone));
            nth += 1;
        }
        first += 1;
    }
}

/// The collection at this span, and the `nth` of those that come after it.
fn two_lists(descent: &Descent<'_>, first: usize, nth: usize) -> Option<(List, List)> {
    let one = List::at(descent.best(), first)?;
    let mut after =
        List::all(descent.best()).into_iter().filter(|list| list.range.start >= one.range.end);
    let other = after.nth(nth)?;
    Some((one, other))
}

fn without_both(
    descent: &mut Descent<'_>,
    (first, nth): (usize, usize),
    gone: &Range<usize>,
) -> bool {
    let Some((one, other)) = two_lists(descent, first, nth) else { return false };
    if gone.end > one.len().min(other.len()) {
        return false;
    }
    let values = descent.values();
    let candidate = [
        &values[..one.range.start],
        &one.write(one.others(gone).map(|body| &values[body])),
        &values[one.range.end..other.range.start],
        &other.write(other.others(gone).map(|body| &values[body])),
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
                descent.attempt_exactly(values);
            }
            match start.checked_sub(1) {
                Some(before) => start = before,
                None => break,
            }
        }
    }
}

/// Are these choices of which we know nothing, and not all that there is to something?
fn opaque(descent: &Descent<'_>, choices: Range<usize>) -> bool {
    let record = descent.best();
    let plain = |at: usize| record.choices.get(at).is_some_and(|choice| choice.role == Role::Value);
    if !choices.clone().all(plain) {
        return false;
    }
    innermost(record, choices.start).is_some_and(|span| {
        let inner = range(record, span);
        choices.end <= inner.end && inner.filter(|at| plain(*at)).nth(choices.len()).is_some()
    })
}
