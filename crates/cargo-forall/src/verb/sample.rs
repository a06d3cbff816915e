//! `cargo forall sample`: prints inputs of a property and their distribution.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::build;
use crate::command::Sample;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::outcome::{self, Outcome};
use crate::output;
use crate::plot;
use crate::project::Project;
use crate::samples::{CHOICES, Samples};
use crate::signals::Signals;

/// The number of characters of a printed input.
const MAX_INPUT_LENGTH: usize = 160;

pub(crate) fn sample(options: &Sample) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::EveryProperty)?;
    let tests = DiscoveredTest::matching(all, Some(&options.property))?;
    let folder = project.folder().join("samples");
    let _ = fs::remove_dir_all(&folder);
    let settings = settings(options, &folder);
    DiscoveredTest::check_settings(&tests, &settings)?;
    let mut outcomes = Vec::new();
    let mut signals = Signals::listen();
    for test in &tests {
        let finished = test.start(&settings, &project.scratch_folder())?.finish(&mut signals)?;
        let outcome = Outcome::new(&finished);
        if outcome == Outcome::Error {
            output::print_error(&finished.stderr)?;
        } else {
            output::print(sample_text(test, &Samples::read(&folder, test)?, options.count))?;
        }
        // Other outcomes do not matter here. A vacuous property has no inputs to print.
        if matches!(outcome, Outcome::Vacuous | Outcome::Error) {
            outcomes.push(outcome);
        }
        if signals.exit_code().is_some() {
            break;
        }
    }
    Ok(outcome::exit_code(&outcomes, signals.exit_code()))
}

fn settings(options: &Sample, folder: &Path) -> Vec<Setting> {
    let mut settings = vec![
        Setting::new("FORALL_OBSERVATIONS", folder.display().to_string()),
        Setting::new("FORALL_TESTS", options.num_tests.to_string()),
        Setting::new("FORALL_REGRESSIONS", "off"),
        // Failing inputs are sampled too, and not shrunk.
        Setting::new("FORALL_RUNNER", "find_all"),
        Setting::new("FORALL_MAX_SHRINKS", "0"),
    ];
    settings.extend(options.seed.as_ref().map(|seed| Setting::new("FORALL_SEED", seed)));
    settings
}

fn sample_text(test: &DiscoveredTest<'_>, samples: &Samples, count: usize) -> String {
    let mut text = format!("{}\n", test.name);
    for sample in samples.evenly_spaced(count) {
        text += &format!("  {}\n", shortened(sample));
    }
    for (name, values) in samples.features() {
        let name = if name == CHOICES { "size: number of choices per input" } else { &*name };
        text += &format!("{name}\n{}", plot::bars(&values));
    }
    text + &samples.discarded()
}

/// Returns all variables on one line, each with its share of the space.
fn shortened(sample: &str) -> String {
    let variables: Vec<&str> = sample.lines().collect();
    let lengths = variables.iter().map(|variable| variable.chars().count()).collect();
    let max_length = max_variable_length(lengths);
    let shorten = |variable: &&str| match variable.char_indices().nth(max_length) {
        None => (*variable).to_owned(),
        Some((end, _)) => format!("{} …", &variable[..end]),
    };
    variables.iter().map(shorten).collect::<Vec<String>>().join(", ")
}

/// Returns the number of characters for each variable. Long variables share the space that short ones do not need.
fn max_variable_length(mut lengths: Vec<usize>) -> usize {
    lengths.sort_unstable();
    let mut space = MAX_INPUT_LENGTH;
    let mut remaining = lengths.len();
    for length in lengths {
        let share = space / remaining;
        if length > share {
            return share;
        }
        space -= length;
        remaining -= 1;
    }
    MAX_INPUT_LENGTH
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_variable_leaves_space_for_others() {
        let long = "7, ".repeat(100);
        let shown = shortened(&format!("a = {long}\nb = {long}\nc = 1"));
        assert!(shown.ends_with(" …, c = 1") && shown.matches(" …, ").count() == 2, "{shown}");
        assert_eq!(shortened("a = 1\nb = 2"), "a = 1, b = 2");
        let shown = shortened(&format!("a = {long}\nc = 1"));
        assert!(shown.chars().count() >= MAX_INPUT_LENGTH, "all the space is used: {shown}");
    }
}
