//! The subcommand, on real projects in temporary folders.
//!
//! A test writes a project, runs the program in it, and compares what it says. To see what a project looks
//! like, look for its name in `project.rs`; all are built in one target folder.

mod project;
mod agreement;
mod campaign;
mod errors;
mod fuzz;
mod instrumented;
mod guided;
mod verbs;
