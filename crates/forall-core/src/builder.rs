//! Building properties without macros, and replacing their domains.

mod build;
mod with;

pub use self::build::{Around, Bound, Guarded, Open, Quantified, Start, WithObservation, forall};
pub use self::with::{Overridable, With};
