//! Pointers to domains are domains.

use std::rc::Rc;
use std::sync::Arc;

use super::{Domain, RestrictedDomain, Restriction, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

macro_rules! delegate {
    ($($pointer:ty),*) => { $(
        impl<D: Domain + ?Sized> Domain for $pointer {
            type Value = D::Value;

            #[inline]
            fn generate(&self, source: &mut Source) -> Result<D::Value, Reject> {
                (**self).generate(source)
            }

            fn mutate(&self, value: &D::Value, source: &mut Source) -> Result<D::Value, Reject> {
                (**self).mutate(value, source)
            }

            fn shrink<'a>(&'a self, value: &'a D::Value) -> Shrinks<'a, D::Value> {
                (**self).shrink(value)
            }

            fn print(&self, value: &D::Value) -> String {
                (**self).print(value)
            }

            fn invert(&self, value: &D::Value, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                (**self).invert(value, choices)
            }

            fn restricted<'a>(
                &'a self,
                restriction: &'a Restriction<D::Value>,
            ) -> Option<RestrictedDomain<'a, D::Value>> {
                (**self).restricted(restriction)
            }
        }
    )* };
}

delegate!(&D, Box<D>, Rc<D>, Arc<D>);
