//! `cargo forall fuzz`: builds with coverage instrumentation, and fuzzes each property for a given time.
//!
//! The search itself is the runner `fuzz` of the library, which `FORALL_RUNNER=fuzz` selects.

use std::collections::BTreeSet;
use std::process::ExitCode;

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
use crate::store::{self, StoreThread};

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
    DiscoveredTest::check_settings(&tests, &settings)?;
    if !options.output.json {
        let count = properties(tests.len());
        output::print_line(format_args!("fuzzing {count}, {} each", options.time))?;
        if instrumentation.mode != Mode::Plain {
            let packages = tests.iter().map(DiscoveredTest::package);
            output::print(instrumented(&built, &project.direct_dependencies(packages)))?;
        }
    }
    let store = match &options.store {
        Some(_) if options.corpus == OFF => {
            return Err(Error::Store(
                "`--store` needs a corpus; leave out `--corpus off`".to_owned(),
            ));
        }
        Some(url) => Some(StoreThread::start(store::open(url)?, &tests, &options.corpus)?),
        None => None,
    };
    let session = Session {
        settings,
        results: shard.results_folder(),
        jobs: options.jobs.get(),
        screen: Screen::new(options.output.json),
        dashboard: options.output.dashboard.map(Dashboard::open).transpose()?,
        signals: Signals::listen(),
    };
    let end = session.run(&tests)?;
    if let Some(store) = store {
        output::print_error_line(store.finish())?;
    }
    if !options.output.json && end.signal.is_some() {
        output::print_line("the next search continues from the saved corpus")?;
    }
    Ok(outcome::exit_code(&end.outcomes, end.signal))
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
        Setting::new("FORALL_MAX_TIME", &options.time),
        Setting::new("FORALL_ISOLATE", if options.no_isolation { "0" } else { "1" }),
        Setting::new("FORALL_CORPUS", &options.corpus),
        // The report of a property that passed shows its coverage.
        Setting::new("FORALL_VERBOSE", "true"),
    ]
}
