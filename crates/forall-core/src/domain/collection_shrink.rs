//! Shrinking collections: fewer items first, then simpler items.

use std::fmt::Debug;
use std::ops::Range;

use super::Shrinks;

/// Returns the collection without some of its items, but with `min` or more, and then with one item
/// simplified. An item is a reference into the old collection, and `own` clones it.
pub(super) fn simplified<'a, I: Copy + 'a, A: 'a>(
    items: Vec<I>,
    min: usize,
    own: impl Fn(I) -> A + Copy + 'a,
    simpler: impl Fn(I) -> Shrinks<'a, A> + 'a,
) -> Shrinks<'a, Vec<A>> {
    let mut cuts = cuts(items.len(), min);
    let mut index = 0;
    let mut shrinks: Option<Shrinks<'a, A>> = None;
    // Iterator adaptors would be shorter, but every type of item would instantiate its own, which takes
    // several times as long to compile.
    Shrinks::from_fn(move || {
        if let Some(cut) = cuts.next() {
            return Some(without(&items, cut, own));
        }
        while let Some(item) = items.get(index) {
            if let Some(new) = shrinks.get_or_insert_with(|| simpler(*item)).next() {
                return Some(replaced(&items, index, new, own));
            }
            index += 1;
            shrinks = None;
        }
        None
    })
}

fn without<I: Copy, A>(items: &[I], cut: Range<usize>, own: impl Fn(I) -> A) -> Vec<A> {
    let mut list = Vec::with_capacity(items.len() - cut.len());
    for (index, item) in items.iter().enumerate() {
        if !cut.contains(&index) {
            list.push(own(*item));
        }
    }
    list
}

fn replaced<I: Copy, A>(items: &[I], index: usize, new: A, own: impl Fn(I) -> A) -> Vec<A> {
    let mut list = without(items, index..index + 1, own);
    list.insert(index, new);
    list
}

/// Returns the list without some of its items, but with `min` or more.
pub(super) fn shorter<A: Clone>(list: &[A], min: usize) -> impl Iterator<Item = Vec<A>> {
    cuts(list.len(), min).map(|cut| [&list[..cut.start], &list[cut.end..]].concat())
}

/// Returns the parts of a list to delete: all items above the minimum, then halves of that, quarters, and
/// so on down to single items. Parts near the end of the list come first.
fn cuts(length: usize, min: usize) -> Shrinks<'static, Range<usize>> {
    let spare = length.saturating_sub(min);
    let widths = std::iter::successors(Some(spare), |width| Some(width / 2));
    Shrinks::new(widths.take_while(|width| *width > 0).flat_map(move |width| {
        let starts = (0..length).step_by(width).rev().filter(move |start| start + width <= length);
        starts.map(move |start| start..start + width)
    }))
}

/// Sorts the items of a hashed collection by their `Debug` text. Their iteration order differs between
/// runs, but shrinking must be reproducible.
pub(super) fn by_text<I: Debug>(items: impl Iterator<Item = I>) -> Vec<I> {
    let mut items: Vec<I> = items.collect();
    items.sort_by_cached_key(|item| format!("{item:?}"));
    items
}
