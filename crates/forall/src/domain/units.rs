//! Types of few values: `bool`, `Ordering`, and those of one.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::RangeFull;

use super::{Arbitrary, Shrinks};
use crate::source::{Reject, Role, Source};

impl Arbitrary for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<bool, Reject> {
        Ok(source.bool(Role::Value, |random| random.word() >> 63 == 1))
    }

    fn shrink(&self) -> Shrinks<'_, bool> {
        Shrinks::new(self.then_some(false))
    }
}

/// Simplest first.
const ORDERINGS: [Ordering; 3] = [Ordering::Equal, Ordering::Less, Ordering::Greater];

impl Arbitrary for Ordering {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<Ordering, Reject> {
        Ok(ORDERINGS[source.branch(ORDERINGS.len())])
    }

    fn shrink(&self) -> Shrinks<'_, Ordering> {
        Shrinks::new(ORDERINGS.into_iter().take_while(move |simpler| simpler != self))
    }
}

macro_rules! unit {
    ($(($($parameter:tt)*) $unit:ty = $value:expr;)*) => { $(
        impl<$($parameter)*> Arbitrary for $unit {
            #[inline(always)]
            fn generate(_: &mut Source) -> Result<Self, Reject> {
                Ok($value)
            }
        }
    )* };
}

unit! {
    () () = ();
    () RangeFull = ..;
    (T: ?Sized + 'static) PhantomData<T> = PhantomData;
}
