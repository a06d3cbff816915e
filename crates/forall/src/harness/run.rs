//! One test, from the settings to the report.
//!
//! ```text
//!   settings ─▶ process ─▶ replay | examples ─▶ regressions ─▶ runner ─▶ report
//! ```

mod import;
mod replay;
mod report;

use std::cell::{Cell, RefCell};
use std::mem;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use forall_format::variable::CHECK_SETTINGS;

use super::corpus::Corpus;
use super::failure_log::FailureLog;
use super::import::Import;
use super::interrupt::{self, Listening};
use super::journals::Journals;
use super::observations::Observations;
use super::observing::Observing;
use super::output::{fail, interrupted, print};
use super::process::{self, Ended, Placement, Process};
use super::regressions::{RegressionState, Saved, state_of};
use super::results::{Results, Setup};
use super::runner_names;
use super::sharding::{Assignment, Campaign};
use super::{Error, Runner, Settings, StartTime, Test, seeds};
use crate::block::regenerate;
use crate::panics;
use crate::property::{Erased, ErasedInputs};
use crate::report::{Counterexample, Report, Shrinking};
use crate::runner::{self, Options};
use crate::source::{ChoiceSequence, Policy, Shard, Source};

/// The property, examples and runner of a test.
pub(crate) struct Subject<'s> {
    pub(crate) property: &'s Erased,
    /// Inputs that run before all others.
    pub(crate) examples: Vec<ErasedInputs>,
    /// The runner that the test names, if it names one.
    pub(crate) runner: Option<&'s Runner<'s>>,
    /// Returns a message that must be seen even if the test passes.
    pub(crate) notice: Option<&'s dyn Fn() -> Option<String>>,
}

/// Runs a test, and panics if it does not pass.
pub(super) fn run(test: &Test, subject: Subject<'_>, settings: Settings) {
    if std::env::var_os(CHECK_SETTINGS).is_some() {
        return check_settings(test);
    }
    let result = test.resolve_settings(settings).and_then(|settings| {
        if let Some(folder) = seeds::requested_folder() {
            let Subject { property, examples, .. } = &subject;
            seeds::write(&folder, test, property, examples, &settings)?;
            return Ok((Ended { text: String::new(), passed: true }, false));
        }
        if subject.runner.is_none() {
            runner_names::check(settings.runner.as_deref())?;
        }
        let ended = run_with(test, subject, &settings)?;
        Ok((ended, settings.verbose == Some(true)))
    });
    if interrupt::is_unanswered() {
        match &result {
            Ok((ended, _)) => interrupted(ended),
            Err(error) => {
                interrupted(&Ended { text: format!("forall: {error}\n"), passed: false });
            }
        }
    }
    match result {
        Ok((Ended { text, passed: true }, true)) => print(&text),
        Ok((Ended { passed: true, .. }, false)) => {}
        Ok((Ended { text, .. }, _)) => fail(text),
        Err(error) => fail(format!("forall: {error}\n")),
    }
}

/// Checks the settings that all tests share, and panics if they are not valid.
fn check_settings(test: &Test) {
    let checked = test
        .resolve_settings(Settings::NONE)
        .and_then(|settings| runner_names::check(settings.runner.as_deref()));
    if let Err(error) = checked {
        fail(format!("forall: {error}\n"));
    }
}

/// Runs a test with these settings, in this process or in a child process.
fn run_with(test: &Test, subject: Subject<'_>, settings: &Settings) -> Result<Ended, Error> {
    let (assignment, settings) = Assignment::of(test, settings)?;
    let settings = &settings;
    let saved = Saved::read(test, settings)?;
    let ended = match process::locate(test, settings, &saved) {
        Ok(Placement::Here(process)) => {
            return run_here(test, subject, settings, saved, process, assignment);
        }
        Ok(Placement::Elsewhere(ended)) => Ok(ended),
        Err(error) => Err(error),
    };
    // Their destructors are code under test, which must not run in this process.
    mem::forget(subject.examples);
    ended
}

