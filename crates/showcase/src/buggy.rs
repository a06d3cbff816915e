//! Programs with bugs on purpose, to show what a failure looks like.

pub mod bank;
pub mod cache;
pub mod runs;
pub mod search;
