//! Properties without macros: built node by node, and with other domains afterwards.

mod build;
mod with;

pub use self::build::{Around, Bound, Guarded, Observed, Open, Quantified, Start, forall};
pub use self::with::{Either, With};
