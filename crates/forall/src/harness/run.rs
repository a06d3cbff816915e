//! One test: examples first, then what failed before, then the runner.

mod told;

use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use super::corpus::Corpus;
use super::interrupt::{self, Listening};
use super::isolate::{self, Ended, Home, Inside};
use super::named;
use super::observations::Observations;
use super::regressions::{Entry, Notebook, Regressions, State};
use super::results::Results;
use super::show::{fail, interrupted, notice, print};
use super::watched::watched;
use super::{Began, Error, Replay, Runner, Settings, Test, value};
use crate::block::retrace;
use crate::property::{Erased, ErasedInputs};
use crate::report::Report;
use crate::runner::{self, Options};
use crate::source::{Choices, Policy, Sizes, Source};

/// Runs a test, and panics if it does not pass.
pub(super) fn run(
    test: &Test,
    property: &Erased,
    examples: Vec<ErasedInputs>,
    runner: Option<&Runner<'_>>,
    settings: Settings,
) {
    let done = test.settle(settings).and_then(|settings| {
        let told = match isolate::home(test, &settings)? {
            Home::Elsewhere(told) => told,
            Home::Here(inside) => here(test, (property, examples, runner), &settings, inside)?,
        };
        Ok((told, settings.verbose == Some(true)))
    });
    if interrupt::is_unanswered() {
        match &done {
            Ok(((text, passed), _)) => interrupted(text, *passed),
            Err(error) => interrupted(&format!("forall: {error}\n"), false),
        }
    }
    match done {
        Ok(((text, true), true)) => print(&text),
        Ok(((_, true), false)) => {}
        Ok(((text, false), _)) => fail(text),
        Err(error) => fail(format!("forall: {error}\n")),
    }
}

/// What is run: a property, inputs that come first, and who runs it.
type Work<'r> = (&'r Erased, Vec<ErasedInputs>, Option<&'r Runner<'r>>);

/// Runs a test in this process.
fn here(
    test: &Test,
    (property, examples, runner): Work<'_>,
    settings: &Settings,
    inside: Option<Arc<Inside>>,
) -> Result<Ended, Error> {
    let regressions = Regressions::of(test, settings);
    let trace = settings.trace == Some(true);
    let corpus = Corpus::of(test, settings);
    let notebook = Arc::new(Notebook::new(regressions.clone(), corpus, trace));
    let property = &isolate::witnessed(property, inside.as_ref());
    let options = isolate::options(settings.options(&test.path(), property), inside.as_ref());
    let began = isolate::began(inside.as_ref());
    let written = (runner.is_some(), settings);
    let results = Results::of(test, property, written, &options, began)?.map(Arc::new);
    let observations = Observations::of(test, settings, began)?.map(Arc::new);
    let journals = (notebook.clone(), results.clone());
    let journal = Arc::new(isolate::rehearsed(journals, inside.as_ref()));
    let options =
        Options { journal: Some(journal), stop: Some(Arc::clone(interrupt::asked())), ..options };
    // Who lets it run for a time may want to end it before.
    let listening = Cell::new(settings.time.map(|_| Listening::begin()));
    let run =
        Run { test, property, options, notebook, listening, inside, results, observations, began };
    let report = run.report(examples, runner, settings, regressions.as_ref());
    let gone = matches!(&report, Ok(report) if run.is_gone(report));
    let ended = report.map(|report| run.told(report));
    run.inside.iter().for_each(|inside| inside.leave(&ended, gone));
    ended
}

/// A test that runs.
struct Run<'r> {
    test: &'r Test,
    property: &'r Erased,
    options: Options,
    notebook: Arc<Notebook>,
    listening: Cell<Option<Listening>>,
    /// Where it runs, if that is to be survived.
    inside: Option<Arc<Inside>>,
    results: Option<Arc<Results>>,
    observations: Option<Arc<Observations>>,
    began: Began,
}

