//! Saving failures while a test runs, and remembering the steps of shrinking.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{RegressionEntry, RegressionStore, state_of};
use crate::harness::corpus::Corpus;
use crate::harness::interrupt::Listening;
use crate::harness::{Error, place};
use crate::report::FailureEvent;
use crate::report::text::Step;
use crate::source::ChoiceSequence;

/// Saves the failures of a test, and its corpus.
#[derive(Debug)]
pub(in crate::harness) struct Notebook {
    regressions: Option<RegressionStore>,
    corpus: Option<Corpus>,
    /// Whether to remember the steps of shrinking.
    trace: bool,
    page: Mutex<Page>,
    /// Handles Ctrl-C from the first failure on.
    listening: Mutex<Option<Listening>>,
}

/// The state of one failure.
#[derive(Clone, Debug, Default)]
pub(in crate::harness) struct Page {
    /// The choices of the failure as it is saved now.
    kept: Option<ChoiceSequence>,
    /// Whether the next failure belongs here. Otherwise, it starts a new page.
    awaited: bool,
    /// Why the last failure could not be saved.
    trouble: Option<Error>,
    /// The steps of shrinking, if they are remembered.
    steps: Vec<Step>,
}

impl Notebook {
    pub(in crate::harness) fn new(
        regressions: Option<RegressionStore>,
        corpus: Option<Corpus>,
        trace: bool,
    ) -> Notebook {
        Notebook { regressions, corpus, trace, page: Mutex::default(), listening: Mutex::default() }
    }

    /// Starts a new page for the failure that is saved with these choices, or for a new one.
    pub(in crate::harness) fn turn_to(&self, kept: Option<ChoiceSequence>) {
        *self.open() = Page { kept, awaited: true, ..Page::default() };
    }

    /// Returns the state of the current failure.
    pub(in crate::harness) fn page(&self) -> Page {
        self.open().clone()
    }

    /// Returns to an earlier failure.
    pub(in crate::harness) fn turn_back(&self, page: Page) {
        *self.open() = page;
    }

    /// Stops handling Ctrl-C. Returns whether it was handled.
    pub(in crate::harness) fn stop_listening(&self) -> bool {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    /// Tidies the files after a run that was guided by `sources`. Returns messages for the user.
    pub(in crate::harness) fn close(&self, sources: &[&'static str]) -> Vec<String> {
        if let (Some(regressions), Some(_)) = (&self.regressions, &self.open().kept) {
            // All failures are saved already, so problems are ignored.
            let _ = regressions.apply_steps();
        }
        let Some(corpus) = &self.corpus else { return Vec::new() };
        corpus.close(sources);
        corpus.notices()
    }

    /// Returns the file in which the failure is saved, if it is.
    pub(in crate::harness) fn kept_in(&self) -> Option<String> {
        let kept = self.open().kept.is_some();
        self.regressions.as_ref().filter(|_| kept).map(|store| place::shown(store.path()))
    }

    pub(in crate::harness) fn trouble(&self) -> Option<Error> {
        self.open().trouble.clone()
    }

    pub(in crate::harness) fn steps(&self) -> Vec<Step> {
        self.open().steps.clone()
    }

    /// Records a failure that an earlier process has saved already.
    pub(in crate::harness) fn recall(&self, failing: &FailureEvent<'_>) {
        let mut page = self.remember(failing);
        if self.regressions.is_some() && failing.choices.is_some() {
            page.kept.clone_from(&failing.choices);
        }
    }

    /// Records a failure without saving it to a file.
    fn remember(&self, failing: &FailureEvent<'_>) -> MutexGuard<'_, Page> {
        let mut listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        listening.get_or_insert_with(Listening::begin);
        drop(listening);
        let mut page = self.open();
        if failing.pass.is_none() && !std::mem::take(&mut page.awaited) {
            *page = Page::default();
        }
        if self.trace {
            page.steps.push(Step { pass: failing.pass, inputs: failing.inputs.clone() });
        }
        page
    }

    /// Locks the state. A thread that panicked leaves it usable.
    fn open(&self) -> MutexGuard<'_, Page> {
        self.page.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Notebook {
    /// Saves a failure, or the next step of shrinking it.
    pub(in crate::harness) fn save(&self, failing: &FailureEvent<'_>) {
        let mut page = self.remember(failing);
        let (Some(regressions), Some(choices)) = (&self.regressions, &failing.choices) else {
            return;
        };
        let bindings = failing.inputs.iter().map(|binding| (&*binding.name, &*binding.value));
        let entry = RegressionEntry::new(state_of(failing.failure), choices.clone(), bindings);
        match regressions.save(page.kept.as_ref(), entry) {
            Ok(()) => {
                page.kept = Some(choices.clone());
                page.trouble = None;
            }
            Err(error) => page.trouble = Some(error.into()),
        }
    }

    /// Saves interesting inputs of a guided run.
    pub(in crate::harness) fn save_to_corpus(&self, choices: &ChoiceSequence) {
        self.corpus.iter().for_each(|corpus| corpus.keep(choices));
    }

    /// Returns the next inputs that earlier runs saved.
    pub(in crate::harness) fn take_from_corpus(&self) -> Option<ChoiceSequence> {
        self.corpus.as_ref()?.recall()
    }
}
