//! One test binary for the library, seen from outside.

mod adapters;
mod challenge;
mod combinators;
mod examine;
mod functions;
#[cfg(feature = "regex")]
mod regex;
mod minimal;
mod runners;
mod shrinkers;
mod surfaces;
mod ui;
mod user_space;
