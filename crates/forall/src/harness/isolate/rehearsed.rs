//! The journals of a test that several processes run: each begins anew, and what those before it have written
//! down is not written down again.

use std::sync::Arc;
use std::time::Duration;

use super::inside::Inside;
use crate::harness::regressions::Notebook;
use crate::harness::results::Results;
use crate::report::{Failing, Journal, Progress, Tally};
use crate::source::Choices;

/// Journals in which only that is written down which no earlier process has written there.
#[derive(Debug)]
pub(in crate::harness) struct Rehearsed {
    pub(super) notebook: Arc<Notebook>,
    pub(super) results: Option<Arc<Results>>,
    pub(super) inside: Option<Arc<Inside>>,
}

impl Journal for Rehearsed {
    fn note(&self, failing: &Failing<'_>) {
        if self.inside.as_ref().is_some_and(|inside| inside.has_told(failing)) {
            return self.notebook.recall(failing);
        }
        self.notebook.note(failing);
        self.results.note(failing);
        self.inside.iter().for_each(|inside| inside.tell());
    }

    fn progress(&self, tally: &Tally, elapsed: Duration) {
        self.results.progress(tally, elapsed);
    }

    fn keep(&self, choices: &Choices, progress: &Progress) {
        self.notebook.keep(choices, progress);
        self.results.keep(choices, progress);
    }

    fn earlier(&self) -> Option<Choices> {
        self.notebook.earlier()
    }
}
