//! `cargo forall fuzz`: builds with coverage instrumentation, and fuzzes each property for a given time.
//!
//! The search itself is the runner `fuzz` of the library, which `FORALL_RUNNER=fuzz` selects.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;

use crate::build;
use crate::command::Fuzz;
use crate::dashboard::Dashboard;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::instrument::Mode;
use crate::outcome::{self, Outcome};
use crate::project::Project;
use crate::screen::{Screen, properties};
use crate::session::{Session, SessionEnd};
use crate::signals::Signals;

pub(crate) fn fuzz(options: &Fuzz) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::optimised(&project, &options.selection, mode(options))?;
    let kind = if options.all_tests { TestKind::AllTests } else { TestKind::Properties };
    let all = DiscoveredTest::find_all(&binaries, kind)?;
    let tests = DiscoveredTest::matching(all, options.filter.as_deref())?;
    if !options.output.json {
        println!("fuzzing {}, {} each", properties(tests.len()), options.time);
    }
    let session = Session {
        settings: settings(options),
        results: RESULTS_FOLDER.to_owned(),
        jobs: options.jobs.get(),
        screen: Screen::new(options.output.json),
        dashboard: options.output.dashboard.map(Dashboard::open).transpose()?,
        signals: Signals::listen(),
    };
    let end = session.run(&tests)?;
    if !options.output.json {
        print_hints(options, &end);
    }
    Ok(outcome::exit_code(&end.outcomes, end.signal))
}

fn mode(options: &Fuzz) -> Mode {
    if options.no_coverage {
        Mode::Plain
    } else if options.trace_compares {
        Mode::Compares
    } else {
        Mode::Edges
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

fn print_hints(options: &Fuzz, end: &SessionEnd) {
    if end.signal.is_some() {
        println!("the next search continues from the saved corpus");
    }
    let have_all_passed = end.outcomes.iter().all(|outcome| *outcome == Outcome::Passed);
    if mode(options) == Mode::Edges && have_all_passed {
        println!("hint: `--trace-compares` helps find magic numbers and keywords");
    }
}
