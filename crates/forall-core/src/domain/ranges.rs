//! Ranges: each is the domain of its values.

use std::fmt::Debug;
use std::ops::{Range, RangeFrom, RangeInclusive, RangeTo, RangeToInclusive};

use super::{Domain, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// A type whose ranges are domains.
///
/// It is one trait for numbers and characters, so that each kind of range is a domain in one way
/// only: that is how the compiler finds out that `0..10` is a range of `u8` where one is wanted.
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
///     const LEAST: Day = Day(0);
///     const GREATEST: Day = Day(6);
///
///     fn below(self) -> Option<Day> {
///         self.0.checked_sub(1).map(Day)
///     }
///
///     fn between(source: &mut Source, min: Day, max: Day) -> Option<Day> {
///         u8::between(source, min.0, max.0).map(Day)
///     }
///
///     fn simpler(self, min: Day, max: Day) -> Shrinks<'static, Day> {
///         Shrinks::new(self.0.simpler(min.0, max.0).map(Day))
///     }
/// }
/// assert!(sample(&(Day(0)..Day(5)), 20).iter().all(|day| *day < Day(5)), "on working days");
/// assert_eq!((Day(2)..).shrink(&Day(6)).next(), Some(Day(2)));
/// ```
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` is not a domain",
    label = "ranges of numbers and of characters are domains"
)]
pub trait Ranged: Copy + Debug + PartialOrd + 'static {
    /// The least value.
    const LEAST: Self;
    /// The greatest value.
    const GREATEST: Self;

    /// The next value below, if there is one.
    fn below(self) -> Option<Self>;

    /// Draws a value from `min..=max`, if there is one.
    fn between(source: &mut Source, min: Self, max: Self) -> Option<Self>;

    /// Lists values of `min..=max` that are simpler than this one.
    fn simpler(self, min: Self, max: Self) -> Shrinks<'static, Self>;

    /// Appends the choice that [`between`](Ranged::between) would draw to make this value, where that
    /// can be told; see [`Domain::invert`].
    ///
    /// ```
    /// use forall::domain::Ranged;
    /// use forall::source::ChoiceValue;
    ///
    /// let mut choices = Vec::new();
    /// assert_eq!(7_u8.drawn(0, 9, &mut choices), Some(()));
    /// assert_eq!(choices, [ChoiceValue::Integer(7)]);
    /// ```
    fn drawn(self, min: Self, max: Self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let _ = (min, max, choices);
        None
    }
}

/// A range without values makes none: the test is rejected.
macro_rules! domain {
    ($($range:ident, |$name:ident| $min:expr, $max:expr;)*) => { $(
        impl<T: Ranged> Domain for $range<T> {
            type Value = T;

            #[inline(always)]
            fn generate(&self, source: &mut Source) -> Result<T, Reject> {
                let $name = self;
                let max = $max.filter(|max| $min <= *max);
                match max.and_then(|max| T::between(source, $min, max)) {
                    Some(value) => Ok(value),
                    None => Err(source.reject("the range is empty")),
                }
            }

            fn shrink<'a>(&'a self, value: &'a T) -> Shrinks<'a, T> {
                let $name = self;
                match $max {
                    Some(max) => value.simpler($min, max),
                    None => Shrinks::none(),
                }
            }

            fn invert(&self, value: &T, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                let $name = self;
                value.drawn($min, $max?, choices)
            }
        }
    )* };
}

domain! {
    Range, |range| range.start, range.end.below();
    RangeInclusive, |range| *range.start(), Some(*range.end());
    RangeFrom, |range| range.start, Some(T::GREATEST);
    RangeTo, |range| T::LEAST, range.end.below();
    RangeToInclusive, |range| T::LEAST, Some(range.end);
}
