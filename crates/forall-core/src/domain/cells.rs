//! Cells and locks: `Cell`, `RefCell`, `Mutex` and `RwLock`.

use std::cell::{Cell, RefCell};
use std::sync::{Mutex, PoisonError, RwLock};

use super::{Arbitrary, Shrinks};
use crate::source::{ChoiceValue, Reject, Source};

// The contents can change at any time. So they are read once, and all simpler values are computed at once.
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
