//! One test binary for the library, seen from outside.

mod adapters;
mod blocks;
mod combinators;
mod derive;
mod examine;
mod functions;
#[cfg(feature = "regex")]
mod regex;
mod newcomer;
mod runners;
mod surfaces;
mod tidy;
mod ui;
mod user_space;
mod domains;
mod stability;
