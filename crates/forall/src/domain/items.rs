//! Simpler collections: fewer items first, and then simpler ones.

use std::fmt::Debug;
use std::ops::Range;
use std::rc::Rc;

use super::Shrinks;

/// The collection without some of its items, never fewer than `min`, and then with one of them
/// simplified. An item is a reference into the old collection, and `own` makes a new one of it.
pub(super) fn simplified<'a, I: Copy + 'a, A: 'a>(
    items: Vec<I>,
    min: usize,
    own: impl Fn(I) -> A + Copy + 'a,
    simpler: impl Fn(I) -> Shrinks<'a, A> + 'a,
) -> impl Iterator<Item = Vec<A>> + 'a {
    let (length, items) = (items.len(), Rc::<[I]>::from(items));
    let kept = Rc::clone(&items);
    let fewer = cuts(length, min).map(move |cut| {
        let kept = kept[..cut.start].iter().chain(&kept[cut.end..]);
        kept.map(|item| own(*item)).collect()
    });
    let each = (0..length).flat_map(move |at| {
        let items = Rc::clone(&items);
        simpler(items[at]).map(move |new| {
            let mut list: Vec<A> = items.iter().map(|item| own(*item)).collect();
            list[at] = new;
            list
        })
    });
    fewer.chain(each)
}

/// The list without some of its items, never fewer than `min`.
pub(super) fn shorter<A: Clone>(list: &[A], min: usize) -> impl Iterator<Item = Vec<A>> {
    cuts(list.len(), min).map(|cut| [&list[..cut.start], &list[cut.end..]].concat())
}

/// What to leave out of a list: all that can be spared, halves of that, quarters, and so on down to
/// single items; the last ones first.
fn cuts(length: usize, min: usize) -> impl Iterator<Item = Range<usize>> {
    let spare = length.saturating_sub(min);
    let widths = std::iter::successors(Some(spare), |width| Some(width / 2));
    widths.take_while(|width| *width > 0).flat_map(move |width| {
        let starts = (0..length).step_by(width).rev().filter(move |at| at + width <= length);
        starts.map(move |at| at..at + width)
    })
}

/// Puts the items of a hashed collection, whose order is another in every run, in the order of their
/// text: what shrinks them should not depend on the run.
pub(super) fn by_text<I: Debug>(items: impl Iterator<Item = I>) -> Vec<I> {
    let mut items: Vec<I> = items.collect();
    items.sort_by_cached_key(|item| format!("{item:?}"));
    items
}
