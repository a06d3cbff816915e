//! One test binary for the library, seen from outside.

mod adapters;
mod blocks;
mod challenge;
mod combinators;
mod derive;
mod domains;
mod examine;
mod functions;
mod guided;
mod minimal;
mod newcomer;
#[cfg(feature = "regex")]
mod regex;
mod runners;
mod shrinkers;
mod stability;
mod surfaces;
mod tidy;
mod ui;
mod user_space;
