//! The subcommands, one module each.

mod doctor;
mod export;
mod fuzz;
mod import;
mod list;
mod merge;
mod minimize;
mod regressions;
mod replay;
mod report;
mod run;
mod sample;
mod shrink;
mod wrapper;

use std::process::ExitCode;

use crate::command::Verb;
use crate::error::Error;

/// Runs a subcommand, and returns the exit code.
pub(crate) fn run(verb: Verb) -> Result<ExitCode, Error> {
    match verb {
        Verb::List(options) => list::list(&options),
        Verb::Run(options) => run::run(&options),
        Verb::Merge(options) => merge::merge(&options),
        Verb::Fuzz(options) => fuzz::fuzz(&options),
        Verb::Minimize(options) => minimize::minimize(&options),
        Verb::Replay(options) => replay::replay(&options),
        Verb::Shrink(options) => shrink::shrink(&options),
        Verb::Sample(options) => sample::sample(&options),
        Verb::Export(options) => export::export(&options),
        Verb::Import(options) => import::import(&options),
        Verb::Regressions(options) => regressions::regressions(&options),
        Verb::Report(options) => report::report(&options),
        Verb::Doctor(options) => doctor::doctor(&options),
        Verb::Wrapper(options) => wrapper::wrapper(&options),
    }
}
