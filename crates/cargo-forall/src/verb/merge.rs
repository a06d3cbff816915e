//! `cargo forall merge`: combines the results of shards into those of one machine.
//!
//! The test binary merges them itself: it has the properties, and shrinks and prints as usual.

use std::env;
use std::ffi::OsString;
use std::path::{self, PathBuf};
use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;
use forall_format::variable;

use crate::build;
use crate::command::Merge;
use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::outcome;
use crate::output;
use crate::project::Project;
use crate::screen::{Screen, properties};
use crate::session::Session;
use crate::shards;
use crate::signals::Signals;

/// The number of properties without results that are listed.
const MAX_LISTED: usize = 5;

pub(crate) fn merge(options: &Merge) -> Result<ExitCode, Error> {
    let folders = folders(&options.folders)?;
    let sharded = shards::properties_in(&folders)?;
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::EveryProperty)?;
    let (tests, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|test| sharded.contains(test));
    let tests = DiscoveredTest::matching(tests, options.filter.as_deref())?;
    let session = Session {
        settings: vec![Setting::new(variable::MERGE, joined(&folders)?)],
        results: RESULTS_FOLDER.to_owned(),
        jobs: 1,
        screen: Screen::new(options.output.json),
        dashboard: options.output.dashboard.map(Dashboard::open).transpose()?,
        signals: Signals::listen(),
    };
    let end = session.run(&tests)?;
    if options.filter.is_none() && !others.is_empty() {
        let mut names: Vec<&str> = others.iter().map(|test| &*test.name).collect();
        let more = names.len().saturating_sub(MAX_LISTED);
        names.truncate(MAX_LISTED);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        output::print_error_line(format_args!(
            "no shard has run {}: {}{more}",
            properties(others.len()),
            names.join(", ")
        ))?;
    }
    Ok(outcome::exit_code(&end.outcomes, end.signal))
}

/// Returns the absolute paths of the folders: tests run in the folder of their package.
fn folders(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Error> {
    let absolute = |path: &PathBuf| match path::absolute(path) {
        Ok(absolute) if absolute.is_dir() => Ok(absolute),
        _ => Err(Error::Shards(format!("there is no folder `{}`", path.display()))),
    };
    paths.iter().map(absolute).collect()
}

/// Returns the folders as the value of a variable.
fn joined(folders: &[PathBuf]) -> Result<String, Error> {
    let joined: OsString = env::join_paths(folders)
        .map_err(|error| Error::Shards(format!("the folders cannot be passed on: {error}")))?;
    let unusual = |_| Error::Shards("the path of a folder is not UTF-8".to_owned());
    joined.into_string().map_err(unusual)
}
