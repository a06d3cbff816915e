//! `cargo forall replay`: runs one input of a property again, or all saved failures in a file or a store.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;

use forall_format::regressions::{RegressionEntry, RegressionFile};

use crate::build;
use crate::command::Replay;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::outcome::{self, FinishedTest};
use crate::output;
use crate::project::Project;
use crate::regressions;
use crate::results::Run;
use crate::screen::Screen;
use crate::session::{Session, SessionEnd};
use crate::signals::Signals;
use crate::store::{self, Kind, Store, StoreFolder};

pub(crate) fn replay(options: &Replay) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let store = options.store.as_deref().map(store::open).transpose()?;
    let inputs = match &store {
        Some(store) => Inputs::Store(&**store),
        None => inputs(options, &project)?,
    };
    let binaries = build::cargo_test(&project, &options.selection)?;
    let all = DiscoveredTest::find_all(&binaries, TestKind::EveryProperty)?;
    let code_file = options.code.then(|| project.scratch_file("steps.rs")).transpose()?;
    let mut failures = BTreeSet::new();
    let mut total = SessionEnd { outcomes: Vec::new(), signal: None };
    for (tests, token) in inputs.replays(all, options)? {
        if !options.json {
            output::print_line(&token)?;
        }
        // Isolation, so that a crash is reported like any other failure.
        let mut settings =
            vec![Setting::new("FORALL_REPLAY", token), Setting::new("FORALL_ISOLATE", "1")];
        if let Some(file) = &code_file {
            settings.push(Setting::new("FORALL_CODE", file.display().to_string()));
        }
        let session = Session {
            settings,
            results: project.scratch_folder(),
            jobs: 1,
            screen: Screen::new(options.json),
            dashboard: None,
            signals: Signals::listen(),
        };
        // A store has the same failure from several workers, and the simplest inputs come first.
        let is_new = |test: &FinishedTest| {
            let failure = test.run.as_ref().and_then(Run::failure);
            store.is_none()
                || failure.is_none_or(|failure| failures.insert((test.name.clone(), failure)))
        };
        let end = session.run_selecting(&tests, is_new)?;
        if end.outcomes.is_empty() && end.signal.is_none() && !options.json {
            output::print_line("fails like a simpler input")?;
        }
        if let Some(file) = &code_file {
            print_code(file)?;
        }
        total.outcomes.extend(end.outcomes);
        total.signal = end.signal;
        if total.signal.is_some() {
            break;
        }
    }
    Ok(outcome::exit_code(&total.outcomes, total.signal))
}

/// Prints the code that a test wrote to this file, and removes the file.
fn print_code(file: &Path) -> Result<(), Error> {
    match fs::read_to_string(file) {
        Ok(code) => {
            fs::remove_file(file).map_err(Error::cannot("remove the code of the steps"))?;
            match code.is_empty() {
                true => output::print_error_line(
                    "no code to print: this implementation of `Machine` has no `code` and `code_start`",
                ),
                false => output::print(code),
            }
        }
        Err(_) => output::print_error_line("no steps to print: the test checked no list of steps"),
    }
}

/// The inputs to run.
enum Inputs<'s> {
    /// One input, as a report printed it.
    Token(String),
    /// The saved failures of a property, in the file at this path.
    File(PathBuf, Vec<RegressionEntry>),
    /// All failures in a store.
    Store(&'s dyn Store),
}

/// The tests that run an input, and the input.
type Replayed<'b> = (Rc<Vec<DiscoveredTest<'b>>>, String);

impl Inputs<'_> {
    /// Returns which of the tests run which inputs.
    fn replays<'b>(
        &self,
        all: Vec<DiscoveredTest<'b>>,
        options: &Replay,
    ) -> Result<Vec<Replayed<'b>>, Error> {
        match self {
            Inputs::Token(token) => {
                let tests = DiscoveredTest::matching(all, options.filter.as_deref())?;
                Ok(vec![(Rc::new(tests), token.clone())])
            }
            Inputs::File(path, entries) => {
                let test = Rc::new(vec![DiscoveredTest::with_regressions(all, path)?]);
                let replayed =
                    |entry: &RegressionEntry| (Rc::clone(&test), entry.choices.to_string());
                Ok(entries.iter().map(replayed).collect())
            }
            Inputs::Store(store) => {
                let tests = DiscoveredTest::matching(all, options.input.as_deref())?;
                let mut replays = Vec::new();
                for test in tests {
                    let tokens = failures(*store, &test)?;
                    let test = Rc::new(vec![test]);
                    replays.extend(tokens.into_iter().map(|token| (Rc::clone(&test), token)));
                }
                if replays.is_empty() {
                    return Err(Error::Store(
                        "no failures of these properties are in the store".to_owned(),
                    ));
                }
                Ok(replays)
            }
        }
    }
}

fn inputs(options: &Replay, project: &Project) -> Result<Inputs<'static>, Error> {
    let input = options.input.clone().unwrap_or_default();
    let path = project.find_file(Path::new(&input));
    match regressions::read(&path)? {
        Some(entries) if entries.is_empty() => Err(Error::NoFailures(input)),
        Some(entries) => Ok(Inputs::File(path, entries)),
        None if options.filter.is_none() => Err(Error::NoSuchInput(input)),
        None => Ok(Inputs::Token(input)),
    }
}

/// Returns the failing inputs of a property in a store, each once.
fn failures(store: &dyn Store, test: &DiscoveredTest<'_>) -> Result<Vec<String>, Error> {
    let Some(property) = &test.property else { return Ok(Vec::new()) };
    let folder = StoreFolder::new(Kind::Failures, test.package(), property.name());
    let found = store::failures(store, &folder);
    let (files, unusable) = found.map_err(|error| Error::Store(error.to_string()))?;
    for reason in unusable {
        output::print_error_line(format_args!("store: {reason}"))?;
    }
    let entries = files.iter().flat_map(RegressionFile::entries);
    let mut tokens: Vec<String> = entries.map(|entry| entry.choices.to_string()).collect();
    // The simplest inputs come first.
    tokens.sort_by_key(|token| (token.len(), token.clone()));
    tokens.dedup();
    Ok(tokens)
}
