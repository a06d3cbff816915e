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
use crate::signals::Signals;

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
    let settings = [
        ("FORALL_RUNNER", "fuzz"),
        ("FORALL_TIME", &options.time.text),
        ("FORALL_ISOLATE", if options.in_process { "0" } else { "1" }),
        ("FORALL_CORPUS", &options.corpus),
        // Of what passed, one wants to know how far it came.
        ("FORALL_VERBOSE", "true"),
    ];

    println!("fuzzing {}, {} each", count(properties.len()), options.time.text);
    let mut signals = Signals::listen();
    let mut ended = Vec::new();
    for property in &properties {
        ended.push(property.run(&settings, &mut signals)?);
        println!("{} ... {}", property.path, ended[ended.len() - 1]);
        if signals.code().is_some() {
            break;
        }
    }
    if mode == Mode::Edges && ended.iter().all(|ended| *ended == Ended::Passed) {
        println!(
            "`--trace` would also tell what is compared, so that magic numbers and words are found"
        );
    }
    Ok(summed_up(&ended, properties.len(), signals.code()))
}

/// What came of the properties that were run, of so many. A failure is worth more than how it ended.
fn summed_up(ended: &[Ended], all: usize, signal: Option<u8>) -> ExitCode {
    let failed = |ended: &&Ended| matches!(ended, Ended::Falsified | Ended::Died(_));
    let falsified = ended.iter().filter(failed).count();
    if falsified > 0 {
        println!("{falsified} of {} falsified", count(all));
    }
    if signal.is_some() {
        println!(
            "interrupted in {} of {}; the next campaign goes on from here",
            ended.len(),
            count(all)
        );
    }
    match signal {
        _ if falsified > 0 => ExitCode::from(1),
        Some(code) => ExitCode::from(code),
        None => ExitCode::SUCCESS,
    }
}

fn count(properties: usize) -> String {
    format!("{properties} {}", if properties == 1 { "property" } else { "properties" })
}