/// Runs a test in this process.
fn run_here(
    test: &Test,
    mut subject: Subject<'_>,
    settings: &Settings,
    saved: Saved,
    process: Arc<dyn Process>,
    assignment: Assignment,
) -> Result<Ended, Error> {
    let run = Run::new(test, &subject, settings, saved, process, assignment)?;
    subject.examples.iter_mut().for_each(|inputs| run.property.watch_drop(inputs));
    let notice = subject.notice;
    let report = run.report(subject, settings);
    if let Ok(report) = &report
        && report.passed()
    {
        let slowest = report.slowest.as_ref().map(|slowest| format!("{}: {slowest}\n", test.name));
        let notices = notice.and_then(|notice| notice()).into_iter().chain(slowest);
        notices.for_each(|text| run.process.notice(&text));
    }
    let gone = report.as_ref().is_ok_and(|report| run.is_gone(report));
    let ended = report.map(|report| run.ended(report));
    run.process.finish(&ended, gone);
    ended
}

/// A test that runs in this process.
struct Run<'r> {
    test: &'r Test,
    /// The property, watched by the process.
    property: Erased,
    options: Options,
    saved: Saved,
    failures: Arc<FailureLog>,
    listening: Cell<Option<Listening>>,
    process: Arc<dyn Process>,
    assignment: RefCell<Assignment>,
    /// The shard that this process runs, if it runs only one.
    shard: Option<Shard>,
    results: Option<Arc<Results>>,
    observations: Option<Arc<Observations>>,
    started: StartTime,
    /// Whether the report contains everything that is known about a failure.
    verbose: bool,
    /// Whether the user replays one input.
    is_replay: bool,
    /// The file for the steps of a replayed state machine.
    code: Option<PathBuf>,
}

