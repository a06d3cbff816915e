//! The trial: a property, the simplest inputs known to fail, and those made last.

use super::{Ask, Trial};
use crate::block::{Limits, Property, Search, Shown, check, generate, print, retrace, shown};
use crate::panics;
use crate::report::{Binding, Effort, Failing, Failure, Journal};
use crate::source::{Choices, Policy, Record, Source};

/// Inputs that fail.
pub(super) struct FailingCase<Inputs> {
    pub(super) inputs: Inputs,
    /// The choices that make the inputs, if they are known.
    pub(super) record: Option<Record>,
    pub(super) failure: Failure,
}

/// A target of shrinking that knows the type of the inputs.
pub(super) struct OnTrial<'t, P: Property> {
    property: &'t P,
    /// The simplest case found so far.
    pub(super) best: FailingCase<P::Inputs>,
    /// The last choices that are known: those of the best case, or of an earlier one.
    pub(super) choices: Option<Choices>,
    /// The inputs generated last.
    made: Option<P::Inputs>,
    /// How the inputs generated last failed.
    failed: Option<Failure>,
    journal: Option<&'t dyn Journal>,
}

impl<'t, P: Property> OnTrial<'t, P> {
    pub(super) fn new(
        property: &'t P,
        mut best: FailingCase<P::Inputs>,
        journal: Option<&'t dyn Journal>,
    ) -> OnTrial<'t, P> {
        best.record = best.record.or_else(|| drawn(property, &shown(property, &best.inputs)));
        let choices = best.record.as_ref().map(|record| Choices(record.values()));
        OnTrial { property, best, choices, made: None, failed: None, journal }
    }

    /// Runs the best case again, and returns whether it fails in the same way.
    pub(super) fn fails_again(&mut self) -> bool {
        match check(self.property, &self.best.inputs).alike(&self.best.failure) {
            Some(failure) => {
                self.best.failure = failure;
                true
            }
            None => false,
        }
    }

    /// Prints the best case.
    pub(super) fn shown(&self) -> Vec<Binding> {
        print(self.property, &self.best.inputs)
    }

    /// Records the best case in the journal. `pass` found it.
    pub(super) fn note(&self, pass: Option<&'static str>) {
        if let Some(journal) = self.journal {
            let choices = self.choices.clone();
            let inputs = self.shown();
            journal.note(&Failing { pass, choices, inputs, failure: &self.best.failure });
        }
    }
}

impl<P: Property> Trial for OnTrial<'_, P> {
    fn record(&self) -> Option<&Record> {
        self.best.record.as_ref()
    }

    fn generate(&mut self, mut source: Source) -> Option<Record> {
        self.made = panics::catch(|| generate(self.property, &mut source)).ok()?.ok();
        self.made.is_some().then(|| source.into_record())
    }

    fn fails(&mut self) -> bool {
        let Some(made) = &self.made else { return false };
        self.failed = check(self.property, made).alike(&self.best.failure);
        self.failed.is_some()
    }

    fn print(&self) -> Vec<Binding> {
        self.made.as_ref().map(|made| print(self.property, made)).unwrap_or_default()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        let Some(made) = self.made.take() else { return };
        self.best.inputs = made;
        self.choices = Some(Choices(record.values()));
        self.best.record = Some(record);
        if let Some(failure) = self.failed.take() {
            self.best.failure = failure;
        }
        self.note(Some(pass));
    }

    fn simplify_asking(&mut self, limits: &Limits, ask: &mut Ask<'_>) -> Effort {
        let property = self.property;
        let record = self.best.record.clone().unwrap_or_default();
        let mut effort = Effort { pass: "values", tried: 0, accepted: 0 };
        let failure = &mut self.best.failure;
        let journal = self.journal;
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
                if let Some(failed) = failed {
                    *failure = failed;
                }
                if let Some(journal) = journal {
                    let shown = show();
                    let choices = drawn(property, &shown).map(|record| Choices(record.values()));
                    let inputs = shown.bindings;
                    journal.note(&Failing { pass: Some("values"), choices, inputs, failure });
                }
                true
            },
            limits: limits.clone(),
        };
        while property.simplify(&mut self.best.inputs, &mut search) {}
        if effort.accepted > 0 {
            self.best.record = drawn(property, &shown(property, &self.best.inputs));
            let known = self.best.record.as_ref().map(|record| Choices(record.values()));
            self.choices = known.or(self.choices.take());
        }
        effort
    }

    fn failure(&self) -> &Failure {
        &self.best.failure
    }
}

/// What is drawn for inputs that were made of values. There is nothing if the domains cannot tell, or
/// would make other inputs of it.
fn drawn<P: Property>(property: &P, shown: &Shown) -> Option<Record> {
    let Choices(values) = shown.choices.clone()?;
    let count = values.len();
    let case = retrace(property, Source::replay(values, Policy::STRICT))?;
    let fits = case.record.is_replay_of(count);
    (fits && print(property, &case.inputs) == shown.bindings).then_some(case.record)
}
