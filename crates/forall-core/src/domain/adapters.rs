//! Domains for the types and generators of other crates. Each is behind the feature with the crate's name.

#[cfg(feature = "arbitrary")]
mod arbitrary;
#[cfg(feature = "proptest")]
mod proptest;
#[cfg(feature = "rand")]
mod rand;
#[cfg(feature = "serde_json")]
mod serde_json;
#[cfg(feature = "uuid")]
mod uuid;

#[cfg(feature = "arbitrary")]
pub use self::arbitrary::{FromArbitrary, from_arbitrary};
#[cfg(feature = "proptest")]
pub use self::proptest::{FromStrategy, from_strategy};
#[cfg(feature = "rand")]
pub use self::rand::{FromDistribution, SourceRng, from_distribution};
