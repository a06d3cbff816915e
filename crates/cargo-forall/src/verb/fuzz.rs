//! `cargo forall fuzz`: builds with coverage instrumentation, and divides a given time among the properties.
//!
//! The search itself is the runner `fuzz` of the library, which `FORALL_RUNNER=fuzz` selects.

use std::collections::BTreeSet;
use std::process::ExitCode;
use std::time::Duration;

use forall_format::duration::parse_duration;
use forall_format::state_path::OFF;
use forall_format::variable;

use crate::build::{self, OptimisedBuild};
use crate::command::Fuzz;
use crate::constants;
use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::instrument::{Instrumentation, Mode};
use crate::outcome;
use crate::output;
use crate::project::Project;
use crate::screen::{Screen, properties};
use crate::session::Session;
use crate::shards::Assignment;
use crate::signals::Signals;
use crate::store::{self, StoreThread, WorkerFiles};
use crate::time_share::TimeShare;

/// The number of dependencies that are listed.
const MAX_LISTED: usize = 5;

pub(crate) fn fuzz(options: &Fuzz) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let instrumentation =
        Instrumentation { mode: mode(options), dependencies: options.instrument.clone() };
    let built = build::optimised(&project, &options.selection, &instrumentation)?;
    let kind = if options.all_tests { TestKind::AllTests } else { TestKind::Properties };
    let all = DiscoveredTest::find_all(&built.binaries, kind)?;
    let tests = DiscoveredTest::matching(all, options.filter.as_deref())?;
    let folder = project.folder().join("constants");
    constants::write(&built.binaries, &folder)?;
    let mut settings = settings(options);
    settings.push(Setting::new(variable::CONSTANTS, folder.display().to_string()));
    let shard = Assignment::new(None)?;
    settings.extend(shard.setting());
    if options.store.is_some() && shard.setting().is_none() {
        // Otherwise, the workers of a CI system would all run the same search. Shards have different seeds.
        settings.push(Setting::new("FORALL_FIXED_SEED", "false"));
    }
    DiscoveredTest::check_settings(&tests, &settings)?;
    let jobs = options.jobs.get();
    let time = time(options.time.as_deref(), tests.len(), jobs);
    if !options.output.json {
        output::print_line(heading(tests.len(), options.time.as_deref(), time))?;
        if instrumentation.mode != Mode::Plain {
            let packages = tests.iter().map(DiscoveredTest::package);
            output::print(instrumented(&built, &project.direct_dependencies(packages)))?;
        }
    }
    let dashboard = options.output.dashboard.map(Dashboard::open).transpose()?;
    let results = shard.results_folder();
    let store = match &options.store {
        Some(_) if options.corpus == OFF => {
            return Err(Error::Store(
                "`--store` needs a corpus; leave out `--corpus off`".to_owned(),
            ));
        }
        Some(url) => {
            let others = dashboard.as_ref().map(Dashboard::other_workers);
            let files = WorkerFiles { corpus: &options.corpus, results: &results, others };
            Some(StoreThread::start(store::open(url)?, &tests, files))
        }
        None => None,
    };
    let session = Session {
        settings,
        results,
        jobs,
        screen: Screen::new(options.output.json),
        dashboard,
        signals: Signals::listen(),
    };
    let can_go_on = options.corpus != OFF && shard.setting().is_none();
    let share = if can_go_on { TimeShare::new } else { TimeShare::equal };
    let end = session.search(&tests, share(time, tests.len(), jobs), time);
    // Even after an error, what was found is copied.
    if let Some(store) = store {
        output::print_error_line(store.finish())?;
    }
    let end = end?;
    if !options.output.json && end.signal.is_some() {
        output::print_line("the next search continues from the saved corpus")?;
    }
    Ok(outcome::exit_code(&end.outcomes, end.signal))
}

/// The time for each property if none is requested.
const TIME_PER_PROPERTY: Duration = Duration::from_secs(60);

/// Returns the time of the search.
fn time(requested: Option<&str>, tests: usize, jobs: usize) -> Duration {
    let requested = requested.and_then(|text| parse_duration(text).ok());
    let rounds = u32::try_from(tests.div_ceil(jobs)).unwrap_or(u32::MAX);
    requested.unwrap_or(TIME_PER_PROPERTY.saturating_mul(rounds))
}

fn heading(tests: usize, requested: Option<&str>, time: Duration) -> String {
    let count = properties(tests);
    let time = requested.map_or_else(|| format!("{}s", time.as_secs()), str::to_owned);
    let together = if tests == 1 { "" } else { " together" };
    format!("fuzzing {count} for {time}{together}")
}

/// Returns which packages are instrumented, and which direct dependencies are not.
fn instrumented(built: &OptimisedBuild, dependencies: &BTreeSet<String>) -> String {
    let names = built.instrumented.iter().map(String::as_str).collect::<Vec<&str>>().join(", ");
    let others: Vec<&str> =
        dependencies.difference(&built.instrumented).map(String::as_str).collect();
    let more = match others.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let others = others[..others.len().min(MAX_LISTED)].join(", ");
    if others.is_empty() {
        return format!("instrumented: {names}\n");
    }
    format!(
        "instrumented: {names}\n\
         not instrumented: {others}{more}; `--instrument PACKAGE` adds a dependency\n"
    )
}

fn mode(options: &Fuzz) -> Mode {
    if options.no_coverage {
        Mode::Plain
    } else if options.no_comparisons {
        Mode::Edges
    } else {
        Mode::Comparisons
    }
}

fn settings(options: &Fuzz) -> Vec<Setting> {
    vec![
        Setting::new("FORALL_RUNNER", "fuzz"),
        Setting::new("FORALL_ISOLATE", if options.no_isolation { "0" } else { "1" }),
        Setting::new("FORALL_CORPUS", &options.corpus),
        // The report of a property that passed shows its coverage.
        Setting::new("FORALL_VERBOSE", "true"),
    ]
}
