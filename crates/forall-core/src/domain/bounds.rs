//! Ranges as values. As domains, they are in `ranges.rs`.

use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Arbitrary, Shrinks, inverse};
use crate::source::{ChoiceValue, Label, Reject, Source};

/// Two values, the greater one last.
fn ordered<T: Arbitrary + PartialOrd>(source: &mut Source) -> Result<(T, T), Reject> {
    let (start, end) = (T::generate(source)?, T::generate(source)?);
    Ok(if start > end { (end, start) } else { (start, end) })
}

/// With a simpler start or a simpler end, the greater one still last.
fn simpler<'a, T: Arbitrary + Clone + PartialOrd>(
    start: &'a T,
    end: &'a T,
) -> impl Iterator<Item = (T, T)> + 'a {
    let starts = start.shrink().map(|start| (start, end.clone()));
    let ends = end.shrink().map(|end| (start.clone(), end));
    starts.chain(ends).filter(|(start, end)| start <= end)
}

/// Both of them, unless they are the wrong way round.
fn drawn<T: Arbitrary + PartialOrd>(
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
        ordered(source).map(|(start, end)| start..end)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        Shrinks::new(simpler(&self.start, &self.end).map(|(start, end)| start..end))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        drawn(&self.start, &self.end, choices)
    }
}

impl<T: Arbitrary + Clone + PartialOrd> Arbitrary for RangeInclusive<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        ordered(source).map(|(start, end)| start..=end)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        Shrinks::new(simpler(self.start(), self.end()).map(|(start, end)| start..=end))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        drawn(self.start(), self.end(), choices)
    }
}

macro_rules! half {
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

half! {
    RangeFrom, start;
    RangeTo, end;
    RangeToInclusive, end;
}

/// Unbounded is simplest, and included simpler than excluded.
impl<T: Arbitrary + Clone> Arbitrary for Bound<T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        match source.branch(3) {
            0 => Ok(Bound::Unbounded),
            1 => source.span(Label::BRANCH, T::generate).map(Bound::Included),
            _ => source.span(Label::BRANCH, T::generate).map(Bound::Excluded),
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
        let (branch, end) = match self {
            Bound::Unbounded => (0, None),
            Bound::Included(end) => (1, Some(end)),
            Bound::Excluded(end) => (2, Some(end)),
        };
        inverse::branch(branch, choices);
        end.map_or(Some(()), |end| end.invert(choices))
    }
}
