//! `cargo forall shrink`: shrinks saved failures again with a larger budget.

use std::process::ExitCode;

use forall_format::regressions::RegressionEntry;

use crate::build;
use crate::command::Shrink;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::instrument::Instrumentation;
use crate::outcome::{self, Outcome};
use crate::output;
use crate::project::Project;
use crate::regressions;
use crate::signals::Signals;

pub(crate) fn shrink(options: &Shrink) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let path = &project.find_file(&options.file);
    let before = regressions::read(path)?.unwrap_or_default();
    if before.is_empty() {
        return Err(Error::NoFailures(path.display().to_string()));
    }
    // Optimised, but with the debug assertions and overflow checks that may fail.
    let built = build::optimised(&project, &options.selection, &Instrumentation::NONE)?;
    let all = DiscoveredTest::find_all(&built.binaries, TestKind::EveryProperty)?;
    let test = DiscoveredTest::with_regressions(all, path)?;
    let mut signals = Signals::listen();
    let running = test.start(&settings(options), &project.scratch_folder())?;
    let finished = running.finish(&mut signals)?;
    if Outcome::new(&finished) == Outcome::Error {
        output::print_error(&finished.stderr)?;
        return Ok(outcome::exit_code(&[Outcome::Error], None));
    }
    for (old, new) in before.iter().zip(&regressions::read(path)?.unwrap_or_default()) {
        output::print(format_args!("{}: {new}", change(old, new)))?;
    }
    Ok(outcome::exit_code(&[], signals.exit_code()))
}

/// Returns settings with which only the saved failures run. The library shrinks them and replaces them in the file.
fn settings(options: &Shrink) -> [Setting; 4] {
    [
        Setting::new("FORALL_TESTS", "0"),
        Setting::new("FORALL_MAX_SHRINKS", options.tries.to_string()),
        Setting::new("FORALL_SHRINK_TIME", &options.time),
        Setting::new("FORALL_RUNNER", "quick_check"),
    ]
}

/// Returns the word for the difference between an entry before and after shrinking.
fn change(old: &RegressionEntry, new: &RegressionEntry) -> &'static str {
    if !new.state.is_failing() {
        "now passes"
    } else if old.choices == new.choices {
        "unchanged"
    } else {
        "shrunk"
    }
}
