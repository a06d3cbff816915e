//! The trial: a property, the simplest inputs known to fail, and those made last.

use std::mem;

use super::Trial;
use crate::block::{Limits, Property, Search, check, generate, print};
use crate::panics;
use crate::report::{Binding, Effort, Failing, Failure, Journal, Verdict};
use crate::source::{Choices, Record, Source};

/// A case of `property` on trial.
pub(super) struct OnTrial<'t, P: Property> {
    property: &'t P,
    pub(super) best: P::Inputs,
    pub(super) record: Option<Record>,
    pub(super) failure: Failure,
    /// The inputs made last, and how they failed.
    made: Option<P::Inputs>,
    failed: Option<Failure>,
    journal: Option<&'t dyn Journal>,
}

impl<'t, P: Property> OnTrial<'t, P> {
    pub(super) fn new(
        property: &'t P,
        (best, record): (P::Inputs, Option<Record>),
        failure: Failure,
        journal: Option<&'t dyn Journal>,
    ) -> OnTrial<'t, P> {
        OnTrial { property, best, record, failure, made: None, failed: None, journal }
    }

    /// Does the best fail in the same way once more?
    pub(super) fn fails_again(&mut self) -> bool {
        match alike(check(self.property, &self.best), &self.failure) {
            Some(failure) => {
                self.failure = failure;
                true
            }
            None => false,
        }
    }

    /// Shows the best.
    pub(super) fn shown(&self) -> Vec<Binding> {
        print(self.property, &self.best)
    }

    /// Tells of the best.
    pub(super) fn note(&self, pass: Option<&'static str>) {
        if let Some(journal) = self.journal {
            let choices = self.record.as_ref().map(|record| Choices(record.values()));
            journal.note(&Failing { pass, choices, inputs: self.shown(), failure: &self.failure });
        }
    }
}

impl<P: Property> Trial for OnTrial<'_, P> {
    fn record(&self) -> Option<&Record> {
        self.record.as_ref()
    }

    fn generate(&mut self, mut source: Source) -> Option<Record> {
        self.made = panics::catch(|| generate(self.property, &mut source)).ok()?.ok();
        self.made.is_some().then(|| source.into_record())
    }

    fn fails(&mut self) -> bool {
        let Some(made) = &self.made else { return false };
        self.failed = alike(check(self.property, made), &self.failure);
        self.failed.is_some()
    }

    fn print(&self) -> Vec<Binding> {
        self.made.as_ref().map(|made| print(self.property, made)).unwrap_or_default()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        let Some(made) = self.made.take() else { return };
        self.best = made;
        self.record = Some(record);
        self.failure = self.failed.take().unwrap_or(mem::take(&mut self.failure));
        self.note(Some(pass));
    }

    fn simplify(&mut self, limits: Limits) -> Effort {
        let property = self.property;
        let record = self.record.clone().unwrap_or_default();
        let mut effort = Effort { pass: "values", tried: 0, accepted: 0 };
        let (failure, journal) = (&mut self.failure, self.journal);
        let mut search = Search {
            record: &record,
            check: &|inputs: &P::Inputs| check(property, inputs),
            show: &|inputs: &P::Inputs| print(property, inputs),
            judge: &mut |verdict, show| {
                effort.tried += 1;
                let Some(alike) = alike(verdict, failure) else { return false };
                effort.accepted += 1;
                *failure = alike;
                if let Some(journal) = journal {
                    let inputs = show();
                    journal.note(&Failing { pass: Some("values"), choices: None, inputs, failure });
                }
                true
            },
            limits,
        };
        while property.simplify(&mut self.best, &mut search) {}
        if effort.accepted > 0 {
            self.record = None;
        }
        effort
    }
}

/// The failure, if it is one of the same origin.
fn alike(verdict: Verdict, failure: &Failure) -> Option<Failure> {
    match verdict {
        Verdict::Fail(other) if other.origin == failure.origin => Some(*other),
        _ => None,
    }
}
