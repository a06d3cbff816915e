//! The property language: four kinds of nodes, each with an environment of the variables bound so far.
//!
//! ```text
//!   p ::= Forall name : A in domain. p | Implies premise. p | Observe what. p | Check predicate
//! ```
//!
//! This is the deferred binding abstract syntax of the paper "Programmable Property-Based Testing", extended
//! with [`Observe`]. A quantifier does not contain a function from its value to the rest of the property.
//! Instead, each node reads the values of earlier variables from the environment. Therefore a property can be
//! traversed, printed and interpreted before any value exists.
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

pub use crate::builder::{Overridable, With, forall};
pub use crate::data::{CowStr, Location};
pub use crate::domain::ability::{Ability, Annotation, AnyAbility};
pub use crate::domain::replaceable::Override;
pub use crate::form::{Erased, ErasedInputs, Layer, LayeredTest, Stage, dynamic};
pub use crate::language::{
    AllOf, AnyOf, Check, Forall, Formula, FreeVariables, Implies, IntoVerdict, Node, NodeInfo,
    NodeKind, Nodes, ObservationKind, ObservationValue, Observe, all_of, any_of, nodes,
};

/// The types of properties that are not complete yet. They appear in signatures; few programs name them.
pub mod builder {
    pub use crate::builder::{Around, Bound, Guarded, Open, Quantified, Start, WithObservation};
}
