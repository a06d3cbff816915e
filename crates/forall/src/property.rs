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
/// - `forall x: T in domain, annotate = data;` attaches data, which may be a function of earlier variables, for blocks and
///   runners ([`annotation`](crate::block::annotation)). There may be several annotations of different types.
/// - `forall x: T in domain, contract = |x| condition;` requires that the condition holds for all generated values. If it
///   does not, the report says that the generator is wrong.
/// - `implies premise;` discards a test if the premise is false. A simple premise such as `a < b` restricts the
///   domain of its last variable, so that no test is discarded; `implies premise, restrict = false;` does not.
/// - `classify "label": condition;` reports the percentage of tests in which the condition holds.
/// - `cover 10.0 "label": condition;` also requires that it holds in at least 10 % of the tests.
/// - `collect "label": value;` reports how often each value occurs.
/// - `tabulate "label": values;` does the same if one test has several values.
/// - `maximize score;` and `minimize score;` guide runners that search for high or low scores.
/// - `measure size;` decides which of two counterexamples is the smaller one.
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

/// The dynamic form: properties assembled at run time.
pub mod dynamic {
    #[doc(inline)]
    pub use forall_core::property::dynamic::*;

    /// Builds a [dynamic](self) property: the nodes of [`property!`](crate::property::property), without the dictionary
    /// of names.
    ///
    /// ```
    /// use forall::property::dynamic::{self, Augments, Env, Node};
    /// use forall::runner::{Options, quick_check};
    ///
    /// let property = dynamic::property! {
    ///     forall limit: u32 in 1..1_000;
    ///     forall x: u32 in 0..*limit, contract = |x| x < limit, unit = "metres";
    ///     implies *x > 0;
    ///     check limit / x >= 1
    /// };
    /// assert!(quick_check(&property, &Options::default()).passed());
    /// let Node::Forall { augments, .. } = &property.as_nodes()[1] else { unreachable!() };
    /// assert_eq!(augments.get("unit", &Env::default()), Some("metres"));
    /// ```
    ///
    /// Every variable needs a type, and is a reference. Besides the options of `property!`, a quantifier takes any
    /// `key = value`, which becomes an [augment](Augments). The value may use earlier variables. Premises do not restrict
    /// domains.
    #[cfg(feature = "macros")]
    #[doc(inline)]
    pub use crate::__dynamic_property as property;
}

#[doc(hidden)]
#[macro_export]
macro_rules! __dynamic_property {
    ($($nodes:tt)*) => { $crate::__private::dynamic_formula! { $crate, $($nodes)* } };
}
