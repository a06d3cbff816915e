//! The property language: four nodes, and the environment in which each stands.
//!
//! ```text
//!   p ::= Forall name : A in domain. p | Implies premise. p | Observe what. p | Check predicate
//! ```
//!
//! No node holds a function of the value it binds: binding is deferred. What a node needs of the
//! values bound before it, it takes from the environment, so a property can be walked, shown and
//! interpreted without a value. After "Programmable Property-Based Testing" (deferred binding
//! abstract syntax); [`Observe`] is our addition.
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

/// A property as a value: quantifiers and premises, and then one predicate.
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
/// - `forall x: T;` quantifies over all of `T`, `forall x in domain;` over a domain, and
///   `forall x: T in domain;` over a domain of `T`. A domain may use the variables before it.
/// - `forall x: T in domain, shrink = f, mutate = g, print = h;` replaces abilities of the domain.
/// - `implies premise;` discards the test where the premise is false.
/// - `classify "label": flag;` counts the tests for which it holds, `cover 10.0 "label": flag;` demands
///   that these are 10 %, `collect "label": value;` counts tests by value, and `tabulate "label": values;`
///   counts values of which a test has many. Reports say what came of it. `maximize score;` and
///   `minimize score;` say where a search shall go.
/// - `check predicate` ends it, in anything that can [be judged](IntoVerdict).
///
/// Variables are references everywhere.
#[cfg(feature = "macros")]
pub use forall_macros::formula as property;
