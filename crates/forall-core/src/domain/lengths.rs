//! The lengths of collections and strings.

use std::ops::{Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::source::LengthBounds;

/// The allowed lengths of a collection: a number or a range.
///
/// Without an upper bound, the length grows with the [size](crate::source::Source::size).
///
/// ```
/// use forall::domain::{Lengths, sample, vec};
///
/// let exactly = Lengths::from(3);
/// assert_eq!(exactly, Lengths::from(3..=3));
/// assert!(sample(&vec(0..9, exactly), 20).iter().all(|xs| xs.len() == 3));
///
/// let at_most = Lengths::from(..=3);
/// assert!(sample(&vec(0..9, at_most), 20).iter().any(|xs| xs.len() < 3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    min: usize,
    max: Option<usize>,
}

/// The greatest number of elements above the minimum that the size alone leads to.
const MAX_GROWTH: usize = 1 << 20;

impl Lengths {
    /// Any length.
    pub const ANY: Lengths = Lengths { min: 0, max: None };

    /// Returns the lengths at this size. Without an upper bound, fresh collections have at most size²
    /// elements more than the minimum.
    #[inline]
    pub(super) fn at(self, size: u32) -> LengthBounds {
        match self.max {
            Some(max) => LengthBounds { min: self.min, usual: max, max },
            None => {
                let growth = (size as usize).saturating_mul(size as usize).min(MAX_GROWTH);
                let usual = self.min.saturating_add(growth);
                LengthBounds { min: self.min, usual, max: usize::MAX }
            }
        }
    }

    /// Returns the least length.
    #[inline]
    pub(super) fn min(self) -> usize {
        self.min
    }

    /// Returns the greatest length.
    #[inline]
    pub(super) fn max(self) -> usize {
        self.max.unwrap_or(usize::MAX)
    }

    pub(super) fn contains(self, length: usize) -> bool {
        self.min <= length && length <= self.max()
    }

    /// Returns the lengths that are also in `other`.
    pub(super) fn intersection(self, other: impl Into<Lengths>) -> Lengths {
        let other = other.into();
        let max = match self.max.zip(other.max) {
            Some((left, right)) => Some(left.min(right)),
            None => self.max.or(other.max),
        };
        Lengths { min: self.min.max(other.min), max }
    }

    /// Returns the lengths that remain after `count` elements, or `None` if there are none.
    pub(super) fn minus(self, count: usize) -> Option<Lengths> {
        let max = match self.max {
            Some(max) => Some(max.checked_sub(count)?),
            None => None,
        };
        Some(Lengths { min: self.min.saturating_sub(count), max })
    }

    /// Returns whether no length is allowed.
    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.max.is_some_and(|max| max < self.min)
    }
}

impl From<usize> for Lengths {
    fn from(length: usize) -> Lengths {
        Lengths { min: length, max: Some(length) }
    }
}

// An empty range stays empty: domains then discard the test.
macro_rules! lengths {
    ($($range:ty, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl From<$range> for Lengths {
            fn from($name: $range) -> Lengths {
                Lengths { min: $min, max: $max }
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
