//! The target of shrinking: a property, the simplest failing case so far, and the case generated last.

use super::{Oracle, ShrinkTarget, WantedFailure};
use crate::block::{
    Property, Rendered, ShrinkContext, ShrinkLimits, check, generate, print, regenerate, render,
};
use crate::panics;
use crate::report::{Binding, Failure, FailureEvent, PassStats, RunObserver};
use crate::source::{ChoiceSequence, Policy, Record, Source};

/// The name of the pass in which domains simplify their values.
const PASS: &str = "shrink values";

/// Inputs that fail.
pub(super) struct FailingCase<Inputs> {
    pub(super) inputs: Inputs,
    /// The choices that make the inputs, if they are known.
    pub(super) record: Option<Record>,
    pub(super) failure: Failure,
}

/// A target that knows the type of the inputs.
pub(super) struct TypedTarget<'t, P: Property> {
    property: &'t P,
    /// The simplest case found so far.
    pub(super) best: FailingCase<P::Inputs>,
    /// The failures that a simpler case may have.
    pub(super) wanted: WantedFailure,
    /// The last choices that are known: those of the best case, or of an earlier one.
    pub(super) choices: Option<ChoiceSequence>,
    /// The inputs generated last.
    generated: Option<P::Inputs>,
    /// How the inputs generated last failed.
    failed: Option<Failure>,
    observer: Option<&'t dyn RunObserver>,
}

impl<'t, P: Property> TypedTarget<'t, P> {
    pub(super) fn new(
        property: &'t P,
        mut best: FailingCase<P::Inputs>,
        observer: Option<&'t dyn RunObserver>,
    ) -> TypedTarget<'t, P> {
        best.record = best.record.or_else(|| record_of(property, &render(property, &best.inputs)));
        let choices = choices(best.record.as_ref());
        let wanted = WantedFailure::new(&best.failure);
        TypedTarget { property, best, wanted, choices, generated: None, failed: None, observer }
    }

    /// Runs the best case again, and returns whether it fails in the same way.
    pub(super) fn fails_again(&mut self) -> bool {
        match check(self.property, &self.best.inputs).same_origin(&self.best.failure) {
            Some(failure) => {
                self.best.failure = failure;
                true
            }
            None => false,
        }
    }

    /// Prints the best case.
    pub(super) fn print_best(&self) -> Vec<Binding> {
        print(self.property, &self.best.inputs)
    }

    /// Notifies the observer of the best case. `pass` found it.
    pub(super) fn record_event(&self, pass: Option<&'static str>) {
        if let Some(observer) = self.observer {
            let choices = self.choices.clone();
            let inputs = self.print_best();
            observer.failure(&FailureEvent { pass, choices, inputs, failure: &self.best.failure });
        }
    }
}

impl<P: Property> ShrinkTarget for TypedTarget<'_, P> {
    fn record(&self) -> Option<&Record> {
        self.best.record.as_ref()
    }

    fn generate(&mut self, mut source: Source) -> Option<Record> {
        let generated = panics::catch(|| generate(self.property, &mut source));
        self.generated = generated.ok().and_then(Result::ok);
        self.generated.is_some().then(|| source.into_record())
    }

    fn fails(&mut self) -> bool {
        let Some(inputs) = &self.generated else { return false };
        self.failed = self.wanted.accepts(check(self.property, inputs));
        self.failed.is_some()
    }

    fn print(&self) -> Vec<Binding> {
        self.generated.as_ref().map(|inputs| print(self.property, inputs)).unwrap_or_default()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        let Some(inputs) = self.generated.take() else { return };
        self.best.inputs = inputs;
        self.choices = Some(ChoiceSequence(record.values()));
        self.best.record = Some(record);
        let origin = self.best.failure.origin.clone();
        if let Some(failure) = self.failed.take() {
            self.best.failure = failure;
        }
        // Another assertion is another failure: both are saved.
        let is_same = self.best.failure.origin == origin;
        self.record_event(is_same.then_some(pass));
    }

    fn simplify_with(&mut self, limits: &ShrinkLimits, oracle: &mut Oracle<'_>) -> PassStats {
        let property = self.property;
        let record = self.best.record.clone().unwrap_or_default();
        let mut stats = PassStats { pass: PASS, tried: 0, accepted: 0 };
        let failure = &mut self.best.failure;
        let wanted = &self.wanted;
        let observer = self.observer;
        let mut context = ShrinkContext {
            record: &record,
            check: &|inputs: &P::Inputs| check(property, inputs),
            render: &|inputs: &P::Inputs| render(property, inputs),
            acceptor: &mut |run, render| {
                stats.tried += 1;
                let mut failed = None;
                let mut run = || {
                    failed = wanted.accepts(run());
                    failed.is_some()
                };
                if !oracle(render, &mut run) {
                    return false;
                }
                stats.accepted += 1;
                if let Some(failed) = failed {
                    *failure = failed;
                }
                if let Some(observer) = observer {
                    let rendered = render();
                    let choices = choices(record_of(property, &rendered).as_ref());
                    let inputs = rendered.bindings;
                    observer.failure(&FailureEvent { pass: Some(PASS), choices, inputs, failure });
                }
                true
            },
            limits: limits.clone(),
        };
        while property.simplify(&mut self.best.inputs, &mut context) {}
        if stats.accepted > 0 {
            self.best.record = record_of(property, &render(property, &self.best.inputs));
            self.choices = choices(self.best.record.as_ref()).or(self.choices.take());
        }
        stats
    }

    fn failure(&self) -> &Failure {
        &self.best.failure
    }

    fn wanted(&self) -> &WantedFailure {
        &self.wanted
    }
}

fn choices(record: Option<&Record>) -> Option<ChoiceSequence> {
    record.map(|record| ChoiceSequence(record.values()))
}

/// Generates inputs whose values were simplified, from the choices that the domains name for them. Returns
/// `None` if a domain names none, or if these choices generate other inputs.
fn record_of<P: Property>(property: &P, rendered: &Rendered) -> Option<Record> {
    let ChoiceSequence(values) = rendered.choices.clone()?;
    let count = values.len();
    let case = regenerate(property, Source::replay(values, Policy::STRICT))?;
    let fits = case.record.is_replay_of(count);
    (fits && print(property, &case.inputs) == rendered.bindings).then_some(case.record)
}
