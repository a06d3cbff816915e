//! `cargo forall run`: runs properties as `cargo test` would, and shows how they go.

use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;

use crate::build;
use crate::command::Run;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::outcome;
use crate::project::Project;
use crate::screen::Screen;
use crate::session::Session;
use crate::signals::Signals;

pub(crate) fn run(options: &Run) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, options.release)?;
    let wanted = if options.ignored { Wanted::IgnoredProperties } else { Wanted::Properties };
    let all = Found::all(&binaries, wanted)?;
    let properties = Found::matching(all, options.filter.as_deref())?;
    let dashboard = options.look.dashboard()?;
    let settings = settings(options);
    let settings = settings.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let screen = Screen::here(options.look.json);
    let results = RESULTS_FOLDER.to_owned();
    let signals = Signals::listen();
    let session =
        Session { settings, results, jobs: options.jobs.get(), screen, dashboard, signals };
    let ending = session.run(&properties)?;
    Ok(outcome::code(&ending.outcomes, ending.signal))
}

/// What the properties are told.
fn settings(options: &Run) -> Vec<(&'static str, String)> {
    let all = [
        ("FORALL_RUNNER", options.runner.clone()),
        ("FORALL_TESTS", options.tests.map(|tests| tests.to_string())),
        ("FORALL_MAX_TIME", options.time.as_ref().map(|time| time.text.clone())),
        ("FORALL_SEED", options.seed.clone()),
    ];
    all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}
