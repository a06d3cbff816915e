//! `cargo forall replay`: runs one input of a property again, or all saved failures in a file.

use std::path::Path;
use std::process::ExitCode;

use forall_format::regressions::RegressionEntry;

use crate::build;
use crate::command::Replay;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::outcome;
use crate::output;
use crate::project::Project;
use crate::regressions;
use crate::screen::Screen;
use crate::session::{Session, SessionEnd};
use crate::signals::Signals;

pub(crate) fn replay(options: &Replay) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let path = project.find_file(Path::new(&options.input));
    let inputs = inputs(options, &path)?;
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::EveryProperty)?;
    let tests = match &inputs {
        Inputs::Token(_) => DiscoveredTest::matching(all, options.filter.as_deref())?,
        Inputs::File(_) => vec![DiscoveredTest::with_regressions(all, &path)?],
    };
    let mut total = SessionEnd { outcomes: Vec::new(), signal: None };
    for token in inputs.tokens() {
        if !options.json {
            output::print_line(&token)?;
        }
        let session = Session {
            // Isolation, so that a crash is reported like any other failure.
            settings: vec![
                Setting::new("FORALL_REPLAY", token),
                Setting::new("FORALL_ISOLATE", "1"),
            ],
            results: project.scratch_folder(),
            jobs: 1,
            screen: Screen::new(options.json),
            dashboard: None,
            signals: Signals::listen(),
        };
        let end = session.run(&tests)?;
        total.outcomes.extend(end.outcomes);
        total.signal = end.signal;
        if total.signal.is_some() {
            break;
        }
    }
    Ok(outcome::exit_code(&total.outcomes, total.signal))
}

/// The inputs to run.
enum Inputs {
    /// One input, as a report printed it.
    Token(String),
    /// The saved failures of a property.
    File(Vec<RegressionEntry>),
}

impl Inputs {
    fn tokens(&self) -> Vec<String> {
        match self {
            Inputs::Token(token) => vec![token.clone()],
            Inputs::File(entries) => {
                entries.iter().map(|entry| entry.choices.to_string()).collect()
            }
        }
    }
}

fn inputs(options: &Replay, path: &Path) -> Result<Inputs, Error> {
    match regressions::read(path)? {
        Some(entries) if entries.is_empty() => Err(Error::NoFailures(options.input.clone())),
        Some(entries) => Ok(Inputs::File(entries)),
        None if options.filter.is_none() => Err(Error::NoSuchInput(options.input.clone())),
        None => Ok(Inputs::Token(options.input.clone())),
    }
}
