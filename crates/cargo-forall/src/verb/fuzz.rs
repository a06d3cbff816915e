//! `cargo forall fuzz`: builds with instrumentation, and lets every property search for a time.
//!
//! How a property searches is the library's part; it is told by `FORALL_RUNNER=fuzz`.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::ExitCode;

use forall_format::state_path::RESULTS_FOLDER;

use crate::build;
use crate::command::Fuzz;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::instrument::Mode;
use crate::outcome::{self, Outcome};
use crate::project::Project;
use crate::screen::{Screen, properties};
use crate::session::Session;
use crate::signals::Signals;

pub(crate) fn fuzz(options: &Fuzz) -> Result<ExitCode, Error> {
    let mode = match (options.plain, options.trace) {
        (true, _) => Mode::Plain,
        (false, false) => Mode::Edges,
        (false, true) => Mode::Compares,
    };
    let project = Project::open(&options.selection)?;
    let binaries = build::tests(&project, &options.selection, mode)?;
    let wanted = if options.all_tests { Wanted::Tests } else { Wanted::Properties };
    let all = Found::all(&binaries, wanted)?;
    let found = Found::matching(all, options.filter.as_deref())?;
    let settings = vec![
        ("FORALL_RUNNER", "fuzz"),
        ("FORALL_MAX_TIME", &*options.time.text),
        ("FORALL_ISOLATE", if options.in_process { "0" } else { "1" }),
        ("FORALL_CORPUS", &options.corpus),
        // Of what passed, one wants to know how far it came.
        ("FORALL_VERBOSE", "true"),
    ];
    if !options.look.json {
        println!("fuzzing {}, {} each", properties(found.len()), options.time.text);
    }
    let session = Session {
        settings,
        results: RESULTS_FOLDER.to_owned(),
        jobs: options.jobs.get(),
        screen: Screen::here(options.look.json),
        dashboard: options.look.dashboard()?,
        signals: Signals::listen(),
    };
    let ending = session.run(&found)?;
    if ending.signal.is_some() && !options.look.json {
        println!("the next campaign goes on from here");
    }
    let passed = ending.outcomes.iter().all(|outcome| *outcome == Outcome::Passed);
    if mode == Mode::Edges && passed && !options.look.json {
        println!(
            "`--trace` would also tell what is compared, so that magic numbers and words are found"
        );
    }
    Ok(outcome::code(&ending.outcomes, ending.signal))
}
