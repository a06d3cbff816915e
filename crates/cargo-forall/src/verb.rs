//! The verbs, one file each.

mod fuzz;
mod report;

use std::process::ExitCode;

use crate::command::Verb;
use crate::error::Error;

/// Does what was asked for.
pub(crate) fn run(verb: Verb) -> Result<ExitCode, Error> {
    match verb {
        Verb::Fuzz(options) => fuzz::fuzz(&options),
        Verb::Report(options) => report::report(&options),
    }
}