impl<'r> Run<'r> {
    fn new(
        test: &'r Test,
        subject: &Subject<'_>,
        settings: &Settings,
        saved: Saved,
        process: Arc<dyn Process>,
        assignment: Assignment,
    ) -> Result<Run<'r>, Error> {
        let trace = settings.trace_shrinks == Some(true);
        let corpus = Corpus::of(test, settings);
        let store = assignment.failure_store(test, saved.store.clone());
        let failures = Arc::new(FailureLog::new(store, corpus, trace));
        let property = Arc::clone(&process).watch(subject.property);
        let options =
            process.options(settings.options(&test.property_name().test_path(), &property));
        let started = process.started();
        let shard = assignment.shard();
        let setup =
            Setup { test, property: &property, settings, options: &options, started, shard };
        let results = Results::of(&setup, subject.runner.is_some())?.map(Arc::new);
        let observations = Observations::of(test, settings, started)?.map(Arc::new);
        let journals = Arc::new(Journals {
            failures: failures.clone(),
            results: results.clone(),
            process: process.clone(),
        });
        let options = Options {
            observer: Some(journals.clone()),
            corpus: Some(journals),
            stop: Some(Arc::clone(interrupt::stop_flag())),
            ..options
        };
        // A run with a time limit may be ended before by Ctrl-C.
        let listening = Cell::new(settings.max_time.map(|_| Listening::begin()));
        Ok(Run {
            test,
            property,
            options,
            saved,
            failures,
            listening,
            process,
            shard,
            assignment: RefCell::new(assignment),
            results,
            observations,
            started,
            verbose: settings.verbose == Some(true),
            is_replay: settings.replay.is_some(),
            code: settings.code.as_deref().map(PathBuf::from),
        })
    }

    fn report(&self, subject: Subject<'_>, settings: &Settings) -> Result<Report, Error> {
        if let Some(report) = self.process.replay(&self.property, &self.options) {
            self.assignment.borrow().record_crash(self.test, &report)?;
            return Ok(report);
        }
        if let Some(replay) = &settings.replay {
            return self.replay(replay);
        }
        if let Some(import) = Import::requested()? {
            return self.import(&import);
        }
        let property = match self.observations.clone() {
            Some(observations) => self.property.layered(Observing { observations }),
            None => self.property.clone(),
        };
        let campaign = self.campaign(&property, subject.runner, settings);
        self.assignment.borrow_mut().begin(&campaign)?;
        if let Some(report) = self.failure_before_search(subject.examples) {
            self.assignment.borrow().record_failure_before_search()?;
            return Ok(report);
        }
        self.process.start_search();
        panics::take_drop_failure();
        let report = self.assignment.borrow_mut().run(&campaign, &|| self.is_stopped())?;
        Ok(self.with_drop_failure(report))
    }

    /// Runs the examples and the failures that earlier runs saved. Returns the report of the first that fails.
    fn failure_before_search(&self, examples: Vec<ErasedInputs>) -> Option<Report> {
        let examples = runner::examples(&self.property, &self.options, examples);
        if examples.passed() { self.regressions() } else { Some(examples) }
    }

    fn campaign<'c>(
        &'c self,
        property: &'c Erased,
        runner: Option<&'c Runner<'c>>,
        settings: &'c Settings,
    ) -> Campaign<'c> {
        Campaign {
            test: self.test,
            property,
            settings,
            options: &self.options,
            runner,
            is_child: self.process.is_child(),
        }
    }

    /// If all tests passed, but the destructor of an input panicked or crashed, returns a report of that failure. Runners that keep
    /// inputs drop them after their tests.
    fn with_drop_failure(&self, report: Report) -> Report {
        if !report.passed() {
            return report;
        }
        if let Some((number, source)) = self.process.panicking_drop() {
            let again = runner::replay_source(&self.property, &self.options, number, source);
            if !again.passed() {
                return Report { tally: report.tally, ..again };
            }
        }
        let failure = self.process.crash_in_drop().or_else(panics::take_drop_failure);
        let Some(failure) = failure else { return report };
        let shrinking = Shrinking { failure, ..Shrinking::default() };
        let found = Counterexample { shrinking, ..Counterexample::default() };
        Report { outcome: found.into(), ..report }
    }

    /// Runs the failures that earlier runs saved. Returns the report of the first that still fails.
    fn regressions(&self) -> Option<Report> {
        let mut first = None;
        for at in 0..self.saved.entries.len() {
            if self.is_stopped() || self.process.was_cut_short() {
                break;
            }
            // Only the first failure is reported.
            let options = Options { explain: first.is_none(), ..self.options.clone() };
            let report = self.regression(at, &options);
            first = first.or_else(|| Some((report?, self.failures.current())));
        }
        first.map(|(report, failure)| {
            self.failures.return_to(failure);
            report
        })
    }

    /// Runs one saved failure, and marks its state. If it no longer fits the property, it is not removed: a
    /// similar input that fails is another failure and gets its own entry.
    fn regression(&self, at: usize, options: &Options) -> Option<Report> {
        let (line, entry) = &self.saved.entries[at];
        let fits = fits(&self.property, &entry.choices);
        self.failures.start_failure(fits.then(|| entry.choices.clone()));
        let report = runner::replay_choices(&self.property, options, &entry.choices);
        let failure = report.counterexample().map(|found| &found.shrinking.failure);
        let fails = failure.is_some();
        let state = match failure {
            Some(_) if fits && self.process.has_crashed_while_printing() => {
                RegressionState::Crashes
            }
            Some(failure) if fits => state_of(failure),
            None if fits && report.passed() => RegressionState::Fixed,
            _ => RegressionState::Stale,
        };
        if state == RegressionState::Stale && !fails && !self.process.was_cut_short() {
            self.process.notice(&format!(
                "forall: {}:{line}: stale: a saved failure of {} does not match the property any more; delete it if it is not needed\n",
                self.saved.shown(),
                self.test.name,
            ));
        }
        // If the mark cannot be written, a property that passes must not fail because of it.
        if state != entry.state && !self.process.was_cut_short() {
            let _ = self.saved.mark(&entry.choices, state);
        }
        if !fails {
            self.failures.start_failure(None);
        }
        fails.then_some(report)
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }
}

/// Returns whether the domains still draw exactly these choices.
fn fits(property: &Erased, choices: &ChoiceSequence) -> bool {
    let source = Source::replay(choices.0.clone(), Policy::STRICT);
    regenerate(property, source).is_some_and(|case| case.record.is_replay_of(choices.0.len()))
}
