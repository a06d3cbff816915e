//! Integers other than 0.

use std::num::NonZero;

use super::integers::simpler;
use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

macro_rules! nonzero {
    ($($int:ident)*) => { $(
        /// Generated like any integer, with 1 in place of 0.
        impl Arbitrary for NonZero<$int> {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                const ONE: NonZero<$int> = NonZero::new(1).expect("1 is not 0");
                Ok(NonZero::new($int::generate(source)?).unwrap_or(ONE))
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                let value = self.get();
                if value > 0 {
                    return Shrinks::new(simpler(value, 1, $int::MAX).filter_map(NonZero::new));
                }
                let mirrored = (0 as $int).checked_sub(value);
                let nearer = simpler(value, $int::MIN, (0 as $int).wrapping_sub(1));
                Shrinks::new(mirrored.into_iter().chain(nearer).filter_map(NonZero::new))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                self.get().invert(choices)
            }
        }
    )* };
}

nonzero!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
