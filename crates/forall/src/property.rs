//! The property language: four kinds of nodes, each with an environment of the variables bound so far.
//!
//! ```text
//!   p ::= Forall name : A in domain. p | Implies premise. p | Observe what. p | Check predicate
//! ```
//!
//! This is the deferred binding abstract syntax of the paper "Programmable Property-Based Testing", extended
//! with [`Observe`]. A quantifier does not contain a function from its value to the rest of the property.
//! Instead, each node reads the values of earlier variables from the environment. Therefore a property can
//! be traversed, printed and interpreted before any value exists.
//!
//! ```
//! use forall::property::{nodes, property};
//!
//! let sums = property! {
//!     forall xs: Vec<u8>;
//!     implies !xs.is_empty();
//!     check xs.iter().max() >= xs.iter().min()
//! };
//! let formula = "∀ xs: Vec<u8>. !xs.is_empty() ⇒ xs.iter().max() >= xs.iter().min()";
//! assert_eq!(sums.to_string(), formula);
//! assert_eq!(nodes(&sums).len(), 3);
//! ```

#[doc(inline)]
pub use forall_core::property::*;

/// Builds a property as a value: quantifiers, premises and observations, followed by one predicate.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
///
/// let property = property! {
///     forall xs: Vec<i64>;
///     forall i in 0..10_usize;
///     implies *i < xs.len();
///     check xs[*i] == *xs.iter().nth(*i).unwrap()
/// };
/// assert!(quick_check(&property, &Options::default()).passed());
/// ```
///
/// - `forall x: T;` quantifies over all values of `T`, `forall x in domain;` over the values of a domain, and
///   `forall x: T in domain;` over the values of a domain of `T`. A domain may use earlier variables.
/// - `forall x: T in domain, shrink = f, mutate = g, print = h;` replaces how the domain shrinks, mutates
///   or prints values.
/// - `implies premise;` discards a test if the premise is false.
/// - `classify "label": condition;` reports the percentage of tests in which the condition holds.
/// - `cover 10.0 "label": condition;` also requires that it holds in at least 10 % of the tests.
/// - `collect "label": value;` reports how often each value occurs.
/// - `tabulate "label": values;` does the same if one test has several values.
/// - `maximize score;` and `minimize score;` guide runners that search for high or low scores.
/// - `check predicate` comes last. The predicate may have any type that implements [`IntoVerdict`].
///
/// All variables are references.
#[cfg(feature = "macros")]
#[doc(inline)]
pub use crate::__property as property;

// Exported macros are in the root of the crate, where `property` is an attribute already.
#[doc(hidden)]
#[macro_export]
macro_rules! __property {
    ($($nodes:tt)*) => { $crate::__private::formula! { $crate, $($nodes)* } };
}
