//! Ranges as generated values. For ranges as domains, see `ranges.rs`.

use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Reject, Source, SpanLabel};

/// Generates two values. The range starts at the lesser one.
fn generate_range<T: Arbitrary + PartialOrd>(source: &mut Source) -> Result<Range<T>, Reject> {
    let first = T::generate(source)?;
    let second = T::generate(source)?;
    Ok(if first > second { second..first } else { first..second })
}

/// Returns ranges with a simpler start or a simpler end.
fn simpler<'a, T: Arbitrary + Clone + PartialOrd>(
    start: &'a T,
    end: &'a T,
) -> impl Iterator<Item = Range<T>> + 'a {
    let starts = start.shrink().map(|start| start..end.clone());
    let ends = end.shrink().map(|end| start.clone()..end);
    starts.chain(ends).filter(|range| range.start <= range.end)
}

/// Appends the choices of both ends. Returns `None` if they are in the wrong order.
fn invert_range<T: Arbitrary + PartialOrd>(
    start: &T,
    end: &T,
    choices: &mut Vec<ChoiceValue>,
) -> Option<()> {
    if start > end {
        return None;
    }
    start.invert(choices)?;
    end.invert(choices)
}

impl<T: Arbitrary + Clone + PartialOrd> Arbitrary for Range<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        generate_range(source)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        Shrinks::new(simpler(&self.start, &self.end))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        invert_range(&self.start, &self.end, choices)
    }
}

impl<T: Arbitrary + Clone + PartialOrd> Arbitrary for RangeInclusive<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        generate_range(source).map(|range| range.start..=range.end)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        Shrinks::new(simpler(self.start(), self.end()).map(|range| range.start..=range.end))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        invert_range(self.start(), self.end(), choices)
    }
}

macro_rules! half_open {
    ($($range:ident, $end:ident;)*) => { $(
        impl<T: Arbitrary> Arbitrary for $range<T> {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                Ok($range { $end: T::generate(source)? })
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                Shrinks::new(self.$end.shrink().map(|$end| $range { $end }))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                self.$end.invert(choices)
            }
        }
    )* };
}

half_open! {
    RangeFrom, start;
    RangeTo, end;
    RangeToInclusive, end;
}

/// `Unbounded` is the simplest value, and `Included` is simpler than `Excluded`.
impl<T: Arbitrary + Clone> Arbitrary for Bound<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        match source.branch(3) {
            0 => Ok(Bound::Unbounded),
            1 => source.span(SpanLabel::BRANCH, T::generate).map(Bound::Included),
            _ => source.span(SpanLabel::BRANCH, T::generate).map(Bound::Excluded),
        }
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        let unbounded = std::iter::once(Bound::Unbounded);
        match self {
            Bound::Unbounded => Shrinks::none(),
            Bound::Included(end) => {
                Shrinks::new(unbounded.chain(end.shrink().map(Bound::Included)))
            }
            Bound::Excluded(end) => {
                let included = std::iter::once(Bound::Included(end.clone()));
                Shrinks::new(unbounded.chain(included).chain(end.shrink().map(Bound::Excluded)))
            }
        }
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        match self {
            Bound::Unbounded => {
                inverse::branch(0, choices);
                Some(())
            }
            Bound::Included(end) => {
                inverse::branch(1, choices);
                end.invert(choices)
            }
            Bound::Excluded(end) => {
                inverse::branch(2, choices);
                end.invert(choices)
            }
        }
    }
}
