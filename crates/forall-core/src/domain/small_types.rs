//! Types with few values: `bool`, `Ordering`, and types with only one value.

use std::cmp::Ordering;
use std::marker::PhantomData;
use std::ops::RangeFull;

use super::{Arbitrary, RestrictedDomain, Restriction, Shrinks, inverse, just};
use crate::source::{ChoiceValue, Reject, Role, Source};

impl Arbitrary for bool {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<bool, Reject> {
        let theme = source.theme();
        Ok(source.bool(Role::Value, |random| theme.flag(random.word(), 128)))
    }

    fn shrink(&self) -> Shrinks<'_, bool> {
        Shrinks::new(self.then_some(false))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        choices.push(ChoiceValue::Bool(*self));
        Some(())
    }

    fn restricted(restriction: &Restriction<bool>) -> Option<RestrictedDomain<'_, bool>> {
        match [false, true].map(|value| restriction.permits(&value)) {
            [true, false] => Some(Box::new(just(false))),
            [false, true] => Some(Box::new(just(true))),
            _ => None,
        }
    }
}

/// All orderings, the simplest first.
const ORDERINGS: [Ordering; 3] = [Ordering::Equal, Ordering::Less, Ordering::Greater];

impl Arbitrary for Ordering {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn generate(source: &mut Source) -> Result<Ordering, Reject> {
        Ok(ORDERINGS[source.branch(ORDERINGS.len())])
    }

    fn shrink(&self) -> Shrinks<'_, Ordering> {
        Shrinks::new(ORDERINGS.into_iter().take_while(move |simpler| simpler != self))
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        inverse::branch(ORDERINGS.iter().position(|ordering| ordering == self)?, choices);
        Some(())
    }
}

macro_rules! unit {
    ($(($($parameter:tt)*) $unit:ty = $value:expr;)*) => { $(
        impl<$($parameter)*> Arbitrary for $unit {
            #[inline(always)]
            fn generate(_: &mut Source) -> Result<Self, Reject> {
                Ok($value)
            }

            fn invert(&self, _: &mut Vec<ChoiceValue>) -> Option<()> {
                Some(())
            }
        }
    )* };
}

unit! {
    () () = ();
    () RangeFull = ..;
    (T: ?Sized + 'static) PhantomData<T> = PhantomData;
}
