//! One test binary for the library, seen from outside.

mod adapters;
mod agreement;
mod backjump;
mod speculative;
mod blocks;
mod challenge;
mod combinators;
mod corpus;
mod covering;
mod derive;
mod domains;
mod enumerate;
mod check_laws;
mod explanations;
mod functions;
mod guided;
mod minimal;
mod newcomer;
mod observations;
mod other_runners;
mod parallel;
#[cfg(unix)]
mod process;
mod project;
#[cfg(feature = "regex")]
mod regex;
mod regressions;
mod results;
mod runners;
mod shrinkers;
mod stability;
mod surfaces;
mod thorough;
mod ui;
