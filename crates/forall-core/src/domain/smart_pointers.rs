//! Smart pointers: `Box`, `Rc`, `Arc` and `Cow`.

use std::borrow::Cow;
use std::fmt::Debug;
use std::rc::Rc;
use std::sync::Arc;

use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

// A recursive type may refer to itself through a pointer, so its value is one level deeper.
macro_rules! pointer {
    ($($pointer:ident)*) => { $(
        impl<T: Arbitrary> Arbitrary for $pointer<T> {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                source.nested(T::generate).map($pointer::new)
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                Shrinks::new(T::shrink(self).map($pointer::new))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                T::invert(self, choices)
            }
        }
    )* };
}

pointer!(Box Rc Arc);

/// Always generated as `Cow::Owned`.
impl<T: ToOwned<Owned: Arbitrary> + Debug + ?Sized + 'static> Arbitrary for Cow<'static, T> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Self, Reject> {
        T::Owned::generate(source).map(Cow::Owned)
    }

    fn shrink(&self) -> Shrinks<'_, Self> {
        match self {
            Cow::Owned(value) => Shrinks::new(value.shrink().map(Cow::Owned)),
            Cow::Borrowed(value) => {
                let simpler: Vec<T::Owned> = value.to_owned().to_owned().shrink().collect();
                Shrinks::new(simpler.into_iter().map(Cow::Owned))
            }
        }
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        match self {
            Cow::Owned(value) => value.invert(choices),
            Cow::Borrowed(value) => (**value).to_owned().invert(choices),
        }
    }
}
