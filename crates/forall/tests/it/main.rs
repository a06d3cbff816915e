//! One test binary for the library, seen from outside.

mod adapters;
mod blocks;
mod challenge;
mod combinators;
mod derive;
mod domains;
mod examine;
mod functions;
mod minimal;
mod newcomer;
#[cfg(unix)]
mod process;
#[cfg(feature = "regex")]
mod regex;
mod regressions;
mod runners;
mod shrinkers;
mod stability;
mod surfaces;
mod tidy;
mod ui;
mod user_space;
