//! Deletes elements of collections, discarded draws, and choices of opaque code.

use std::ops::Range;

use super::descent::Descent;
use super::reindex::{holds_indices, reindexed};
use super::shape::{List, innermost, range};
use super::steps;
use crate::source::{ChoiceValue, Record, Role};

/// Collections longer than this are examined in less detail.
const LONG_LIST: usize = 64;

/// The maximum number of elements that [`few`] deletes at once.
const MAX_FEW: usize = 6;

/// The number of failed deletions in a row before elements are skipped.
const MAX_MISSES: usize = 64;

/// Of this number of elements or fewer, single ones are deleted.
const FEW_ELEMENTS: usize = 4;

/// The maximum number of raw choices to delete at once.
const MAX_RAW_CHOICES: usize = 5;

/// Deletes the draws that filters discarded: all of them, and then each one.
pub(super) fn discarded(descent: &mut Descent<'_>) {
    let all = discarded_spans(descent);
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
        if descent.has_span(span) && descent.best().spans[span].discarded {
            let gone = range(descent.best(), span);
            let mut values = descent.values();
            values.drain(gone);
            descent.attempt(values);
        }
    }
}

fn discarded_spans(descent: &Descent<'_>) -> Vec<usize> {
    let spans = descent.best().spans.iter().enumerate();
    spans.filter(|(_, span)| span.discarded).map(|(at, _)| at).collect()
}

/// Deletes elements of collections, outer ones first.
pub(super) fn elements(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        if let Some(list) = List::at(descent.best(), span) {
            shorten(descent, list);
        }
        span += 1;
    }
}

