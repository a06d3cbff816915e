//! `cargo forall fuzz`: builds with instrumentation, and lets every property search for a time.
//!
//! How a property searches is the library's part; it is told by `FORALL_RUNNER=fuzz`.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::process::ExitCode;

use crate::build;
use crate::command::Fuzz;
use crate::error::Error;
use crate::harness::{Ended, Found};
use crate::instrument::Mode;
use crate::project::Project;

pub(crate) fn fuzz(options: &Fuzz) -> Result<ExitCode, Error> {
    let mode = match (options.plain, options.trace) {
        (true, _) => Mode::Plain,
        (false, false) => Mode::Edges,
        (false, true) => Mode::Compares,
    };
    let project = Project::open(&options.selection)?;
    let binaries = build::tests(&project, &options.selection, mode)?;
    let all = Found::all(&binaries, options.all_tests)?;
    let properties = Found::matching(all, options.filter.as_deref())?;
    let isolate = if options.in_process { "0" } else { "1" };
    let time = &options.time.text;
    let settings = [("FORALL_RUNNER", "fuzz"), ("FORALL_TIME", time), ("FORALL_ISOLATE", isolate)];

    println!("fuzzing {}, {} each", count(properties.len()), options.time.text);
    let mut falsified = 0;
    for property in &properties {
        let ended = property.run(&settings)?;
        println!("{} ... {ended}", property.path);
        falsified += usize::from(ended != Ended::Passed);
    }
    if falsified == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    println!("{falsified} of {} falsified", count(properties.len()));
    Ok(ExitCode::from(1))
}

fn count(properties: usize) -> String {
    format!("{properties} {}", if properties == 1 { "property" } else { "properties" })
}
