//! Property-based testing in which the property is a value and the runner is a program anyone can
//! write.

// In reading order.
pub mod property;
pub mod domain;
pub mod source;
pub mod block;
pub mod runner;
pub mod report;
pub mod panics;

pub use domain::{Arbitrary, any};
#[cfg(feature = "macros")]
pub use forall_macros::Arbitrary;

// Lets the files in `block/` and `runner/` name the crate as a user does, so that they compile
// unchanged outside it. `tests/it/user_space.rs` holds them to that.
extern crate self as forall;
