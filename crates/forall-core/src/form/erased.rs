//! The erased form: a property of which only the blocks are left.
//!
//! The typed form makes a runner anew for every property, which is fastest to run and slowest to
//! compile. The erased form is one type: a runner is compiled once for all of them, and pays one
//! virtual call for many tests. `#[property]` makes this form.

mod witnessed;

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use self::witnessed::Trace;
pub use self::witnessed::{Act, Answer, Witness};
use crate::block::{
    Check, Conclude, Generate, Invert, Making, Mutate, Observation, Observe, Patience, Print,
    Property, Rendered, Run, Satisfy, Shrink, ShrinkContext,
};
use crate::data::{Binding, Verdict};
use crate::language::{Formula, Note, Outline, formula};
use crate::panics;
use crate::source::{Campaign, Choices, Reject, Source, Value};

/// Any closed property. A clone is the same property, shared.
#[derive(Clone)]
pub struct Erased(Arc<dyn Object>);

/// The inputs of an erased property. They fit that property only.
///
/// ```
/// use forall::block::{check, generate};
/// use forall::property::{Erased, ErasedInputs, forall};
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = Erased::new(forall("x", 0..10).check(|(x, ())| *x != 7));
/// let drawn = generate(&property, &mut Source::from_seed(1, 5)).unwrap();
/// assert!(drawn.get::<(i32, ())>().is_some() && drawn.get::<i32>().is_none());
/// assert!(matches!(check(&property, &ErasedInputs::new((7, ()))), Verdict::Fail(_)));
/// ```
pub struct ErasedInputs {
    inputs: Box<dyn Any>,
    trace: Trace,
}

impl Erased {
    /// Erases the type of a property.
    ///
    /// ```
    /// use forall::property::{Erased, forall};
    /// use forall::runner::{Options, quick_check};
    ///
    /// let properties = [
    ///     Erased::new(forall("x", 0..10).check(|(x, ())| x + 1 > *x)),
    ///     Erased::new(forall("s", 'a'..='z').check(|(c, ())| c.is_lowercase())),
    /// ];
    /// assert!(properties.iter().all(|p| quick_check(p, &Options::default()).passed()));
    /// ```
    pub fn new<P: Property + Send + Sync + 'static>(property: P) -> Erased {
        Erased(Arc::new(property))
    }
}

impl ErasedInputs {
    /// Inputs as the typed property has them, for the property of which it was made.
    pub fn new<Inputs: 'static>(inputs: Inputs) -> ErasedInputs {
        ErasedInputs { inputs: Box::new(inputs), trace: Trace::default() }
    }

    /// The inputs as the typed property has them, if they are of that type.
    pub fn get<Inputs: 'static>(&self) -> Option<&Inputs> {
        // Of an erased property around this one.
        if let Some(inner) = self.inputs.downcast_ref::<ErasedInputs>() {
            return inner.get();
        }
        self.inputs.downcast_ref()
    }
}

/// Inputs, if they could be made.
type Made = Option<ErasedInputs>;

/// The blocks, without the type of the inputs. Who checks them may want to know what they were made from.
trait Object: Outline + Send + Sync {
    fn run(&self, source: &mut Source) -> Verdict;
    fn streak(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict;
    fn satisfy(&self, source: &mut Source, patience: &mut Patience) -> Made;
    fn check(&self, inputs: &dyn Any, trace: &Trace) -> Verdict;
    fn conclude(&self, inputs: &dyn Any, trace: &Trace) -> Verdict;
    fn mutate(&self, old: Option<&dyn Any>, making: &mut Making<'_>) -> Made;
    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool;
    fn print(&self, inputs: &dyn Any, bindings: &mut Vec<Binding>);
    fn observe(&self, inputs: &dyn Any, observations: &mut Vec<Observation>);
    fn invert(&self, inputs: &dyn Any, choices: &mut Vec<Value>) -> Option<()>;
}

impl<P: Property + Send + Sync + 'static> Object for P {
    fn run(&self, source: &mut Source) -> Verdict {
        Run::run(self, (), source)
    }

    fn streak(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        Run::streak(self, &(), campaign, tests)
    }

    fn satisfy(&self, source: &mut Source, patience: &mut Patience) -> Made {
        Some(ErasedInputs::new(Satisfy::satisfy(self, (), source, patience).ok()?))
    }

    fn check(&self, inputs: &dyn Any, _: &Trace) -> Verdict {
        Check::check(self, typed::<P>(inputs))
    }

    fn conclude(&self, inputs: &dyn Any, _: &Trace) -> Verdict {
        Conclude::conclude(self, typed::<P>(inputs))
    }

    fn mutate(&self, old: Option<&dyn Any>, making: &mut Making<'_>) -> Made {
        Some(ErasedInputs::new(Mutate::mutate(self, (), old.map(typed::<P>), making)?))
    }

    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        let inputs = inputs.inputs.downcast_mut().expect(FOREIGN);
        let mut typed = ShrinkContext {
            record: search.record,
            check: &|inputs| checked(self, inputs),
            render: &|inputs| told(self, inputs),
            acceptor: &mut |run, show| (search.acceptor)(run, show),
            limits: search.limits.clone(),
        };
        let simpler = Shrink::simplify(self, inputs, &mut typed);
        search.limits = typed.limits;
        simpler
    }

