//! Results: the progress and the report of a run, for programs that display them.
//!
//! There is one file of JSON lines for each property: the start of the run, its progress from time to time,
//! and its report. A program that watches the file can show a run in progress.

use std::fs::File;
use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use forall_format::results::{
    BeginLine, EndLine, FailingLine, GuidedRecord, ProgressLine, ResultLine, Seed, UNWRITTEN,
};
use forall_format::state_path::LINES_EXTENSION;

use super::{Error, Settings, StartTime, Test, paths, runner_names};
use crate::property::Erased;
use crate::report::json;
use crate::report::{FailureEvent, Progress, Report, Tally};
use crate::runner::Options;
use crate::source::{Shard, Sizes};

/// The shortest and the longest time between two lines about progress. In between, it is a hundredth of the elapsed
/// time, so that a long run does not produce a long file.
const MIN_INTERVAL: Duration = Duration::from_millis(200);
const MAX_INTERVAL: Duration = Duration::from_secs(5);

/// The file of one property in one run.
#[derive(Debug)]
pub(super) struct Results {
    name: String,
    file: Mutex<File>,
    /// The size of the values by test.
    sizes: Sizes,
    state: Mutex<State>,
}

/// The property of a run, and its configuration.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setup<'s> {
    pub(super) test: &'s Test,
    pub(super) property: &'s Erased,
    pub(super) settings: &'s Settings,
    pub(super) options: &'s Options,
    pub(super) started: StartTime,
    /// The shard that this process runs, if it runs only one.
    pub(super) shard: Option<Shard>,
}

impl Results {
    /// Opens the file in the folder that `settings` name, if they name one, and writes the first line.
    pub(super) fn of(setup: &Setup<'_>, own_runner: bool) -> Result<Option<Results>, Error> {
        let Setup { test, settings, options, started, .. } = *setup;
        let Some(folder) = settings.results.as_deref().and_then(paths::folder) else {
            return Ok(None);
        };
        let file = paths::file(&folder, &test.property_name().file_name(LINES_EXTENSION), started)?;
        let results = Results {
            name: test.property_name().full_name(),
            file: Mutex::new(file),
            sizes: options.sizes,
            state: Mutex::default(),
        };
        let runner = match &settings.runner {
            _ if own_runner => "its own",
            Some(name) => name,
            None => runner_names::DEFAULT_RUNNER,
        };
        if started.is_new {
            let _ = results.write(&ResultLine::Begin(begin(setup, runner)));
        }
        Ok(Some(results))
    }

    /// Writes the last line. If that fails, returns a message for the user: otherwise the process seems to have crashed.
    pub(super) fn close(&self, report: &Report, ending: &Ending<'_>) -> Result<(), String> {
        let line = EndLine {
            property: self.name.clone(),
            seconds: ending.elapsed.as_secs_f64(),
            interrupted: ending.interrupted,
            replay: ending.replay.map(str::to_owned),
            saved: ending.saved.map(str::to_owned),
            text: ending.text.to_owned(),
            report: json::record(report),
        };
        let written = self.write(&ResultLine::End(Box::new(line)));
        written.map_err(|error| format!("{UNWRITTEN}{error}\n"))
    }

    /// Writes a line. If that fails, the line is lost: a property that passes must not fail because of it.
    fn write(&self, line: &ResultLine) -> io::Result<()> {
        open(&self.file).write_all(format!("{}\n", line.to_json()).as_bytes())
    }
}

#[derive(Debug, Default)]
struct State {
    /// When to add the next line.
    next: Duration,
    /// The progress of a guided run.
    guided: Option<Progress>,
}

/// What the last line contains besides the report.
#[derive(Debug)]
pub(super) struct Ending<'t> {
    pub(super) elapsed: Duration,
    pub(super) interrupted: bool,
    /// The command that runs the failing test again.
    pub(super) replay: Option<&'t str>,
    /// Where the failure is saved.
    pub(super) saved: Option<&'t str>,
    /// The report as text.
    pub(super) text: &'t str,
}

impl Results {
    /// Writes a line about a failure.
    pub(super) fn failure(&self, failing: &FailureEvent<'_>) {
        let inputs = failing.inputs.iter();
        let inputs = inputs.map(|one| format!("{} = {}", one.name, one.value)).collect::<Vec<_>>();
        let pass = failing.pass.map(str::to_owned);
        let _ = self.write(&ResultLine::Failing(FailingLine { pass, inputs: inputs.join("\n") }));
    }

    /// Writes a line about the progress of the run, if the last one was long enough ago.
    pub(super) fn progress(&self, tally: &Tally, elapsed: Duration) {
        let mut state = open(&self.state);
        if elapsed < state.next {
            return;
        }
        state.next = elapsed + (elapsed / 100).clamp(MIN_INTERVAL, MAX_INTERVAL);
        let _ = self.write(&ResultLine::Progress(ProgressLine {
            seconds: elapsed.as_secs_f64(),
            size: self.sizes.at(tally.tests()),
            tally: json::tally(tally),
            guided: state.guided.as_ref().map(guided),
        }));
    }

    /// Remembers the progress of a guided run for the next line.
    pub(super) fn guided(&self, progress: &Progress) {
        open(&self.state).guided = Some(progress.clone());
    }
}

fn begin(setup: &Setup<'_>, runner: &str) -> BeginLine {
    let Setup { test, property, options, started, shard, .. } = *setup;
    let name = test.property_name();
    let (file, line, _) = test.location;
    BeginLine {
        property: name.full_name(),
        path: name.test_path(),
        package: test.package.map(str::to_owned),
        shard: shard.map(|shard| shard.to_string()),
        place: format!("{file}:{line}"),
        formula: property.to_string(),
        runner: runner.to_owned(),
        seed: Seed(options.seed),
        tests: Some(options.tests).filter(|tests| *tests != u64::MAX),
        time: options.max_time.map(|time| time.as_secs_f64()),
        at: started.at.as_secs(),
    }
}

fn guided(progress: &Progress) -> GuidedRecord {
    GuidedRecord {
        saved: progress.corpus_size,
        reached: progress.reached.iter().map(|reached| reached.count).sum(),
        best: progress.best,
        text: progress.to_string(),
    }
}

/// Locks a mutex. A thread that panicked leaves the value usable.
fn open<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
