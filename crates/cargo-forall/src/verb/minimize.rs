//! `cargo forall minimize`: removes inputs from the corpora of a store that reach nothing that smaller ones do not reach.
//!
//! A guided run judges them: it starts with a corpus that has only these inputs, and removes those that are useless.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode};

use forall_format::corpus::CorpusFile;
use forall_format::state_file::{StateFile, StateKind};
use forall_format::state_path::{OFF, PropertyName};
use forall_format::wording::count;

use crate::build;
use crate::command::Minimize;
use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting, TestKind};
use crate::instrument::{Instrumentation, Mode};
use crate::outcome::{self, Outcome};
use crate::output;
use crate::project::Project;
use crate::signals::Signals;
use crate::store::{self, Kind, StoreFolder};

/// The number of tests for each input: one to judge it, and others to make it smaller if it is needed.
const TESTS_PER_INPUT: usize = 64;

pub(crate) fn minimize(options: &Minimize) -> Result<ExitCode, Error> {
    let project = Project::open(&options.selection.packages)?;
    let store = store::open(&options.store)?;
    // The same build as that of `cargo forall fuzz`.
    let instrumentation =
        Instrumentation { mode: Mode::Comparisons, dependencies: options.instrument.clone() };
    let built = build::optimised(&project, &options.selection, &instrumentation)?;
    let all = DiscoveredTest::find_all(&built.binaries, TestKind::EveryProperty)?;
    let corpora = Scratch(project.folder().join(format!("minimize-{}", process::id())));
    let mut signals = Signals::listen();
    for test in DiscoveredTest::matching(all, options.filter.as_deref())? {
        let Some(property) = &test.property else { continue };
        let name = property.name();
        let folder = StoreFolder::new(Kind::Corpus, test.package(), name);
        let mut judge = Judge {
            test: &test,
            name,
            corpora: &corpora.0,
            results: project.scratch_folder(),
            signals: &mut signals,
        };
        let total = store::minimize(&*store, &folder, |inputs| judge.judge(inputs))?;
        let added =
            if total.added == 0 { String::new() } else { format!(", {} added", total.added) };
        output::print_line(format_args!(
            "{}: {} of {} removed{added}",
            test.name,
            total.removed,
            count(total.judged as u64, "input")
        ))?;
        if signals.exit_code().is_some() {
            break;
        }
    }
    Ok(outcome::exit_code(&[], signals.exit_code()))
}

/// A folder that is removed at the end.
#[derive(Debug)]
struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Judges inputs of one property.
#[derive(Debug)]
struct Judge<'j> {
    test: &'j DiscoveredTest<'j>,
    name: PropertyName<'j>,
    /// The folder for a corpus that has only the judged inputs.
    corpora: &'j Path,
    results: String,
    signals: &'j mut Signals,
}

impl Judge<'_> {
    /// Returns the inputs that are needed. If the run ends early, those that it has not tried are among them.
    fn judge(&mut self, inputs: &[String]) -> Result<Vec<String>, Error> {
        let _ = fs::remove_dir_all(self.corpora);
        let corpus = StateFile::new(StateKind::Corpus, self.corpora.to_owned(), self.name);
        write(&corpus, self.name, inputs)
            .map_err(|error| Error::Internal(format!("the inputs cannot be copied: {error}")))?;
        let running = self.test.start(&self.settings(inputs.len()), &self.results)?;
        let finished = running.finish(self.signals)?;
        match Outcome::new(&finished) {
            Outcome::Error => output::print_error(&finished.stderr)?,
            Outcome::Falsified | Outcome::Flaky | Outcome::Crashed => {
                output::print_error_line(format_args!(
                    "{}: an input fails, so larger ones are not judged",
                    self.test.name
                ))?;
            }
            _ => {}
        }
        let needed = read(&corpus).ok_or_else(|| {
            Error::Internal(format!("{} cannot be read", corpus.path().display()))
        })?;
        Ok(needed)
    }

    fn settings(&self, inputs: usize) -> Vec<Setting> {
        vec![
            Setting::new("FORALL_RUNNER", "fuzz"),
            Setting::new("FORALL_ISOLATE", "1"),
            Setting::new("FORALL_CORPUS", self.corpora.display().to_string()),
            Setting::new("FORALL_REGRESSIONS", OFF),
            Setting::new("FORALL_MAX_SHRINKS", "0"),
            Setting::new("FORALL_TESTS", (inputs * TESTS_PER_INPUT).to_string()),
        ]
    }
}

/// Writes a corpus that has only these inputs.
fn write(
    corpus: &StateFile,
    name: PropertyName<'_>,
    inputs: &[String],
) -> Result<(), Box<dyn std::error::Error>> {
    let inputs: Result<Vec<_>, _> = inputs.iter().map(|input| input.parse()).collect();
    let lock = corpus.lock()?;
    // No run has found them, so the feedback for which they are useful is that of this run.
    CorpusFile::begin(&lock, &name.full_name(), &[])?;
    CorpusFile::append(&lock, &name.full_name(), &inputs?)?;
    Ok(())
}

fn read(corpus: &StateFile) -> Option<Vec<String>> {
    Some(CorpusFile::parse(&corpus.read().ok()??).ok()?.inputs().to_vec())
}
