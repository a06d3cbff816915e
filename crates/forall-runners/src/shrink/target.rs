//! The target of shrinking: a property, the simplest failing case so far, and the case generated last.

use std::cell::Cell;
use std::mem;
use std::time::Instant;

use super::measure::{self, measure};
use super::printed::PrintedSize;
use super::{GeneratedCase, Oracle, ShrinkTarget, WantedFailure};
use crate::block::{
    Property, Rendered, ShrinkContext, ShrinkLimits, check, generate, print, regenerate, render,
};
use crate::panics::{self, Caught};
use crate::report::{Binding, Failure, FailureEvent, PassStats, RunObserver, Verdict};
use crate::source::{ChoiceSequence, Policy, Record, Source};

/// The name of the pass in which domains simplify their values.
const PASS: &str = "shrink values";

/// The name of the step that returns to a smaller case.
const RETURN: &str = "smaller print";

/// Inputs that fail.
pub(super) struct FailingCase<Inputs> {
    pub(super) inputs: Inputs,
    /// The choices that make the inputs, if they are known.
    pub(super) record: Option<Record>,
    pub(super) failure: Failure,
}

/// A case that was the best one.
struct EarlierCase<Inputs> {
    case: FailingCase<Inputs>,
    choices: Option<ChoiceSequence>,
    measure: Option<f64>,
}

/// A target that knows the type of the inputs.
pub(super) struct TypedTarget<'t, P: Property> {
    property: &'t P,
    /// The simplest case found so far.
    pub(super) best: FailingCase<P::Inputs>,
    /// The measure of the best case, if the property has one.
    measure: Option<f64>,
    /// The best case when [`keep_smaller`](ShrinkTarget::keep_smaller) was last called, if another one is the best now.
    earlier: Option<EarlierCase<P::Inputs>>,
    /// The size of the smallest print of such a case, unless it was not printed.
    smallest: Option<PrintedSize>,
    /// The failures that a simpler case may have.
    pub(super) wanted: WantedFailure,
    /// The last choices that are known: those of the best case, or of an earlier one.
    pub(super) choices: Option<ChoiceSequence>,
    /// The inputs generated last.
    generated: Option<P::Inputs>,
    /// What the inputs generated last were generated from, if they fail when they are dropped.
    source: Option<Source>,
    /// How the inputs generated last failed.
    failed: Option<Failure>,
    observer: Option<&'t dyn RunObserver>,
    /// When to save the next step of a large case.
    pace: SavingPace,
    /// The number of cases that ran, and of those that became the best one.
    pub(super) runs: u64,
    pub(super) accepted: u64,
}

/// How often the steps of large cases are saved. Printing and writing one takes long, and there are many.
#[derive(Debug, Default)]
struct SavingPace {
    next: Option<Instant>,
    /// The pass that found the best case, if it is not saved.
    unsaved: Option<&'static str>,
}

/// Cases with fewer choices are always saved.
const MIN_LARGE_CASE: usize = 1_000;

/// Saving large cases takes at most this share of the time.
const SAVING_SHARE: u32 = 16;

impl SavingPace {
    fn is_due(&self, choices: usize) -> bool {
        choices < MIN_LARGE_CASE || self.next.is_none_or(|next| Instant::now() >= next)
    }

    /// Runs `save`, and postpones the next time accordingly.
    fn save(&mut self, save: impl FnOnce()) {
        let start = Instant::now();
        save();
        let end = Instant::now();
        self.next = Some(end + SAVING_SHARE * (end - start));
        self.unsaved = None;
    }
}

