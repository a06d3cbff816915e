//! Simpler collections: fewer items first, and then simpler ones.

use std::fmt::Debug;
use std::ops::Range;

use super::Shrinks;

/// The collection without some of its items, never fewer than `min`, and then with one of them
/// simplified. An item is a reference into the old collection, and `own` makes a new one of it.
pub(super) fn simplified<'a, I: Copy + 'a, A: 'a>(
    items: Vec<I>,
    min: usize,
    own: impl Fn(I) -> A + Copy + 'a,
    simpler: impl Fn(I) -> Shrinks<'a, A> + 'a,
) -> Shrinks<'a, Vec<A>> {
    let (mut cuts, mut at) = (cuts(items.len(), min), 0);
    let mut shrinks: Option<Shrinks<'a, A>> = None;
    // Adaptors would say this in a line, but every type of item has its own, and they take the
    // compiler several times as long.
    Shrinks::from_fn(move || {
        if let Some(cut) = cuts.next() {
            return Some(without(&items, cut, own));
        }
        while let Some(item) = items.get(at) {
            match shrinks.get_or_insert_with(|| simpler(*item)).next() {
                Some(new) => return Some(with(&items, at, new, own)),
                None => (at, shrinks) = (at + 1, None),
            }
        }
        None
    })
}

fn without<I: Copy, A>(items: &[I], cut: Range<usize>, own: impl Fn(I) -> A) -> Vec<A> {
    let mut list = Vec::with_capacity(items.len() - cut.len());
    for (at, item) in items.iter().enumerate() {
        if !cut.contains(&at) {
            list.push(own(*item));
        }
    }
    list
}

fn with<I: Copy, A>(items: &[I], at: usize, new: A, own: impl Fn(I) -> A) -> Vec<A> {
    let mut list = without(items, at..at + 1, own);
    list.insert(at, new);
    list
}

/// The list without some of its items, never fewer than `min`.
pub(super) fn shorter<A: Clone>(list: &[A], min: usize) -> impl Iterator<Item = Vec<A>> {
    cuts(list.len(), min).map(|cut| [&list[..cut.start], &list[cut.end..]].concat())
}

/// What to leave out of a list: all that can be spared, halves of that, quarters, and so on down to
/// single items; the last ones first.
fn cuts(length: usize, min: usize) -> Shrinks<'static, Range<usize>> {
    let spare = length.saturating_sub(min);
    let widths = std::iter::successors(Some(spare), |width| Some(width / 2));
    Shrinks::new(widths.take_while(|width| *width > 0).flat_map(move |width| {
        let starts = (0..length).step_by(width).rev().filter(move |at| at + width <= length);
        starts.map(move |at| at..at + width)
    }))
}

/// Puts the items of a hashed collection, whose order is another in every run, in the order of their
/// text: what shrinks them should not depend on the run.
pub(super) fn by_text<I: Debug>(items: impl Iterator<Item = I>) -> Vec<I> {
    let mut items: Vec<I> = items.collect();
    items.sort_by_cached_key(|item| format!("{item:?}"));
    items
}
