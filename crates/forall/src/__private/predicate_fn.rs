//! Function pointers as properties: each parameter has the default domain of its type, and all are
//! passed by value or all by reference.

use super::assemble::{QuantifierSpec, StoredNodes, assemble};
use crate::domain::{Any, Arbitrary};
use crate::property::{Erased, IntoVerdict};
use crate::report::Verdict;

/// The function takes all of its arguments by value.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentsByValue;

/// The function takes all of its arguments by reference.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentsByReference;

/// A pointer to a function that is a predicate of its arguments.
pub trait PredicateFn<Mode>: Copy + Send + Sync + 'static {
    /// Returns the property that the predicate holds for all arguments.
    fn property(self, nodes: StoredNodes) -> Erased;
}

macro_rules! specs {
    () => { () };
    ($A:ident $($rest:ident)*) => { (QuantifierSpec(Any::<$A>::NEW), specs!($($rest)*)) };
}

/// An environment: nested pairs, the last variable outermost.
macro_rules! env {
    ([$($env:tt)*]) => { $($env)* };
    ([$($env:tt)*] $x:ident $($rest:ident)*) => { env!([($x, $($env)*)] $($rest)*) };
}

macro_rules! predicate_fn {
    ($($A:ident $x:ident),*) => {
        impl<$($A: Arbitrary + Clone,)* V: IntoVerdict + 'static> PredicateFn<ArgumentsByValue> for fn($($A),*) -> V {
            fn property(self, nodes: StoredNodes) -> Erased {
                let predicate = move |env: &env!([()] $($A)*)| -> Verdict {
                    let env!([()] $($x)*) = env;
                    self($($x.clone()),*).into_verdict()
                };
                assemble(nodes, specs!($($A)*), predicate)
            }
        }

        impl<$($A: Arbitrary,)* V: IntoVerdict + 'static> PredicateFn<ArgumentsByReference> for fn($(&$A),*) -> V {
            fn property(self, nodes: StoredNodes) -> Erased {
                let predicate = move |env: &env!([()] $($A)*)| -> Verdict {
                    let env!([()] $($x)*) = env;
                    self($($x),*).into_verdict()
                };
                assemble(nodes, specs!($($A)*), predicate)
            }
        }
    };
}

predicate_fn!(A a);
predicate_fn!(A a, B b);
predicate_fn!(A a, B b, C c);
predicate_fn!(A a, B b, C c, D d);
predicate_fn!(A a, B b, C c, D d, E e);
predicate_fn!(A a, B b, C c, D d, E e, F f);