    fn print(&self, inputs: &dyn Any, bindings: &mut Vec<Binding>) {
        Print::print(self, typed::<P>(inputs), bindings);
    }

    fn observe(&self, inputs: &dyn Any, observations: &mut Vec<Observation>) {
        Observe::observe(self, typed::<P>(inputs), observations);
    }

    fn invert(&self, inputs: &dyn Any, choices: &mut Vec<Value>) -> Option<()> {
        Invert::invert(self, typed::<P>(inputs), choices)
    }
}

/// As [`check`](crate::block::check()), compiled once and not for each type.
fn checked(property: &dyn Object, inputs: &dyn Any) -> Verdict {
    panics::catch(|| property.check(inputs, &Trace::default())).unwrap_or_else(|thrown| {
        let mut notes = Vec::new();
        property.outline(&mut notes);
        panics::verdict(thrown, notes.len() - 1)
    })
}

/// As [`render`](crate::block::render), compiled once and not for each type.
fn told(property: &dyn Object, inputs: &dyn Any) -> Rendered {
    let (mut bindings, mut choices, mut inverted) = (Vec::new(), Vec::new(), None);
    property.print(inputs, &mut bindings);
    panics::survives(&mut || inverted = property.invert(inputs, &mut choices));
    Rendered { bindings, choices: inverted.map(|()| Choices(choices)) }
}

const FOREIGN: &str = "the inputs were made by this property, not by another";

fn typed<P: Property>(inputs: &dyn Any) -> &P::Inputs {
    inputs.downcast_ref().expect(FOREIGN)
}

impl Outline for Erased {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        self.0.outline(notes);
    }
}

impl Formula<()> for Erased {
    type Inputs = ErasedInputs;

    fn env(_: &ErasedInputs) -> &() {
        &()
    }

    fn env_mut(_: &mut ErasedInputs) -> &mut () {
        Box::leak(Box::new(())) // A box of nothing takes no memory.
    }
}

impl Run for Erased {
    #[inline]
    fn run(&self, (): (), source: &mut Source) -> Verdict {
        self.0.run(source)
    }

    fn streak(&self, (): &(), campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        self.0.streak(campaign, tests)
    }
}

impl Generate for Erased {
    fn generate(&self, (): (), source: &mut Source) -> Result<ErasedInputs, Reject> {
        // By the other walk, which has to be compiled for every type anyway.
        let made = self.0.satisfy(source, &mut Patience::blind());
        made.ok_or_else(|| source.reject(source.reason().unwrap_or_default()))
    }
}

impl Satisfy for Erased {
    fn satisfy(
        &self,
        (): (),
        source: &mut Source,
        patience: &mut Patience,
    ) -> Result<ErasedInputs, ()> {
        self.0.satisfy(source, patience).ok_or(())
    }
}

impl Check for Erased {
    fn check(&self, inputs: &ErasedInputs) -> Verdict {
        self.0.check(&*inputs.inputs, &inputs.trace)
    }
}

impl Conclude for Erased {
    fn conclude(&self, inputs: &ErasedInputs) -> Verdict {
        self.0.conclude(&*inputs.inputs, &inputs.trace)
    }
}

impl Mutate for Erased {
    const BINDS: bool = true;

    fn mutate(
        &self,
        (): (),
        old: Option<&ErasedInputs>,
        making: &mut Making<'_>,
    ) -> Option<ErasedInputs> {
        self.0.mutate(old.map(|old| &*old.inputs), making)
    }
}

impl Shrink for Erased {
    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        self.0.simplify(inputs, search)
    }

    /// Nothing is bound before a closed property, so nothing in it depends on that.
    fn repair_dependents(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        search.accepts(inputs)
    }
}

impl Print for Erased {
    fn print(&self, inputs: &ErasedInputs, bindings: &mut Vec<Binding>) {
        self.0.print(&*inputs.inputs, bindings);
    }
}

impl Observe for Erased {
    fn observe(&self, inputs: &ErasedInputs, observations: &mut Vec<Observation>) {
        self.0.observe(&*inputs.inputs, observations);
    }
}

impl Invert for Erased {
    fn invert(&self, inputs: &ErasedInputs, choices: &mut Vec<Value>) -> Option<()> {
        self.0.invert(&*inputs.inputs, choices)
    }
}

impl fmt::Debug for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        formula(self, f)
    }
}

impl fmt::Display for Erased {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        formula(self, f)
    }
}

impl fmt::Debug for ErasedInputs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasedInputs(…)")
    }
}
