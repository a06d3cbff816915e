//! One test binary for the library, seen from outside.

mod adapters;
mod combinators;
mod examine;
mod functions;
#[cfg(feature = "regex")]
mod regex;
mod user_space;
