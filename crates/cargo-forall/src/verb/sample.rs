//! `cargo forall sample`: a look at the inputs of a property, and how they are spread.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints")]

use std::fs;
use std::process::ExitCode;

use crate::build;
use crate::command::Sample;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::outcome::{self, Outcome};
use crate::plot;
use crate::project::Project;
use crate::samples::{CHOICES, Samples};
use crate::signals::Signals;

/// How much of an input one looks at.
const LONGEST: usize = 160;

pub(crate) fn sample(options: &Sample) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let properties =
        Found::matching(Found::all(&binaries, Wanted::AllProperties)?, Some(&options.property))?;
    let folder = project.folder().join("samples");
    let _ = fs::remove_dir_all(&folder);
    let tests = options.spread.to_string();
    let place = folder.display().to_string();
    let mut settings = vec![
        ("FORALL_OBSERVATIONS", place.as_str()),
        ("FORALL_TESTS", &tests),
        ("FORALL_REGRESSIONS", "off"),
        // Inputs that fail are inputs too, and nobody asks for simpler ones.
        ("FORALL_RUNNER", "find_all"),
        ("FORALL_MAX_SHRINKS", "0"),
    ];
    settings.extend(options.seed.as_deref().map(|seed| ("FORALL_SEED", seed)));
    let (mut outcomes, mut signals) = (Vec::new(), Signals::listen());
    for found in &properties {
        let done = found.start(&settings, &project.scratch())?.done(&mut signals)?;
        outcomes.push(Outcome::of(&done));
        if outcomes.ends_with(&[Outcome::Wrong]) {
            eprint!("{}", done.says);
        } else {
            print!("{}", shown(found, &Samples::read(&folder, found)?, options.count));
        }
        if signals.code().is_some() {
            break;
        }
    }
    // What it came to is another question; but one that tests nothing has no inputs to look at.
    let untold = |outcome: &Outcome| matches!(outcome, Outcome::Vacuous | Outcome::Wrong);
    outcomes.retain(untold);
    Ok(outcome::code(&outcomes, signals.code()))
}

fn shown(found: &Found<'_>, samples: &Samples, count: usize) -> String {
    let mut text = format!("{}\n", found.name);
    for sample in samples.spread_out(count) {
        text += &format!("  {}\n", shortened(sample));
    }
    for (name, values) in samples.features() {
        let name = if name == CHOICES {
            "how large: the choices of which an input is made"
        } else {
            &*name
        };
        text += &format!("{name}\n{}", plot::bars(&values));
    }
    text + &samples.turned_away()
}

/// All variables in a line, of which none takes the room of another.
fn shortened(sample: &str) -> String {
    let variables: Vec<&str> = sample.lines().collect();
    let room = room(variables.iter().map(|variable| variable.chars().count()).collect());
    let short = variables.iter().map(|variable| match variable.char_indices().nth(room) {
        None => (*variable).to_owned(),
        Some((end, _)) => format!("{} …", &variable[..end]),
    });
    short.collect::<Vec<String>>().join(", ")
}

/// How long each may be: what short ones leave is for the long ones.
fn room(mut lengths: Vec<usize>) -> usize {
    lengths.sort_unstable();
    let mut left = LONGEST;
    for (at, length) in lengths.iter().enumerate() {
        let share = left / (lengths.len() - at);
        if *length > share {
            return share;
        }
        left -= length;
    }
    LONGEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_hides_no_other() {
        let long = "7, ".repeat(100);
        let shown = shortened(&format!("a = {long}\nb = {long}\nc = 1"));
        assert!(shown.ends_with(" …, c = 1") && shown.matches(" …, ").count() == 2, "{shown}");
        assert_eq!(shortened("a = 1\nb = 2"), "a = 1, b = 2");
        let shown = shortened(&format!("a = {long}\nc = 1"));
        assert!(shown.chars().count() >= LONGEST, "all the room is used: {shown}");
    }
}
