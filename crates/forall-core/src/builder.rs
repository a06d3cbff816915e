//! Building properties without macros, and replacing their domains.

mod build;
mod with;

pub use self::build::{Around, Bound, Guarded, Observed, Open, Quantified, Start, forall};
pub use self::with::{Override, With};
