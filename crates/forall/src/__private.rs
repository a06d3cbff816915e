//! The items that the macros expand to. They are not part of the API.

mod assemble;
mod async_test;
mod exported;
mod holds;
mod machine_state;
mod predicate_fn;
mod test_manifest;

pub use self::assemble::{
    NodeSpecs, PremiseSpec, QuantifierSpec, ScoreSpec, StoredNodes, assemble,
};
pub use self::async_test::{AsyncTest, CaughtPanics, Leaks, body_verdict, without_caught_panics};
pub use self::exported::{ExportKey, ExportedTest, Target, export_key, exported};
pub use self::holds::holds;
pub use self::machine_state::{HashedState, StateOf, UnknownState};
pub use self::predicate_fn::{ArgumentsByReference, ArgumentsByValue, PredicateFn};
pub use self::test_manifest::{AsyncNodes, TestManifest};
pub use crate::domain::derived;
pub use crate::harness::owned;
pub use crate::panics::{ensure_comparison_failed, ensure_failed};
pub use crate::property::builder::Open;
#[cfg(feature = "macros")]
pub use forall_macros::{dynamic_formula, ensure, formula};