fn shorten(descent: &mut Descent<'_>, mut list: List) {
    let mut missed = false;
    batches(list.len() - list.min, list.len(), |gone| {
        // In a long collection of equal elements, it does not matter which ones are deleted.
        if missed && list.len() > LONG_LIST && repeats(descent.best(), &list, &gone) {
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

/// Returns whether these elements equal the ones that follow.
fn repeats(record: &Record, list: &List, gone: &Range<usize>) -> bool {
    let next = gone.end..gone.end + gone.len();
    let Some(next) = list.bodies.get(next) else { return false };
    let same = |(l, r): (&Range<usize>, &Range<usize>)| {
        record.choices[l.clone()] == record.choices[r.clone()]
    };
    list.bodies[gone.clone()].iter().zip(next).all(same)
}

/// Deletes a few elements at either end of a collection: for properties that depend on the number of elements.
/// Numbers that still differ at this point probably have to.
pub(super) fn few(descent: &mut Descent<'_>) {
    let mut span = 0;
    while descent.has_span(span) {
        for width in 2..=MAX_FEW {
            while delete_at_an_end(descent, span, width) {}
        }
        delete_neighbours(descent, span);
        span += 1;
    }
}

fn delete_at_an_end(descent: &mut Descent<'_>, span: usize, width: usize) -> bool {
    let Some(list) = List::at(descent.best(), span) else { return false };
    let length = list.len();
    if width > length - list.min {
        return false;
    }
    [length - width..length, 0..width].into_iter().any(|gone| {
        let counted = !is_list_of_numbers(descent, &list)
            || all_equal(descent.best(), &list.bodies[gone.clone()]);
        counted && without(descent, &list, &gone)
    })
}

/// Deletes two neighbours, such as an opening and a closing bracket.
fn delete_neighbours(descent: &mut Descent<'_>, span: usize) {
    let length = List::at(descent.best(), span).map_or(0, |list| list.len());
    if !(4..=LONG_LIST).contains(&length) {
        return;
    }
    for end in (2..=length).rev() {
        let list = List::at(descent.best(), span).filter(|_| !descent.spent());
        let Some(list) = list else { return };
        if end <= list.len() && list.len() >= list.min + 2 {
            without(descent, &list, &(end - 2..end));
        }
    }
}

/// Returns whether each element is a single number.
fn is_list_of_numbers(descent: &Descent<'_>, list: &List) -> bool {
    list.bodies.iter().all(|body| body.len() == 1 && descent.number(body.start).is_some())
}

fn all_equal(record: &Record, bodies: &[Range<usize>]) -> bool {
    bodies.windows(2).all(|two| record.choices[two[0].clone()] == record.choices[two[1].clone()])
}

/// Deletes `spare` of `count` elements at once, then half as many, a quarter, and so on down to single ones.
/// Starts at the end, because later elements often depend on earlier ones. `remove` returns whether it could
/// delete these elements.
pub(super) fn batches(
    spare: usize,
    mut count: usize,
    mut remove: impl FnMut(Range<usize>) -> bool,
) {
    let least = count - spare;
    let mut width = spare;
    while width > 0 {
        let mut end = count;
        let mut missed = 0;
        while end >= width && count - width >= least {
            let start = end - width;
            if remove(start..end) {
                count -= width;
                missed = 0;
                // More than half of the remaining elements are rarely superfluous.
                if 2 * width > count {
                    break;
                }
            } else {
                missed += 1;
            }
            end = start.min(count).saturating_sub(skipped(width, missed));
        }
        let half = if count <= FEW_ELEMENTS { width.min(3) / 2 } else { width / 2 };
        width = half.min(count - least);
    }
}

/// Returns how many elements to skip after `missed` batches of this width in a row could not be deleted: none
/// at first, but if hundreds are needed, probably all are.
fn skipped(width: usize, missed: usize) -> usize {
    let doublings = missed.saturating_sub(MAX_MISSES).div_ceil(4).min(16);
    width * ((1 << doublings) - 1)
}

/// Deletes these elements of the collection. If that alone is not accepted, also adjusts numbers that could be
/// indices or the length.
fn without(descent: &mut Descent<'_>, list: &List, gone: &Range<usize>) -> bool {
    if descent.spent() {
        return false;
    }
    if let Some(values) = steps::without(descent, list, gone) {
        return descent.attempt(values);
    }
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

/// Deletes the same elements of two collections: for properties that need them to have the same length.
pub(super) fn both(descent: &mut Descent<'_>) {
    let mut first = 0;
    while descent.has_span(first) {
        let mut nth = 0;
        while let Some(lists) = ListPair::at(descent, first, nth).filter(|_| !descent.spent()) {
            batches(lists.spare(), lists.len(), |gone| {
                !descent.spent()
                    && ListPair::at(descent, first, nth)
                        .is_some_and(|lists| lists.shorten(descent, &gone))
            });
            nth += 1;
        }
        first += 1;
    }
}

/// Two collections, one after the other.
struct ListPair {
    first: List,
    second: List,
}

impl ListPair {
    /// Returns the collection at span `first`, and the `nth` collection after it.
    fn at(descent: &Descent<'_>, first: usize, nth: usize) -> Option<ListPair> {
        let first = List::at(descent.best(), first)?;
        let lists = List::all(descent.best()).into_iter();
        let second = lists.filter(|list| list.range.start >= first.range.end).nth(nth)?;
        Some(ListPair { first, second })
    }

    /// Returns the length of the shorter collection.
    fn len(&self) -> usize {
        self.first.len().min(self.second.len())
    }

    /// Returns how many elements both collections can lose.
    fn spare(&self) -> usize {
        let ListPair { first, second } = self;
        (first.len() - first.min).min(second.len() - second.min)
    }

    /// Deletes these elements of both collections.
    fn shorten(&self, descent: &mut Descent<'_>, gone: &Range<usize>) -> bool {
        let ListPair { first, second } = self;
        if gone.end > self.len() {
            return false;
        }
        let mut values = descent.values();
        for list in [first, second] {
            steps::renumber_without(descent.best(), list, gone, &mut values);
        }
        let candidate = [
            &values[..first.range.start],
            &first.write(first.others(gone).map(|body| &values[body])),
            &values[first.range.end..second.range.start],
            &second.write(second.others(gone).map(|body| &values[body])),
            &values[second.range.end..],
        ];
        descent.attempt(candidate.concat())
    }
}

/// Deletes a few choices in a row, wherever that may help: for code that draws in its own loop without marking
/// the elements.
pub(super) fn raw(descent: &mut Descent<'_>) {
    for width in (1..=MAX_RAW_CHOICES).rev() {
        let mut start = descent.len().saturating_sub(width);
        loop {
            if are_opaque(descent, start..start + width) {
                let mut values = descent.values();
                values.drain(start..start + width);
                descent.attempt_exactly(values);
            }
            match start.checked_sub(1).filter(|_| !descent.spent()) {
                Some(before) => start = before,
                None => break,
            }
        }
    }
}

/// Returns whether nothing is known about the structure of these choices, and their span has others.
fn are_opaque(descent: &Descent<'_>, choices: Range<usize>) -> bool {
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