impl<'t, P: Property> TypedTarget<'t, P> {
    /// Creates a target for a case that ran: a function prints the calls that it has seen.
    pub(super) fn new(
        property: &'t P,
        mut best: FailingCase<P::Inputs>,
        observer: Option<&'t dyn RunObserver>,
    ) -> TypedTarget<'t, P> {
        best.record = best.record.or_else(|| record_of(property, &render(property, &best.inputs)));
        let choices = choices(best.record.as_ref());
        let wanted = WantedFailure::new(&best.failure);
        TypedTarget {
            property,
            measure: measure(property, &best.inputs),
            smallest: PrintedSize::new(&print(property, &best.inputs)),
            best,
            earlier: None,
            wanted,
            choices,
            generated: None,
            source: None,
            failed: None,
            observer,
            pace: SavingPace::default(),
            runs: 0,
            accepted: 0,
        }
    }

    /// Finds out whether the best case, which was checked with this verdict, fails when it is dropped.
    pub(super) fn find_out_about_drop(&mut self, verdict: Verdict) {
        let passes = verdict == Verdict::Pass;
        if passes && self.drop_best().same_origin(&self.best.failure).is_some() {
            self.wanted.expect_in_drop();
        }
    }

    /// Generates the best case again, and returns the verdict of dropping it.
    fn drop_best(&self) -> Verdict {
        let values = self.choices.clone().map(|choices| choices.0);
        let case = values
            .and_then(|values| regenerate(self.property, Source::replay(values, Policy::STRICT)));
        panics::drop_failure(|| drop(case)).map_or(Verdict::Pass, Verdict::from)
    }

    /// Runs the best case again, and returns whether it fails in the same way.
    pub(super) fn fails_again(&mut self) -> bool {
        let verdict = match check(self.property, &self.best.inputs) {
            Verdict::Pass if self.wanted.is_in_drop() => self.drop_best(),
            verdict => verdict,
        };
        match verdict.same_origin(&self.best.failure) {
            Some(failure) => {
                self.best.failure = failure;
                true
            }
            None => false,
        }
    }

    /// Returns the statistics of all passes together.
    pub(super) fn stats_so_far(&self) -> PassStats {
        PassStats {
            pass: "before the shrinker panicked",
            tried: self.runs,
            accepted: self.accepted,
        }
    }

    /// Prints the best case.
    pub(super) fn print_best(&self) -> Vec<Binding> {
        print(self.property, &self.best.inputs)
    }

    /// Notifies the observer of the best case, which `pass` found, or of another failure. Steps of large cases are
    /// left out if they follow each other too quickly.
    fn record_step(&mut self, pass: Option<&'static str>) {
        let choices = self.choices.as_ref().map_or(0, |choices| choices.0.len());
        if pass.is_none() || self.pace.is_due(choices) {
            self.save_step(pass);
        } else {
            self.pace.unsaved = pass;
        }
    }

    /// Notifies the observer of the best case, if it does not know it yet.
    pub(super) fn record_last(&mut self) {
        if self.pace.unsaved.is_some() {
            self.save_step(self.pace.unsaved);
        }
    }

    fn save_step(&mut self, pass: Option<&'static str>) {
        let mut pace = mem::take(&mut self.pace);
        pace.save(|| self.record_event(pass));
        self.pace = pace;
    }

    /// Notifies the observer of the best case, which `pass` found.
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

    fn generate(&mut self, mut source: Source) -> GeneratedCase {
        self.source = self.wanted.is_in_drop().then(|| source.clone());
        let generated = panics::catch(|| generate(self.property, &mut source));
        self.generated = generated.ok().and_then(Result::ok);
        GeneratedCase { record: source.into_record(), is_rejected: self.generated.is_none() }
    }

    fn fails(&mut self) -> bool {
        let Some(inputs) = &self.generated else { return false };
        self.runs += 1;
        let verdict = match check(self.property, inputs) {
            Verdict::Pass if self.source.is_some() => self.drop_generated(),
            verdict => verdict,
        };
        self.failed = self.wanted.accepts(verdict);
        self.failed.is_some()
    }

    fn print(&self) -> Vec<Binding> {
        self.generated.as_ref().map(|inputs| print(self.property, inputs)).unwrap_or_default()
    }

    fn accept(&mut self, record: Record, pass: &'static str) {
        let Some(inputs) = self.generated.take() else { return };
        let origin = self.best.failure.origin.clone();
        let failure = self.failed.take().unwrap_or_else(|| self.best.failure.clone());
        let measure = self.measure.and_then(|_| measure(self.property, &inputs));
        let choices = Some(ChoiceSequence(record.values()));
        let best = FailingCase { inputs, record: Some(record), failure };
        let earlier = EarlierCase {
            case: mem::replace(&mut self.best, best),
            choices: mem::replace(&mut self.choices, choices),
            measure: mem::replace(&mut self.measure, measure),
        };
        self.earlier.get_or_insert(earlier);
        // Another assertion is another failure: both are saved.
        let is_same = self.best.failure.origin == origin;
        self.accepted += 1;
        self.record_step(is_same.then_some(pass));
    }

    fn measures(&self) -> Option<[f64; 2]> {
        let best = self.measure?;
        let inputs = self.generated.as_ref();
        let new = inputs.and_then(|inputs| measure(self.property, inputs)).unwrap_or(f64::INFINITY);
        Some([new, best])
    }

    fn keep_smaller(&mut self) {
        let Some(earlier) = self.earlier.take() else { return };
        let size = PrintedSize::new(&self.print_best());
        let is_larger = is_larger(size, self.smallest).cmp(&false);
        if measure::compare(self.measure, earlier.measure).then(is_larger).is_gt() {
            self.best = earlier.case;
            self.choices = earlier.choices;
            self.measure = earlier.measure;
            self.record_step(Some(RETURN));
        } else {
            self.smallest = size.zip(self.smallest).map(|(size, smallest)| size.min(smallest));
        }
    }

    fn simplify_with(&mut self, limits: &ShrinkLimits, oracle: &mut Oracle<'_>) -> PassStats {
        let property = self.property;
        let record = self.best.record.clone().unwrap_or_default();
        let mut stats = PassStats { pass: PASS, tried: 0, accepted: 0 };
        // The values that a domain proposes can be checked, but not dropped in time.
        if self.wanted.is_in_drop() {
            return stats;
        }
        let failure = &mut self.best.failure;
        let wanted = &self.wanted;
        let observer = self.observer;
        let pace = &mut self.pace;
        let smallest = self.smallest;
        let best_measure = &mut self.measure;
        let rendered_measure = Cell::new(None);
        let mut context = ShrinkContext {
            record: &record,
            check: &|inputs: &P::Inputs| check(property, inputs),
            render: &|inputs: &P::Inputs| {
                rendered_measure.set(measure(property, inputs));
                render(property, inputs)
            },
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
                let rendered = render();
                let is_larger =
                    is_larger(PrintedSize::new(&rendered.bindings), smallest).cmp(&false);
                if measure::compare(rendered_measure.get(), *best_measure).then(is_larger).is_gt() {
                    return false;
                }
                *best_measure = rendered_measure.get();
                stats.accepted += 1;
                if let Some(failed) = failed {
                    *failure = failed;
                }
                if let Some(observer) = observer {
                    let drawn = rendered.choices.as_ref();
                    if !pace.is_due(drawn.map_or(record.choices.len(), |drawn| drawn.0.len())) {
                        pace.unsaved = Some(PASS);
                        return true;
                    }
                    pace.save(|| {
                        let choices = choices(record_of(property, &rendered).as_ref());
                        let inputs = rendered.bindings;
                        let pass = Some(PASS);
                        observer.failure(&FailureEvent { pass, choices, inputs, failure });
                    });
                }
                true
            },
            limits: limits.clone(),
        };
        loop {
            // The destructors of values may panic.
            match panics::catch(|| property.simplify(&mut self.best.inputs, &mut context)) {
                Ok(true) => {}
                Ok(false) | Err(Caught::Panic(_)) => break,
                Err(Caught::Assumption) => panics::discard(),
            }
        }
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

impl<P: Property> TypedTarget<'_, P> {
    /// Drops the inputs generated last, and returns the verdict. They are generated again afterwards.
    fn drop_generated(&mut self) -> Verdict {
        let generated = self.generated.take();
        let failure = panics::drop_failure(|| drop(generated));
        if let Some(source) = self.source.clone() {
            self.generate(source);
        }
        failure.map_or(Verdict::Pass, Verdict::from)
    }
}

/// Returns whether a print has become larger, if both sizes are known.
fn is_larger(size: Option<PrintedSize>, smallest: Option<PrintedSize>) -> bool {
    size.zip(smallest).is_some_and(|(size, smallest)| size.is_larger(smallest))
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
