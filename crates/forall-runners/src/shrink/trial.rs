//! The trial: a property, the simplest inputs known to fail, and those made last.

use std::mem;

use super::{Ask, Shared, Trial};
use crate::block::{Limits, Property, Search, Shown, check, generate, print, retrace, shown};
use crate::panics;
use crate::report::{Binding, Effort, Failing, Failure, Journal};
use crate::source::{ChoiceSequence, Policy, Record, Source};

/// A case of `property` on trial.
pub(super) struct OnTrial<'t, P: Property> {
    property: &'t P,
    pub(super) best: P::Inputs,
    pub(super) record: Option<Record>,
    /// The last choices that are known: those of the best, or of what came before it.
    pub(super) choices: Option<ChoiceSequence>,
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
        let record = record.or_else(|| drawn(property, &shown(property, &best)));
        let choices = record.as_ref().map(|record| ChoiceSequence(record.values()));
        OnTrial { property, best, record, choices, failure, made: None, failed: None, journal }
    }

    /// Does the best fail in the same way once more?
    pub(super) fn fails_again(&mut self) -> bool {
        match check(self.property, &self.best).alike(&self.failure) {
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
            let (choices, inputs) = (self.choices.clone(), self.shown());
            journal.note(&Failing { pass, choices, inputs, failure: &self.failure });
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
        self.failed = check(self.property, made).alike(&self.failure);
        self.failed.is_some()
    }

    fn print(&self) -> Vec<Binding> {
        self.made.as_ref().map(|made| print(self.property, made)).unwrap_or_default()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        let Some(made) = self.made.take() else { return };
        self.best = made;
        self.choices = Some(ChoiceSequence(record.values()));
        self.record = Some(record);
        self.failure = self.failed.take().unwrap_or(mem::take(&mut self.failure));
        self.note(Some(pass));
    }

    fn simplify_asking(&mut self, limits: Limits, ask: &mut Ask<'_>) -> Effort {
        let property = self.property;
        let record = self.record.clone().unwrap_or_default();
        let mut effort = Effort { pass: "values", tried: 0, accepted: 0 };
        let (failure, journal) = (&mut self.failure, self.journal);
        let mut search = Search {
            record: &record,
            check: &|inputs: &P::Inputs| check(property, inputs),
            show: &|inputs: &P::Inputs| shown(property, inputs),
            judge: &mut |run, show| {
                effort.tried += 1;
                let mut failed = None;
                let mut run = || {
                    failed = run().alike(failure);
                    failed.is_some()
                };
                if !ask(show, &mut run) {
                    return false;
                }
                effort.accepted += 1;
                *failure = failed.unwrap_or(mem::take(failure));
                if let Some(journal) = journal {
                    let shown = show();
                    let choices =
                        drawn(property, &shown).map(|record| ChoiceSequence(record.values()));
                    let (pass, inputs) = (Some("values"), shown.bindings);
                    journal.note(&Failing { pass, choices, inputs, failure });
                }
                true
            },
            limits,
        };
        while property.simplify(&mut self.best, &mut search) {}
        if effort.accepted > 0 {
            self.record = drawn(property, &shown(property, &self.best));
            let known = self.record.as_ref().map(|record| ChoiceSequence(record.values()));
            self.choices = known.or(self.choices.take());
        }
        effort
    }

    fn share(&mut self, work: &mut dyn FnMut(&mut dyn Trial, Shared<'_>)) {
        let property = self.property;
        if let Some(property) = property.shared() {
            let failure = self.failure.clone();
            work(self, Shared { property, failure });
        }
    }
}

/// What is drawn for inputs that were made of values. There is nothing if the domains cannot tell, or
/// would make other inputs of it.
fn drawn<P: Property>(property: &P, shown: &Shown) -> Option<Record> {
    let ChoiceSequence(values) = shown.choices.clone()?;
    let count = values.len();
    let case = retrace(property, Source::replay(values, Policy::STRICT))?;
    let fits = case.record.is_replay_of(count);
    (fits && print(property, &case.inputs) == shown.bindings).then_some(case.record)
}
