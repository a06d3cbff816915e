//! Small programs that are worth testing. Each has a file of properties in `tests/properties`.
//!
//! The programs in [`buggy`] have bugs on purpose. Their properties are in `tests/buggy`.

pub mod bank;
pub mod intervals;
pub mod roman;
pub mod runs;
pub mod wrap;
pub mod buggy;
