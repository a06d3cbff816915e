//! Collections: lists, and what can be made of them.

use std::fmt::Debug;
use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use super::items::simplified;
use super::{Arbitrary, Domain, Shrinks, any, inverse};
use crate::source::{ChoiceValue, Reject, Source};

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
///
/// ```
/// use forall::domain::{Lengths, sample, vec};
///
/// let (exactly, at_most): (Lengths, Lengths) = (3.into(), (..=3).into());
/// assert!(sample(&vec(0..9, exactly), 20).iter().all(|xs| xs.len() == 3));
/// assert!(sample(&vec(0..9, at_most), 20).iter().any(|xs| xs.len() < 3));
/// assert_eq!(exactly, Lengths::from(3..=3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    min: usize,
    max: Option<usize>,
}

/// How many elements more than the least are usual at the greatest size.
const LONGEST: usize = 1 << 20;

impl Lengths {
    /// The least, what is usual at this size, and the greatest.
    #[inline]
    pub(super) fn at(self, size: u32) -> (usize, usize, usize) {
        match self.max {
            Some(max) => (self.min, max, max),
            None => {
                let grown = (size as usize).saturating_mul(size as usize).min(LONGEST);
                (self.min, self.min.saturating_add(grown), usize::MAX)
            }
        }
    }

    /// The least.
    #[inline]
    pub(super) fn min(self) -> usize {
        self.min
    }

    /// Is there no such length?
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.max.is_some_and(|max| max < self.min)
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
        let simpler = |x: &'a D::Value| self.element.shrink(x);
        simplified(value.iter().collect(), self.lengths.min(), Clone::clone, simpler)
    }

    fn print(&self, value: &Vec<D::Value>) -> String {
        let elements: Vec<String> = value.iter().map(|x| self.element.print(x)).collect();
        format!("[{}]", elements.join(", "))
    }

    fn invert(&self, value: &Vec<D::Value>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::list(value, self.lengths, choices, |x, choices| self.element.invert(x, choices))
    }
}

impl<T: Arbitrary + Clone> Arbitrary for Vec<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Vec<T>, Reject> {
        vec(any::<T>(), ..).generate(source)
    }

    fn shrink(&self) -> Shrinks<'_, Vec<T>> {
        simplified(self.iter().collect(), 0, Clone::clone, T::shrink)
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::list(self, Lengths::ANY, choices, T::invert)
    }
}

impl From<usize> for Lengths {
    fn from(length: usize) -> Lengths {
        Lengths { min: length, max: Some(length) }
    }
}

/// A range without lengths is kept, and of it nothing can be made: the test is rejected.
macro_rules! lengths {
    ($($range:ty, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl From<$range> for Lengths {
            fn from($name: $range) -> Lengths {
                let (min, max): (usize, Option<usize>) = ($min, $max);
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
    Range<usize>, |range| range.start.max(usize::from(range.end == 0)), Some(range.end.saturating_sub(1));
    RangeTo<usize>, |range| usize::from(range.end == 0), Some(range.end.saturating_sub(1));
}
