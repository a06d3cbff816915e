//! One value in a wrapper.

use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::fmt::Debug;
use std::num::{Saturating, Wrapping};
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

/// Pointers may be how a type holds itself, so they go one level deeper.
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

/// What can change at any time is read once, and its simpler values are listed at once.
macro_rules! cell {
    ($($cell:ident, $bound:ident, |$name:ident| $read:expr;)*) => { $(
        impl<T: Arbitrary + $bound> Arbitrary for $cell<T> {
            #[inline]
            fn generate(source: &mut Source) -> Result<Self, Reject> {
                T::generate(source).map($cell::new)
            }

            fn shrink(&self) -> Shrinks<'_, Self> {
                let $name = self;
                let value: T = $read;
                let simpler: Vec<T> = value.shrink().collect();
                Shrinks::new(simpler.into_iter().map($cell::new))
            }

            fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
                let $name = self;
                let value: T = $read;
                value.invert(choices)
            }
        }
    )* };
}

cell! {
    Cell, Copy, |cell| cell.get();
    RefCell, Clone, |cell| cell.borrow().clone();
    Mutex, Clone, |cell| cell.lock().unwrap_or_else(PoisonError::into_inner).clone();
    RwLock, Clone, |cell| cell.read().unwrap_or_else(PoisonError::into_inner).clone();
}

/// Always an owned one.
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
