//! Helpers for tests.

pub(crate) mod project;
