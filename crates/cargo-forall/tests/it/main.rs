//! The subcommand, on real projects in temporary folders.
//!
//! A test writes a project, runs the program in it, and compares the output. `project.rs` creates the projects,
//! which share one target folder.

mod browser;
mod project;
mod agreement;
mod dependencies;
mod errors;
mod fuzz;
mod fuzz_targets;
mod instrumented;
mod interrupted;
mod guided;
mod help;
mod page;
#[cfg(any(feature = "buckets", feature = "nats"))]
mod servers;
mod sharded;
mod stores;
mod verbs;
