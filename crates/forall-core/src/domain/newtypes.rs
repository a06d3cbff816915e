//! Newtypes of the standard library: `Wrapping`, `Saturating` and `Reverse`.

use std::cmp::Reverse;
use std::num::{Saturating, Wrapping};

use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

macro_rules! newtype {
    ($($newtype:ident)*) => { $(
        impl<T: Arbitrary> Arbitrary for $newtype<T> {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                T::generate(source).map($newtype)
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                Shrinks::new(self.0.shrink().map($newtype))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                self.0.invert(choices)
            }
        }
    )* };
}

newtype!(Wrapping Saturating Reverse);
