//! `cargo forall shrink`: tries once more, and longer, to make kept failures simpler.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::path::Path;
use std::process::ExitCode;

use forall_format::regressions::RegressionEntry;

use crate::build;
use crate::command::Shrink;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::instrument::Mode;
use crate::outcome::{self, Outcome};
use crate::project::Project;
use crate::regressions;
use crate::signals::Signals;

pub(crate) fn shrink(options: &Shrink) -> Result<ExitCode, Error> {
    let path = Path::new(&options.file);
    let before = regressions::read(path)?.unwrap_or_default();
    if before.is_empty() {
        return Err(Error::NoFailures(path.display().to_string()));
    }
    let project = Project::open(&options.selection)?;
    // Fast, but with the checks that may be what fails.
    let binaries = build::tests(&project, &options.selection, Mode::Plain)?;
    let found = Found::with_regressions(Found::all(&binaries, Wanted::AllProperties)?, path)?;
    // What is kept runs first, and is shrunk where it stands; nothing else shall run.
    let tries = options.tries.to_string();
    let settings = [
        ("FORALL_TESTS", "0"),
        ("FORALL_MAX_SHRINKS", tries.as_str()),
        ("FORALL_SHRINK_TIME", &options.time.text),
        ("FORALL_RUNNER", "quick_check"),
    ];
    let mut signals = Signals::listen();
    let done = found.start(&settings, &project.scratch())?.done(&mut signals)?;
    if Outcome::of(&done) == Outcome::Wrong {
        eprint!("{}", done.says);
        return Ok(outcome::code(&[Outcome::Wrong], None));
    }
    for (old, new) in before.iter().zip(&regressions::read(path)?.unwrap_or_default()) {
        print!("{}: {new}", how(old, new));
    }
    Ok(outcome::code(&[], signals.code()))
}

/// What came of an entry.
fn how(old: &RegressionEntry, new: &RegressionEntry) -> &'static str {
    match (new.state.is_failing(), old.choices == new.choices) {
        (false, _) => "fails no more",
        (true, true) => "as it was",
        (true, false) => "simpler",
    }
}
