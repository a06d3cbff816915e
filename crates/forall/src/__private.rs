//! The items that the macros expand to. They are not part of the API.

mod assemble;
mod predicate_fn;
mod test_manifest;

pub use self::assemble::{NodeNotes, NodeSpecs, PremiseSpec, QuantifierSpec, assemble};
pub use self::predicate_fn::{ArgumentsByReference, ArgumentsByValue, PredicateFn};
pub use self::test_manifest::TestManifest;
pub use crate::domain::derived;
pub use crate::harness::owned;
pub use crate::panics::{ensure_comparison_failed, ensure_failed};
pub use crate::property::builder::Open;
#[cfg(feature = "macros")]
pub use forall_macros::{ensure, formula};
