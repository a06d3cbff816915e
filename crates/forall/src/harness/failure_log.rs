//! Saving failures while a test runs, and remembering the steps of shrinking.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::corpus::Corpus;
use super::interrupt::Listening;
use super::regressions::{RegressionEntry, RegressionState, RegressionStore};
use super::{Error, paths};
use crate::report::FailureEvent;
use crate::report::text::Step;
use crate::source::ChoiceSequence;

/// Saves the failures of a test, and its corpus.
#[derive(Debug)]
pub(super) struct FailureLog {
    regressions: Option<RegressionStore>,
    corpus: Option<Corpus>,
    /// Whether to remember the steps of shrinking.
    trace: bool,
    current: Mutex<LoggedFailure>,
    /// Handles Ctrl-C from the first failure on.
    listening: Mutex<Option<Listening>>,
}

/// The state of one failure.
#[derive(Clone, Debug, Default)]
pub(super) struct LoggedFailure {
    /// The choices of the failure as it is saved now.
    saved: Option<ChoiceSequence>,
    /// Whether the next failure belongs to this state. Otherwise, it starts a new one.
    awaited: bool,
    /// Why the last failure could not be saved.
    trouble: Option<Error>,
    /// The steps of shrinking, if they are remembered.
    steps: Vec<Step>,
}

impl FailureLog {
    pub(super) fn new(
        regressions: Option<RegressionStore>,
        corpus: Option<Corpus>,
        trace: bool,
    ) -> FailureLog {
        FailureLog {
            regressions,
            corpus,
            trace,
            current: Mutex::default(),
            listening: Mutex::default(),
        }
    }

    /// Starts the state of a failure: one that is saved with these choices, or a new one.
    pub(super) fn start_failure(&self, saved: Option<ChoiceSequence>) {
        *self.open() = LoggedFailure { saved, awaited: true, ..LoggedFailure::default() };
    }

    /// Returns the state of the current failure.
    pub(super) fn current(&self) -> LoggedFailure {
        self.open().clone()
    }

    /// Returns to an earlier failure.
    pub(super) fn return_to(&self, current: LoggedFailure) {
        *self.open() = current;
    }

    /// Stops handling Ctrl-C. Returns whether it was handled.
    pub(super) fn stop_listening(&self) -> bool {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    /// Tidies the files after a run that was guided by `sources`. Returns messages for the user.
    pub(super) fn close(&self, sources: &[&'static str]) -> Vec<String> {
        if let (Some(regressions), Some(_)) = (&self.regressions, &self.open().saved) {
            // All failures are saved already, so problems are ignored.
            let _ = regressions.apply_steps();
        }
        let Some(corpus) = &self.corpus else { return Vec::new() };
        corpus.close(sources);
        corpus.notices()
    }

    /// Returns the file in which the failure is saved, if it is.
    pub(super) fn saved_to(&self) -> Option<String> {
        let saved = self.open().saved.is_some();
        self.regressions.as_ref().filter(|_| saved).map(|store| paths::shown(store.path()))
    }

    pub(super) fn trouble(&self) -> Option<Error> {
        self.open().trouble.clone()
    }

    pub(super) fn steps(&self) -> Vec<Step> {
        self.open().steps.clone()
    }

    /// Records a failure that an earlier process has saved already.
    pub(super) fn recall(&self, failing: &FailureEvent<'_>) {
        let mut current = self.remember(failing);
        if self.regressions.is_some() && failing.choices.is_some() {
            current.saved.clone_from(&failing.choices);
        }
    }

    /// Records a failure without saving it to a file.
    fn remember(&self, failing: &FailureEvent<'_>) -> MutexGuard<'_, LoggedFailure> {
        let mut listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        listening.get_or_insert_with(Listening::begin);
        drop(listening);
        let mut current = self.open();
        if failing.pass.is_none() && !std::mem::take(&mut current.awaited) {
            *current = LoggedFailure::default();
        }
        if self.trace {
            current.steps.push(Step { pass: failing.pass, inputs: failing.inputs.clone() });
        }
        current
    }

    /// Locks the state. A thread that panicked leaves it usable.
    fn open(&self) -> MutexGuard<'_, LoggedFailure> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl FailureLog {
    /// Saves the choices of a failure whose values are not printed yet.
    pub(super) fn save_choices(&self, choices: &ChoiceSequence, state: RegressionState) {
        let Some(regressions) = &self.regressions else { return };
        let mut current = self.open();
        if !current.awaited {
            *current = LoggedFailure::default();
        }
        let entry = RegressionEntry::new(state, choices.clone(), []);
        if regressions.save(current.saved.as_ref(), entry).is_ok() {
            current.saved = Some(choices.clone());
        }
        // The same failure follows with its values, and with the error if there was one.
        current.awaited = true;
    }

    /// Saves a failure, or the next step of shrinking it.
    pub(super) fn save(&self, failing: &FailureEvent<'_>, state: RegressionState) {
        let mut current = self.remember(failing);
        let (Some(regressions), Some(choices)) = (&self.regressions, &failing.choices) else {
            return;
        };
        let bindings = failing.inputs.iter().map(|binding| (&*binding.name, &*binding.value));
        let entry = RegressionEntry::new(state, choices.clone(), bindings);
        match regressions.save(current.saved.as_ref(), entry) {
            Ok(()) => {
                current.saved = Some(choices.clone());
                current.trouble = None;
            }
            Err(error) => current.trouble = Some(error.into()),
        }
    }

    /// Announces the feedback of a run that saves inputs.
    pub(super) fn begin_corpus(&self, guided_by: &[&'static str]) {
        self.corpus.iter().for_each(|corpus| corpus.begin(guided_by));
    }

    /// Saves interesting inputs of a guided run.
    pub(super) fn save_to_corpus(&self, choices: &ChoiceSequence) {
        self.corpus.iter().for_each(|corpus| corpus.keep(choices));
    }

    /// Returns the next inputs that another process has saved in the meantime.
    pub(super) fn receive_from_corpus(&self) -> Option<ChoiceSequence> {
        self.corpus.as_ref()?.receive()
    }

    /// Returns the next inputs that earlier runs saved.
    pub(super) fn take_from_corpus(&self) -> Option<ChoiceSequence> {
        self.corpus.as_ref()?.recall()
    }
}
