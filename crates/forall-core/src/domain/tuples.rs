//! Tuples of values, and tuples of domains.

use super::derived::Simpler;
use super::{Arbitrary, Domain, Shrinks};
use crate::source::{self, Reject, Source};

macro_rules! tuple {
    ($($A:ident $i:tt),*) => {
        impl<$($A: Arbitrary + Clone),*> Arbitrary for ($($A,)*) {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                Ok(($($A::generate(source)?,)*))
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                Simpler::list(self, |simpler| {
                    $(simpler.field(&self.$i, $A::shrink, |tuple, part| tuple.$i = part);)*
                })
            }

            fn invert(&self, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
                $(self.$i.invert(choices)?;)*
                Some(())
            }
        }

        impl<$($A: Domain<Value: Clone>),*> Domain for ($($A,)*) {
            type Value = ($($A::Value,)*);

            #[inline]
            fn generate(&self, source: &mut Source) -> Result<Self::Value, Reject> {
                Ok(($(self.$i.generate(source)?,)*))
            }

            fn shrink<'a>(&'a self, value: &'a Self::Value) -> Shrinks<'a, Self::Value> {
                let each = std::iter::empty();
                $(
                    let each = each.chain(self.$i.shrink(&value.$i).map(|simpler| {
                        let mut tuple = value.clone();
                        tuple.$i = simpler;
                        tuple
                    }));
                )*
                Shrinks::new(each)
            }

            fn print(&self, value: &Self::Value) -> String {
                let parts = [$(self.$i.print(&value.$i)),*];
                let comma = if parts.len() == 1 { "," } else { "" };
                format!("({}{comma})", parts.join(", "))
            }

            fn invert(&self, value: &Self::Value, choices: &mut Vec<source::ChoiceValue>) -> Option<()> {
                $(self.$i.invert(&value.$i, choices)?;)*
                Some(())
            }
        }
    };
}

tuple!(A 0);
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
tuple!(A 0, B 1, C 2, D 3);
tuple!(A 0, B 1, C 2, D 3, E 4);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
