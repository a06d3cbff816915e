//! `cargo forall replay`: one input of a property again, or all that are kept in a file.
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::path::Path;
use std::process::ExitCode;

use crate::build;
use crate::command::Replay;
use crate::error::Error;
use crate::harness::Found;
use crate::outcome;
use crate::project::Project;
use crate::regressions::{FOLDER, Kept};
use crate::screen::Screen;
use crate::session::Session;
use crate::signals::Signals;

pub(crate) fn replay(options: &Replay) -> Result<ExitCode, Error> {
    let inputs = inputs(options)?;
    let project = Project::open(&options.selection)?;
    let binaries = build::usual(&project, &options.selection, false)?;
    let all = Found::all(&binaries, false)?;
    let properties = match &inputs {
        Inputs::Token(_) => Found::matching(all, options.filter.as_deref())?,
        Inputs::File(kept) => vec![Found::with_file(all, FOLDER, &kept.path)?],
    };
    let (mut outcomes, mut signal) = (Vec::new(), None);
    for choices in inputs.choices() {
        if !options.json {
            println!("{choices}");
        }
        // What killed a process is told as well as what fails.
        let settings = vec![("FORALL_REPLAY", choices), ("FORALL_ISOLATE", "1")];
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
    /// What is kept of a property.
    File(Kept),
}

impl Inputs {
    fn choices(&self) -> Vec<&str> {
        match self {
            Inputs::Token(token) => vec![token],
            Inputs::File(kept) => kept.entries().map(|entry| &*entry.choices).collect(),
        }
    }
}

fn inputs(options: &Replay) -> Result<Inputs, Error> {
    let path = Path::new(&options.input);
    match Kept::read(path)? {
        Some(kept) if kept.entries().next().is_none() => {
            Err(Error::NoFailures(options.input.clone()))
        }
        Some(kept) => Ok(Inputs::File(kept)),
        None if options.filter.is_none() => Err(Error::NoSuchInput(options.input.clone())),
        None => Ok(Inputs::Token(options.input.clone())),
    }
}
