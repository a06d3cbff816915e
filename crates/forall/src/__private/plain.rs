//! Plain functions as properties: every parameter over all of its type, all by value or all by
//! reference.

use super::assemble::{Notes, Quantify, assemble};
use crate::domain::{Any, Arbitrary};
use crate::property::{Erased, IntoVerdict};
use crate::report::Verdict;

/// All parameters are values.
#[derive(Clone, Copy, Debug)]
pub struct ByValue;

/// All parameters are references.
#[derive(Clone, Copy, Debug)]
pub struct ByReference;

/// A function pointer that is a predicate as it stands.
pub trait Plain<Mode>: Copy + Send + Sync + 'static {
    /// The property that says that it holds for all arguments.
    fn property(self, notes: Notes) -> Erased;
}

macro_rules! steps {
    () => { () };
    ($A:ident $($rest:ident)*) => { (Quantify(Any::<$A>::NEW), steps!($($rest)*)) };
}

/// The environment is a nested pair, newest first.
macro_rules! env {
    ([$($env:tt)*]) => { $($env)* };
    ([$($env:tt)*] $x:ident $($rest:ident)*) => { env!([($x, $($env)*)] $($rest)*) };
}

macro_rules! plain {
    ($($A:ident $x:ident),*) => {
        impl<$($A: Arbitrary + Clone,)* V: IntoVerdict + 'static> Plain<ByValue> for fn($($A),*) -> V {
            fn property(self, notes: Notes) -> Erased {
                let predicate = move |env: &env!([()] $($A)*)| -> Verdict {
                    let env!([()] $($x)*) = env;
                    self($($x.clone()),*).into_verdict()
                };
                assemble(notes, steps!($($A)*), predicate)
            }
        }

        impl<$($A: Arbitrary,)* V: IntoVerdict + 'static> Plain<ByReference> for fn($(&$A),*) -> V {
            fn property(self, notes: Notes) -> Erased {
                let predicate = move |env: &env!([()] $($A)*)| -> Verdict {
                    let env!([()] $($x)*) = env;
                    self($($x),*).into_verdict()
                };
                assemble(notes, steps!($($A)*), predicate)
            }
        }
    };
}

plain!(A a);
plain!(A a, B b);
plain!(A a, B b, C c);
plain!(A a, B b, C c, D d);
plain!(A a, B b, C c, D d, E e);
plain!(A a, B b, C c, D d, E e, F f);
