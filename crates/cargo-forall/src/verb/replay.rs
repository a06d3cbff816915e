//! `cargo forall replay`: one input of a property again, or all that are kept in a file.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::path::Path;
use std::process::ExitCode;

use forall_format::regressions::RegressionEntry;

use crate::build;
use crate::command::Replay;
use crate::error::Error;
use crate::harness::{Found, Wanted};
use crate::outcome;
use crate::project::Project;
use crate::regressions;
use crate::screen::Screen;
use crate::session::Session;
use crate::signals::Signals;

pub(crate) fn replay(options: &Replay) -> Result<ExitCode, Error> {
    let inputs = inputs(options)?;
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let all = Found::all(&binaries, Wanted::AllProperties)?;
    let properties = match &inputs {
        Inputs::Token(_) => Found::matching(all, options.filter.as_deref())?,
        Inputs::File(_) => vec![Found::with_regressions(all, Path::new(&options.input))?],
    };
    let (mut outcomes, mut signal) = (Vec::new(), None);
    for choices in &inputs.tokens() {
        if !options.json {
            println!("{choices}");
        }
        // What killed a process is told as well as what fails.
        let settings = vec![("FORALL_REPLAY", choices.as_str()), ("FORALL_ISOLATE", "1")];
        let screen = Screen::here(options.json);
        let results = project.scratch();
        let signals = Signals::listen();
        let session = Session { settings, results, jobs: 1, screen, dashboard: None, signals };
        let ending = session.run(&properties)?;
        outcomes.extend(ending.outcomes);
        signal = ending.signal;
        if signal.is_some() {
            break;
        }
    }
    Ok(outcome::code(&outcomes, signal))
}

/// What to run.
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

fn inputs(options: &Replay) -> Result<Inputs, Error> {
    let path = Path::new(&options.input);
    match regressions::read(path)? {
        Some(entries) if entries.is_empty() => Err(Error::NoFailures(options.input.clone())),
        Some(entries) => Ok(Inputs::File(entries)),
        None if options.filter.is_none() => Err(Error::NoSuchInput(options.input.clone())),
        None => Ok(Inputs::Token(options.input.clone())),
    }
}
