//! `cargo forall`: runs the properties of any crate that uses Forall.
//!
//! It finds them in the test binaries that cargo builds, starts each in a process of its own, and says
//! by environment variables how to run. What it does, `cargo test` can do too; it is here to build
//! with instrumentation, and to make the daily gesture short.
//!
//! Exit codes: 0 passed, 1 falsified or died, 2 it could not be run as asked, 3 vacuous or flaky, 101 a
//! mistake of our own; 128 and the number of a signal that ended it before anything was falsified: 130 for
//! Ctrl-C, 143 for SIGTERM.
#![expect(clippy::print_stderr, reason = "a program that prints")]

// In reading order.
mod command;
mod verb;
mod project;
mod properties;
mod build;
mod harness;
mod signals;
mod running;
mod session;
mod outcome;
mod screen;
mod json;
mod results;
mod regressions;
mod samples;
mod plot;
mod page;
mod dashboard;
mod instrument;
mod stub;
mod wrapper;
mod error;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = wrapper::if_called() {
        return code;
    }
    match verb::run(command::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error}");
            error.code()
        }
    }
}
