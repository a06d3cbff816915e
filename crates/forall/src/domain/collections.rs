//! Collections: lists, and what can be made of them.

use std::fmt::Debug;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Any, Arbitrary, Domain, Shrinks, any};
use crate::source::{Reject, Source};

/// Lists of values of `element`, as long as `lengths` says.
///
/// ```
/// use forall::domain::{any, sample, vec};
///
/// assert!(sample(&vec(0..10, 3), 10).iter().all(|xs| xs.len() == 3));
/// assert!(sample(&vec(any::<char>(), 1..=5), 10).iter().all(|cs| (1..=5).contains(&cs.len())));
/// ```
pub fn vec<D: Domain>(element: D, lengths: impl Into<Lengths>) -> Vecs<D> {
    Vecs { element, lengths: lengths.into() }
}

/// See [`vec`](vec()).
#[derive(Clone, Copy, Debug)]
pub struct Vecs<D> {
    element: D,
    lengths: Lengths,
}

/// How long a collection may be: a number, or a range. Without an upper end, it grows with the size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    min: usize,
    max: Option<usize>,
}

impl Lengths {
    /// The least, what is usual at this size, and the greatest.
    #[inline]
    pub(super) fn at(self, size: u32) -> (usize, usize, usize) {
        match self.max {
            Some(max) => (self.min, max, max),
            None => (self.min, self.min + (size * size) as usize, usize::MAX),
        }
    }

    /// Any length.
    pub const ANY: Lengths = Lengths { min: 0, max: None };
}

impl<D: Domain<Value: Clone>> Domain for Vecs<D> {
    type Value = Vec<D::Value>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Vec<D::Value>, Reject> {
        source.list(self.lengths.at(source.size()), |source| self.element.generate(source))
    }

    fn shrink<'a>(&'a self, value: &'a Vec<D::Value>) -> Shrinks<'a, Vec<D::Value>> {
        Box::new(shorter(value, self.lengths.min).chain(simpler(&self.element, value)))
    }

    fn print(&self, value: &Vec<D::Value>) -> String {
        let elements: Vec<String> = value.iter().map(|x| self.element.print(x)).collect();
        format!("[{}]", elements.join(", "))
    }
}

/// The list without some of its elements: all, halves, quarters, and so on down to single ones.
pub(super) fn shorter<A: Clone>(list: &[A], min: usize) -> impl Iterator<Item = Vec<A>> {
    let spare = list.len().saturating_sub(min);
    let widths = std::iter::successors(Some(spare), |width| Some(width / 2));
    widths.take_while(|width| *width > 0).flat_map(move |width| {
        let starts =
            (0..list.len()).step_by(width).rev().filter(move |at| at + width <= list.len());
        starts.map(move |at| [&list[..at], &list[at + width..]].concat())
    })
}

/// The list with one element simplified.
fn simpler<'a, D: Domain<Value: Clone>>(
    element: &'a D,
    list: &'a [D::Value],
) -> impl Iterator<Item = Vec<D::Value>> + 'a {
    (0..list.len()).flat_map(move |at| {
        element.shrink(&list[at]).map(move |simpler| {
            let mut list = list.to_vec();
            list[at] = simpler;
            list
        })
    })
}

impl<T: Arbitrary + Clone> Arbitrary for Vec<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Vec<T>, Reject> {
        vec(any::<T>(), ..).generate(source)
    }

    fn shrink(&self) -> Shrinks<'_, Vec<T>> {
        Box::new(shorter(self, 0).chain(simpler(&Any::NEW, self)))
    }
}

impl From<usize> for Lengths {
    fn from(length: usize) -> Lengths {
        Lengths { min: length, max: Some(length) }
    }
}

macro_rules! lengths {
    ($($range:ty, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl From<$range> for Lengths {
            #[track_caller]
            fn from($name: $range) -> Lengths {
                let (min, max): (usize, Option<usize>) = ($min, $max);
                assert!(max.is_none_or(|max| min <= max), "no length is in {:?}", $name);
                Lengths { min, max }
            }
        }
    )* };
}

lengths! {
    RangeFull, |_range| 0, None;
    RangeFrom<usize>, |range| range.start, None;
    RangeInclusive<usize>, |range| *range.start(), Some(*range.end());
    RangeToInclusive<usize>, |range| 0, Some(range.end);
    Range<usize>, |range| range.start, Some(range.end.checked_sub(1).expect("a range of lengths has an end above 0"));
    RangeTo<usize>, |range| 0, Some(range.end.checked_sub(1).expect("a range of lengths has an end above 0"));
}
