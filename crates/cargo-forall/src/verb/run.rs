//! `cargo forall run`: runs properties as `cargo test` does, and shows their progress.

use std::process::ExitCode;

use crate::build::{self, Binary};
use crate::command::Run;
use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::orphans::KnownFiles;
use crate::outcome;
use crate::output;
use crate::project::Project;
use crate::screen::Screen;
use crate::session::Session;
use crate::shards::Assignment;
use crate::signals::Signals;

pub(crate) fn run(options: &Run) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let kind = if options.ignored { TestKind::IgnoredProperties } else { TestKind::Properties };
    let all = DiscoveredTest::find_all(&binaries, kind)?;
    let filter = options.filter.as_deref();
    let tests = match DiscoveredTest::matching(all, filter) {
        Err(error @ Error::NoMatch { .. }) => {
            print_orphans(&project, &binaries, filter)?;
            return Err(error);
        }
        tests => tests?,
    };
    let shard = Assignment::new(options.shard)?;
    let mut settings = settings(options);
    settings.extend(shard.setting());
    DiscoveredTest::check_settings(&tests, &settings)?;
    let session = Session {
        settings,
        results: shard.results_folder(),
        jobs: options.jobs.get(),
        screen: Screen::new(options.output.json),
        dashboard: options.output.dashboard.map(Dashboard::open).transpose()?,
        signals: Signals::listen(),
    };
    let end = session.run(&tests)?;
    shard.note().iter().try_for_each(output::print_error_line)?;
    print_orphans(&project, &binaries, filter)?;
    Ok(outcome::exit_code(&end.outcomes, end.signal))
}

/// Prints notes about saved failures that no test runs.
fn print_orphans(
    project: &Project,
    binaries: &[Binary],
    filter: Option<&str>,
) -> Result<(), Error> {
    let notes = KnownFiles::find(project, binaries)?.notes(filter)?;
    notes.iter().try_for_each(output::print_error_line)
}

/// Returns the settings that the command line overrides.
fn settings(options: &Run) -> Vec<Setting> {
    let optional = |variable, value: Option<String>| Some(Setting::new(variable, value?));
    let settings = [
        optional("FORALL_RUNNER", options.runner.clone()),
        optional("FORALL_TESTS", options.num_tests.map(|tests| tests.to_string())),
        optional("FORALL_MAX_TIME", options.time.clone()),
        optional("FORALL_SEED", options.seed.clone()),
    ];
    settings.into_iter().flatten().collect()
}
