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

pub use crate::builder::{Override, With, forall};
pub use crate::data::{CowStr, Location};
pub use crate::form::{Erased, ErasedInputs, Layer, LayeredTest, Stage, dynamic};
pub use crate::language::{
    Check, Forall, Formula, FreeVariables, Implies, IntoVerdict, Node, NodeInfo, NodeKind, Nodes,
    ObservationKind, ObservationValue, Observe, nodes,
};

/// The types of properties that are not complete yet. They appear in signatures; few programs name them.
pub mod builder {
    pub use crate::builder::{Around, Bound, Guarded, Open, Quantified, Start, WithObservation};
}
