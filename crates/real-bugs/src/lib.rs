//! Real bugs in published crates, and how many of them each testing library finds.
//!
//! The bugs are in `suite`, which two packages outside of the workspace compile: `buggy` with the versions of the
//! crates that have the bugs, and `fixed` with later ones. This library builds both, and runs each search in a
//! process of its own, because some bugs crash or hang.

pub mod campaigns;
pub mod catalog;
pub mod measure;
pub mod options;
pub mod page;
pub mod programs;
pub mod store;
pub mod table;
pub mod verify;
