//! What the macros call. Nothing here is part of the API.

mod assemble;
mod plain;
mod written;

pub use self::assemble::{Guard, Notes, Quantify, Steps, assemble};
pub use self::plain::{ByReference, ByValue, Plain};
pub use self::written::Written;
pub use crate::domain::derived;
pub use crate::harness::owned;
pub use crate::panics::{ensure_comparison_failed, ensure_failed};
pub use crate::property::builder::Open;
