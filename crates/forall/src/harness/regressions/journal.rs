//! The journal of a test: keeps its failures, remembers the steps, and passes on what is for the corpus.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{RegressionEntry, RegressionStore, state_of};
use crate::harness::corpus::Corpus;
use crate::harness::interrupt::Listening;
use crate::harness::{Error, place};
use crate::report::FailureEvent;
use crate::report::text::Step;
use crate::source::ChoiceSequence;

/// What a test writes down while it runs.
#[derive(Debug)]
pub(in crate::harness) struct Notebook {
    regressions: Option<RegressionStore>,
    corpus: Option<Corpus>,
    /// Does somebody want to see the steps?
    trace: bool,
    page: Mutex<Page>,
    /// From the first failure on, Ctrl-C asks for what there is so far.
    listening: Mutex<Option<Listening>>,
}

/// What is written down of one failure.
#[derive(Clone, Debug, Default)]
pub(in crate::harness) struct Page {
    /// The choices of the failure as it is kept now.
    kept: Option<ChoiceSequence>,
    /// Was the page turned to for what comes next? If not, another first failure begins another page.
    awaited: bool,
    /// Why the last one could not be kept.
    trouble: Option<Error>,
    /// What shrinking found, step by step; only if somebody wants to see it.
    steps: Vec<Step>,
}

impl Notebook {
    pub(in crate::harness) fn new(
        regressions: Option<RegressionStore>,
        corpus: Option<Corpus>,
        trace: bool,
    ) -> Notebook {
        let (page, listening) = (Mutex::default(), Mutex::default());
        Notebook { regressions, corpus, trace, page, listening }
    }

    /// A new page: what follows is about the failure that is kept with these choices, or about another.
    pub(in crate::harness) fn turn_to(&self, kept: Option<ChoiceSequence>) {
        *self.open() = Page { kept, awaited: true, ..Page::default() };
    }

    /// What is written down of this failure.
    pub(in crate::harness) fn page(&self) -> Page {
        self.open().clone()
    }

    /// Back to what was written down before.
    pub(in crate::harness) fn turn_back(&self, page: Page) {
        *self.open() = page;
    }

    /// Does Ctrl-C ask this test for what there is so far? From now on it does not.
    pub(in crate::harness) fn stop_listening(&self) -> bool {
        self.listening.lock().unwrap_or_else(PoisonError::into_inner).take().is_some()
    }

    /// Leaves the files as the next run would want to find them, after one that was guided by `sources`:
    /// what people should know of that.
    pub(in crate::harness) fn close(&self, sources: &[&'static str]) -> Vec<String> {
        if let (Some(regressions), Some(_)) = (&self.regressions, &self.open().kept) {
            // It is a service: all that must be kept is there already.
            let _ = regressions.apply_steps();
        }
        let Some(corpus) = &self.corpus else { return Vec::new() };
        corpus.close(sources);
        corpus.notices()
    }

    /// The file in which the failure is kept, if it is in one.
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

    /// Takes note of what an earlier process has kept already.
    pub(in crate::harness) fn recall(&self, failing: &FailureEvent<'_>) {
        let mut page = self.remember(failing);
        if self.regressions.is_some() && failing.choices.is_some() {
            page.kept.clone_from(&failing.choices);
        }
    }

    /// All that is not kept in a file.
    fn remember(&self, failing: &FailureEvent<'_>) -> MutexGuard<'_, Page> {
        let mut listening = self.listening.lock().unwrap_or_else(PoisonError::into_inner);
        listening.get_or_insert_with(Listening::begin);
        drop(listening);
        let mut page = self.open();
        if failing.pass.is_none() && !std::mem::take(&mut page.awaited) {
            *page = Page::default();
        }
        if self.trace {
            let (pass, inputs) = (failing.pass, failing.inputs.clone());
            page.steps.push(Step { pass, inputs });
        }
        page
    }

    /// A thread that panicked with the notebook in its hands leaves it readable.
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
