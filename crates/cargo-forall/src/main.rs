//! `cargo forall`: runs the properties of any crate that uses Forall.
//!
//! It discovers them in the test binaries that cargo builds, runs each in its own process, and configures
//! them by environment variables. `cargo test` can do the same with the same variables; this program adds
//! builds with coverage instrumentation, progress, and short commands.
//!
//! Exit codes: 0 passed, 1 falsified or crashed, 2 the command could not be carried out, 3 vacuous, gave up,
//! insufficient coverage or flaky, 101 internal error. If a signal ended it before a property was falsified,
//! 128 plus its number: 130 for Ctrl-C, 143 for SIGTERM, and also 141 (SIGPIPE) if the reader of its output has
//! closed it.

// In the order in which to read them.
mod command;
mod verb;
mod project;
mod saved_folder;
mod sources;
mod properties;
mod build;
mod constants;
mod harness;
mod fuzz_project;
mod signals;
mod running;
mod orphans;
mod outcome;
mod time_share;
mod session;
mod output;
mod screen;
mod json;
mod results;
mod shards;
mod store;
mod regressions;
mod samples;
mod plot;
mod page;
mod dashboard;
mod browser;
mod instrument;
mod stub;
mod wrapper;
mod error;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = wrapper::run_as_compiler() {
        return code;
    }
    match verb::run(command::parse()) {
        Ok(code) => code,
        Err(error) => {
            if !error.is_silent() {
                // If this fails, there is nowhere to report it.
                let _ = output::print_error_line(format_args!("error: {error}"));
            }
            error.exit_code()
        }
    }
}
