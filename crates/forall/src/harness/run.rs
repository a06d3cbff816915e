//! One test, from the settings to the report.
//!
//! ```text
//!   settings ─▶ process ─▶ replay | examples ─▶ regressions ─▶ runner ─▶ report
//! ```

mod replay;
mod report;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use forall_format::variable::CHECK_SETTINGS;

use super::corpus::Corpus;
use super::failure_log::FailureLog;
use super::interrupt::{self, Listening};
use super::journals::Journals;
use super::observations::Observations;
use super::observing::Observing;
use super::output::{fail, interrupted, print};
use super::process::{self, Ended, Placement, Process};
use super::regressions::{RegressionState, Saved, state_of};
use super::results::{Results, Setup};
use super::runner_names;
use super::{Error, Runner, Settings, StartTime, Test};
use crate::block::regenerate;
use crate::property::{Erased, ErasedInputs};
use crate::report::Report;
use crate::runner::{self, Options};
use crate::source::{ChoiceSequence, Policy, Source};

/// What a test consists of.
pub(crate) struct Subject<'s> {
    pub(crate) property: &'s Erased,
    /// Inputs that run before all others.
    pub(crate) examples: Vec<ErasedInputs>,
    /// The runner that the test names, if it names one.
    pub(crate) runner: Option<&'s Runner<'s>>,
}

/// Runs a test, and panics if it does not pass.
pub(super) fn run(test: &Test, subject: Subject<'_>, settings: Settings) {
    if std::env::var_os(CHECK_SETTINGS).is_some() {
        return check_settings(test);
    }
    let result = test.resolve_settings(settings).and_then(|settings| {
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

/// Runs a test with these settings, wherever they say.
fn run_with(test: &Test, subject: Subject<'_>, settings: &Settings) -> Result<Ended, Error> {
    let saved = Saved::read(test, settings)?;
    match process::locate(test, settings, &saved)? {
        Placement::Elsewhere(ended) => Ok(ended),
        Placement::Here(process) => run_here(test, subject, settings, saved, process),
    }
}

/// Runs a test in this process.
fn run_here(
    test: &Test,
    subject: Subject<'_>,
    settings: &Settings,
    saved: Saved,
    process: Arc<dyn Process>,
) -> Result<Ended, Error> {
    let run = Run::new(test, &subject, settings, saved, process)?;
    let report = run.report(subject, settings);
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
    results: Option<Arc<Results>>,
    observations: Option<Arc<Observations>>,
    started: StartTime,
    /// Whether the report contains everything that is known about a failure.
    verbose: bool,
    /// Whether the user replays one input.
    is_replay: bool,
}

impl<'r> Run<'r> {
    fn new(
        test: &'r Test,
        subject: &Subject<'_>,
        settings: &Settings,
        saved: Saved,
        process: Arc<dyn Process>,
    ) -> Result<Run<'r>, Error> {
        let trace = settings.trace_shrinks == Some(true);
        let corpus = Corpus::of(test, settings);
        let failures = Arc::new(FailureLog::new(saved.store.clone(), corpus, trace));
        let property = Arc::clone(&process).watch(subject.property);
        let options =
            process.options(settings.options(&test.property_name().test_path(), &property));
        let started = process.started();
        let setup = Setup { test, property: &property, settings, options: &options, started };
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
            results,
            observations,
            started,
            verbose: settings.verbose == Some(true),
            is_replay: settings.replay.is_some(),
        })
    }

    fn report(&self, subject: Subject<'_>, settings: &Settings) -> Result<Report, Error> {
        if let Some(report) = self.process.replay(&self.property, &self.options) {
            return Ok(report);
        }
        if let Some(replay) = &settings.replay {
            return self.replay(replay);
        }
        let examples = runner::examples(&self.property, &self.options, subject.examples);
        if !examples.passed() {
            return Ok(examples);
        }
        if let Some(report) = self.regressions() {
            return Ok(report);
        }
        self.process.start_search();
        self.search(subject.runner, settings.runner.as_deref())
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

    /// Runs one saved failure, and marks its state. One that does not fit the property any more stays: if something
    /// near to it fails, that is another failure, and is saved beside it.
    fn regression(&self, at: usize, options: &Options) -> Option<Report> {
        let (line, entry) = &self.saved.entries[at];
        let fits = fits(&self.property, &entry.choices);
        self.failures.start_failure(fits.then(|| entry.choices.clone()));
        let report = runner::replay_choices(&self.property, options, &entry.choices);
        let failure = report.counterexample().map(|found| &found.shrinking.failure);
        let fails = failure.is_some();
        let state = match failure {
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
        // The mark is a service: if it cannot be written, a property that passes must not fail.
        if state != entry.state && !self.process.was_cut_short() {
            let _ = self.saved.mark(&entry.choices, state);
        }
        if !fails {
            self.failures.start_failure(None);
        }
        fails.then_some(report)
    }

    fn search(&self, runner: Option<&Runner<'_>>, name: Option<&str>) -> Result<Report, Error> {
        let property = match self.observations.clone() {
            Some(observations) => self.property.layered(Observing { observations }),
            None => self.property.clone(),
        };
        match runner {
            Some(runner) => Ok(runner(&property, &self.options)),
            None => runner_names::run(name, &property, &self.options),
        }
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
