//! Ranges as domains. For ranges as generated values, see `range_values.rs`.

use std::fmt::Debug;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Domain, RestrictedDomain, Restriction, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// A type whose ranges are domains.
///
/// Numbers and characters share this trait, so that each kind of range implements [`Domain`] only once.
/// This is how the compiler infers that `0..10` is a range of `u8` where a domain of `u8` is expected.
///
/// ```
/// use forall::domain::{Domain, Ranged, Shrinks, sample};
/// use forall::source::Source;
///
/// /// A day of the week, from Monday on.
/// #[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
/// struct Day(u8);
///
/// impl Ranged for Day {
///     const MIN: Day = Day(0);
///     const MAX: Day = Day(6);
///
///     fn predecessor(self) -> Option<Day> {
///         self.0.checked_sub(1).map(Day)
///     }
///
///     fn generate_between(source: &mut Source, min: Day, max: Day) -> Option<Day> {
///         u8::generate_between(source, min.0, max.0).map(Day)
///     }
///
///     fn shrink_between(self, min: Day, max: Day) -> Shrinks<'static, Day> {
///         Shrinks::new(self.0.shrink_between(min.0, max.0).map(Day))
///     }
/// }
/// assert!(sample(&(Day(0)..Day(5)), 20).iter().all(|day| *day < Day(5)), "only working days");
/// assert_eq!((Day(2)..).shrink(&Day(6)).next(), Some(Day(2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` is not a domain",
    label = "only ranges of numbers and characters are domains",
    note = "implement `forall::domain::Ranged` for `{Self}` to use its ranges as domains"
)]
pub trait Ranged: Copy + Debug + PartialOrd + 'static {
    /// The least value.
    const MIN: Self;
    /// The greatest value.
    const MAX: Self;

    /// Returns the greatest value below this one, or `None` if this is the least value.
    fn predecessor(self) -> Option<Self>;

    /// Generates a value from `min..=max`, or returns `None` if the range is empty.
    fn generate_between(source: &mut Source, min: Self, max: Self) -> Option<Self>;

    /// Returns values of `min..=max` that are simpler than this one, the simplest first.
    fn shrink_between(self, min: Self, max: Self) -> Shrinks<'static, Self>;

    /// Appends the choice from which [`generate_between`](Ranged::generate_between) generates this value.
    /// Returns `None` if the choice is unknown (the default) or if the value is not in `min..=max`; see
    /// [`Domain::invert`].
    ///
    /// ```
    /// use forall::domain::Ranged;
    /// use forall::source::ChoiceValue;
    ///
    /// let mut choices = Vec::new();
    /// assert_eq!(7_u8.invert_between(0, 9, &mut choices), Some(()));
    /// assert_eq!(choices, [ChoiceValue::Integer(7)]);
    /// ```
    fn invert_between(self, min: Self, max: Self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _ = (min, max, choices);
        None
    }
}

// An empty range discards the test.
macro_rules! domain {
    ($($range:ident, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl<T: Ranged> Domain for $range<T> {
            type Value = T;

            #[inline(always)]
            fn generate(&self, source: &mut Source) -> Result<T, Reject> {
                let $name = self;
                let max = $max.filter(|max| $min <= *max);
                match max.and_then(|max| T::generate_between(source, $min, max)) {
                    Some(value) => Ok(value),
                    None => Err(source.reject("the range is empty")),
                }
            }

            fn shrink<'a>(&'a self, value: &'a T) -> Shrinks<'a, T> {
                let $name = self;
                match $max {
                    Some(max) => value.shrink_between($min, max),
                    None => Shrinks::none(),
                }
            }

            fn invert(&self, value: &T, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                let $name = self;
                value.invert_between($min, $max?, choices)
            }

            fn restricted<'a>(
                &'a self,
                restriction: &'a Restriction<T>,
            ) -> Option<RestrictedDomain<'a, T>> {
                let $name = self;
                restriction.within($min, $max?, |min, max| Box::new(min..=max))
            }
        }
    )* };
}

domain! {
    Range, |range| range.start, range.end.predecessor();
    RangeInclusive, |range| *range.start(), Some(*range.end());
    RangeFrom, |range| range.start, Some(T::MAX);
    RangeTo, |range| T::MIN, range.end.predecessor();
    RangeToInclusive, |range| T::MIN, Some(range.end);
}
