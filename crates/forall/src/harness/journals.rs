//! The files that a run writes to: failures, results and the corpus.

use std::sync::Arc;
use std::time::Duration;

use super::failure_log::FailureLog;
use super::process::Process;
use super::results::Results;
use crate::report::{CorpusStore, Failure, FailureEvent, Progress, RunObserver, Tally};
use crate::source::ChoiceSequence;

/// Writes what happens to the regression file, the corpus and the results, each only once: if an isolated
/// run takes several processes, each of them starts from the beginning.
#[derive(Debug)]
pub(super) struct Journals {
    pub(super) failures: Arc<FailureLog>,
    pub(super) results: Option<Arc<Results>>,
    pub(super) process: Arc<dyn Process>,
}

impl RunObserver for Journals {
    fn failure(&self, event: &FailureEvent<'_>) {
        if self.process.was_noted(event) {
            return self.failures.recall(event);
        }
        self.failures.save(event);
        if let Some(results) = &self.results {
            results.failure(event);
        }
        // A failure that could not be saved is saved by the next process, which reports the same problem otherwise.
        if self.failures.trouble().is_none() {
            self.process.noted();
        }
    }

    fn failure_found(&self, choices: &ChoiceSequence, failure: &Failure) {
        // The choices of a child process are in its journal.
        if !self.process.is_child() {
            self.failures.save_choices(choices, failure);
        }
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        if let Some(results) = &self.results {
            results.progress(tally, elapsed);
        }
    }
}

impl CorpusStore for Journals {
    fn save(&self, choices: &ChoiceSequence, progress: &Progress) {
        self.failures.save_to_corpus(choices);
        if let Some(results) = &self.results {
            results.guided(progress);
        }
    }

    fn take(&self) -> Option<ChoiceSequence> {
        self.failures.take_from_corpus()
    }
}
