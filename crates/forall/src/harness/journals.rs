//! The journal of a run: where failures, progress and inputs worth keeping are written.

use std::sync::Arc;
use std::time::Duration;

use super::process::Process;
use super::regressions::Notebook;
use super::results::Results;
use crate::report::{Failing, Journal, Progress, Tally};
use crate::source::ChoiceSequence;

/// Writes what happens to the regression file, the corpus and the results, each only once: if an isolated
/// run takes several processes, each of them starts from the beginning.
#[derive(Debug)]
pub(super) struct Journals {
    pub(super) notebook: Arc<Notebook>,
    pub(super) results: Option<Arc<Results>>,
    pub(super) process: Arc<dyn Process>,
}

impl Journal for Journals {
    fn note(&self, failing: &Failing<'_>) {
        if self.process.was_noted(failing) {
            return self.notebook.recall(failing);
        }
        self.notebook.note(failing);
        self.results.note(failing);
        self.process.noted();
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.results.progress(tally, elapsed);
    }

    fn keep(&self, choices: &ChoiceSequence, progress: &Progress) {
        self.notebook.keep(choices, progress);
        self.results.keep(choices, progress);
    }

    fn earlier(&self) -> Option<ChoiceSequence> {
        self.notebook.earlier()
    }
}
