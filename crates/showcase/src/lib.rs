//! Small programs that are worth testing. Their properties are in `tests/properties`, a file each.

pub mod bank;
pub mod intervals;
pub mod roman;
pub mod runs;
pub mod wrap;