/// What runs before the runner.
impl Run<'_> {
    fn report(
        &self,
        examples: Vec<ErasedInputs>,
        runner: Option<&Runner<'_>>,
        settings: &Settings,
        regressions: Option<&Regressions>,
    ) -> Result<Report, Error> {
        if let Some(report) = isolate::replay(self.property, &self.options, self.inside.as_ref()) {
            return Ok(report);
        }
        if let Some(replay) = &settings.replay {
            return self.replay(replay);
        }
        if let Some(report) = self.first(examples, regressions)? {
            return Ok(report);
        }
        self.inside.iter().for_each(|inside| inside.search());
        self.search(runner, settings.runner.as_deref())
    }

    /// One test, named by what a report printed.
    fn replay(&self, text: &str) -> Result<Report, Error> {
        match value::replay(text.trim()) {
            Some(Replay::Choices(choices)) if !fits(self.property, &choices) => {
                let name = self.test.name;
                Err(Error(format!("`{text}` is no input of {name}, or not any more")))
            }
            Some(Replay::Choices(choices)) => {
                Ok(runner::replay_choices(self.property, &self.options, &choices))
            }
            Some(Replay::Test { seed, number, size }) => {
                let sizes = size.map_or(self.options.sizes, Sizes::Fixed);
                let options = Options { seed, sizes, ..self.options.clone() };
                Ok(runner::replay(self.property, &options, number))
            }
            None => {
                let takes = "what a report printed, such as t,-5,f.9c1e03 or 0x2a:17@4";
                Err(Error(format!("`replay` is `{text}`, but takes {takes}")))
            }
        }
    }

    /// The examples, and then what failed before: the first of them that does not pass.
    fn first(
        &self,
        examples: Vec<ErasedInputs>,
        regressions: Option<&Regressions>,
    ) -> Result<Option<Report>, Error> {
        // A file that cannot be read is told at once: later, a failure could not be kept in it.
        let kept = regressions.map(Regressions::read).transpose()?.unwrap_or_default();
        let report = runner::examples(self.property, &self.options, examples);
        if !report.passed() {
            return Ok(Some(report));
        }
        let mut first = None;
        for (line, entry) in kept {
            if self.is_stopped() || self.is_cut_short() {
                break;
            }
            // Only the first failure is reported.
            let options = Options { explain: first.is_none(), ..self.options.clone() };
            let report = self.again(line, &entry, regressions, &options);
            first = first.or_else(|| Some((report?, self.notebook.page())));
        }
        Ok(first.map(|(report, page)| {
            self.notebook.turn_back(page);
            report
        }))
    }

    /// Runs what failed before once more, and marks how it stands with it now. What does not fit any
    /// more stays: if something near to it fails, that is another failure, and is kept beside it.
    fn again(
        &self,
        line: usize,
        entry: &Entry,
        regressions: Option<&Regressions>,
        options: &Options,
    ) -> Option<Report> {
        let (choices, regressions) = (&entry.choices, regressions?);
        let fits = fits(self.property, choices);
        self.notebook.turn_to(fits.then(|| choices.clone()));
        let report = runner::replay_choices(self.property, options, choices);
        let failure = report.counterexample().map(|found| &found.shrinking.failure);
        let fails = failure.is_some();
        let state = match failure {
            Some(failure) if fits => State::of(failure),
            None if fits && report.passed() => State::Fixed,
            _ => State::Stale,
        };
        if state == State::Stale && !fails && !self.is_cut_short() {
            self.notice(&format!(
                "forall: {}:{line}: stale: a kept failure of {} does not fit the property any more. Delete it if it is of no use.\n",
                regressions.shown(),
                self.test.name,
            ));
        }
        // To mark it is a service; that it cannot be written is no reason to fail what passes.
        if state != entry.state && !self.is_cut_short() {
            let _ = regressions.mark(choices, state);
        }
        if !fails {
            self.notebook.turn_to(None);
        }
        fails.then_some(report)
    }
}

/// The runner.
impl Run<'_> {
    fn search(&self, runner: Option<&Runner<'_>>, name: Option<&str>) -> Result<Report, Error> {
        let watched = self.observations.clone().map(|all| watched(self.property, all));
        let property = watched.as_ref().unwrap_or(self.property);
        match runner {
            Some(runner) => Ok(runner(property, &self.options)),
            None => named::run(name, property, &self.options),
        }
    }
}

/// How it stands.
impl Run<'_> {
    /// Was something not run, because processes took too long to die?
    fn is_cut_short(&self) -> bool {
        self.inside.as_ref().is_some_and(|inside| inside.cut_short())
    }

    fn is_stopped(&self) -> bool {
        self.options.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Says what must be seen even of a test that passes.
    fn notice(&self, text: &str) {
        match &self.inside {
            Some(inside) if inside.is_child() => inside.notice(text),
            _ => notice(text),
        }
    }
}

/// Do the domains still draw just these choices?
fn fits(property: &Erased, choices: &Choices) -> bool {
    let source = Source::replay(choices.0.clone(), Policy::STRICT);
    retrace(property, source).is_some_and(|case| case.record.is_replay_of(choices.0.len()))
}
