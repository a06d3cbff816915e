//! `cargo forall sample`: a look at the inputs of a property, and how they are spread.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::fs;
use std::process::ExitCode;

use crate::build;
use crate::command::Sample;
use crate::error::Error;
use crate::harness::Found;
use crate::outcome::{self, Outcome};
use crate::plot;
use crate::project::Project;
use crate::samples::Samples;
use crate::signals::Signals;

pub(crate) fn sample(options: &Sample) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let properties = Found::matching(Found::all(&binaries, false)?, Some(&options.property))?;
    let folder = project.folder().join("samples");
    let _ = fs::remove_dir_all(&folder);
    let tests = options.spread.to_string();
    let place = folder.display().to_string();
    let mut settings = vec![
        ("FORALL_OBSERVATIONS", place.as_str()),
        ("FORALL_TESTS", &tests),
        ("FORALL_REGRESSIONS", "off"),
        ("FORALL_RUNNER", "quick_check"),
    ];
    settings.extend(options.seed.as_deref().map(|seed| ("FORALL_SEED", seed)));
    let mut outcomes = Vec::new();
    for found in &properties {
        let done = found.start(&settings, &project.scratch())?.done(&mut Signals::listen())?;
        outcomes.push(Outcome::of(&done));
        let samples = Samples::read(&folder, found)?;
        print!("{}", shown(found, &samples, options.count));
    }
    // What it came to is another question; but one that tests nothing has no inputs to look at.
    let vacuous = outcomes.iter().all(|outcome| *outcome == Outcome::Vacuous);
    Ok(if vacuous { outcome::code(&outcomes, None) } else { ExitCode::SUCCESS })
}

fn shown(found: &Found<'_>, samples: &Samples, count: usize) -> String {
    let mut text = format!("{}\n", found.path);
    for sample in samples.spread_out(count) {
        text += &format!("  {}\n", sample.replace('\n', ", "));
    }
    for (name, values) in samples.features() {
        text += &format!("{name}\n{}", plot::bars(&values));
    }
    text + &samples.turned_away()
}
