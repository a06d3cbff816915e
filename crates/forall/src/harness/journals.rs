//! The files that a run writes to: failures, results and the corpus.

use std::sync::Arc;
use std::time::Duration;

use super::failure_log::FailureLog;
use super::process::Process;
use super::regressions::{RegressionState, state_of};
use super::results::Results;
use crate::report::{CorpusStore, Failure, FailureEvent, Progress, RunObserver, Tally};
use crate::source::ChoiceSequence;

/// Writes the events of a run to the regression file, the corpus and the results. If an isolated run takes
/// several processes, each of them starts from the beginning, but every event is written only once.
#[derive(Debug)]
pub(super) struct Journals {
    pub(super) failures: Arc<FailureLog>,
    pub(super) results: Option<Arc<Results>>,
    pub(super) process: Arc<dyn Process>,
}

impl Journals {
    /// Returns the state of an input that failed in this way. If it cannot be printed, the next run has to use a child
    /// process, too.
    fn state(&self, failure: &Failure) -> RegressionState {
        if self.process.has_crashed_while_printing() {
            return RegressionState::Crashes;
        }
        state_of(failure)
    }
}

impl RunObserver for Journals {
    fn failure(&self, event: &FailureEvent<'_>) {
        if self.process.was_noted(event) {
            return self.failures.recall(event);
        }
        self.failures.save(event, self.state(event.failure));
        if let Some(results) = &self.results {
            results.failure(event);
        }
        // A failure that could not be saved is saved by the next process, which reports the same problem otherwise.
        if self.failures.trouble().is_none() {
            self.process.noted();
        }
    }

    fn failure_found(&self, choices: &ChoiceSequence, failure: &Failure) {
        if self.process.found(choices) {
            self.failures.save_choices(choices, self.state(failure));
        }
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        if let Some(results) = &self.results {
            results.progress(tally, elapsed);
        }
    }
}

impl CorpusStore for Journals {
    fn begin(&self, guided_by: &[&'static str]) {
        self.failures.begin_corpus(guided_by);
    }

    fn save(&self, choices: &ChoiceSequence, progress: &Progress) {
        self.failures.save_to_corpus(choices);
        if let Some(results) = &self.results {
            results.guided(progress);
        }
    }

    fn take(&self) -> Option<ChoiceSequence> {
        self.failures.take_from_corpus()
    }

    fn receive(&self) -> Option<ChoiceSequence> {
        self.failures.receive_from_corpus()
    }
}
