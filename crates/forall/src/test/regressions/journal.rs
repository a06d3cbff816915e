//! The journal of a test: keeps its failures, and remembers the steps.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::{Entry, Regressions};
use crate::report::text::Step;
use crate::report::{Failing, Journal};
use crate::test::Error;
use crate::test::interrupt::Listening;

/// What a test writes down while it runs.
#[derive(Debug)]
pub(in crate::test) struct Notebook {
    regressions: Option<Regressions>,
    pages: Mutex<Pages>,
}

#[derive(Debug, Default)]
struct Pages {
    /// The choices of the failure that is kept now, as they are written.
    kept: Option<String>,
    /// Why the last one could not be kept.
    trouble: Option<Error>,
    /// What shrinking found, step by step; only if somebody wants to see it.
    steps: Option<Vec<Step>>,
    /// From the first failure on, Ctrl-C asks for what there is so far.
    listening: Option<Listening>,
}

impl Notebook {
    pub(in crate::test) fn new(regressions: Option<Regressions>, trace: bool) -> Notebook {
        let pages = Pages { steps: trace.then(Vec::new), ..Pages::default() };
        Notebook { regressions, pages: Mutex::new(pages) }
    }

    /// What follows is about the failure that is kept with these choices, or about another.
    pub(in crate::test) fn turn_to(&self, kept: Option<String>) {
        self.pages().kept = kept;
    }

    /// The file in which the failure is kept, if it is in one.
    pub(in crate::test) fn kept_in(&self) -> Option<String> {
        let kept = self.pages().kept.is_some();
        self.regressions.as_ref().filter(|_| kept).map(Regressions::shown)
    }

    pub(in crate::test) fn trouble(&self) -> Option<Error> {
        self.pages().trouble.clone()
    }

    pub(in crate::test) fn steps(&self) -> Vec<Step> {
        self.pages().steps.clone().unwrap_or_default()
    }

    /// A thread that panicked with the notebook in its hands leaves it readable.
    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.pages.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Journal for Notebook {
    fn note(&self, failing: &Failing<'_>) {
        let mut pages = self.pages();
        pages.listening.get_or_insert_with(Listening::begin);
        if let Some(steps) = &mut pages.steps {
            let (pass, inputs) = (failing.pass, failing.inputs.clone());
            steps.push(Step { pass, inputs });
        }
        let (Some(regressions), Some(choices)) = (&self.regressions, &failing.choices) else {
            return;
        };
        let (text, entry) = (choices.to_string(), Entry::new(choices.clone(), &failing.inputs));
        match regressions.keep(pages.kept.as_deref(), entry) {
            Ok(()) => pages.kept = Some(text),
            Err(error) => pages.trouble = Some(error),
        }
    }
}
