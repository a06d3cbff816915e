//! The erased form: a property without its type, reduced to its blocks.
//!
//! The typed form compiles a runner again for every property, which is fastest to run and slowest to compile.
//! The erased form is one type: a runner is compiled once for all properties, at the cost of one virtual call
//! per batch of tests. `#[property]` uses this form.

mod inputs;
mod layer;

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

pub use self::inputs::ErasedInputs;
pub use self::layer::{Layer, LayeredTest, Stage};
use crate::block::{
    Annotate, Check, CheckScope, Generate, GenerationContext, Invert, Observation, Observe, Print,
    Property, Rendered, Run, Shrink, ShrinkContext, record_replacement,
};
use crate::builder::With;
use crate::data::{Binding, Verdict};
use crate::domain::ability::AnyAbility;
use crate::language::{Formula, NodeInfo, NodeKind, Nodes, formula, nodes};
use crate::panics;
use crate::source::{Campaign, ChoiceSequence, ChoiceValue, Source};

/// Any complete property. A clone is the same property, shared.
#[derive(Clone)]
pub struct Erased(Inner);

/// The annotations have a pointer type of their own, so that the compiler builds nothing for properties without any.
#[derive(Clone)]
enum Inner {
    Plain(Arc<dyn Object>),
    Annotated(Arc<dyn AnnotatedObject>),
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
        let property = Arc::new(property);
        Erased(match P::IS_ANNOTATED {
            true => Inner::Annotated(property),
            false => Inner::Plain(property),
        })
    }

    #[inline]
    fn object(&self) -> &dyn Object {
        match &self.0 {
            Inner::Plain(property) => &**property,
            Inner::Annotated(property) => &**property,
        }
    }
}

/// The blocks, without the type of the inputs.
trait Object: Nodes + Send + Sync {
    fn run(&self, source: &mut Source) -> Verdict;
    fn run_batch(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict;
    fn generate(
        &self,
        old: Option<&ErasedInputs>,
        context: &mut GenerationContext<'_>,
    ) -> Option<ErasedInputs>;
    fn check(&self, inputs: &ErasedInputs, scope: CheckScope) -> Verdict;
    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool;
    fn print(&self, values: &dyn Any, bindings: &mut Vec<Binding>);
    fn print_inputs(&self, inputs: &ErasedInputs, bindings: &mut Vec<Binding>) {
        self.print(&*inputs.values, bindings);
    }
    /// Makes the layers watch how the inputs are dropped.
    fn watch_drop(&self, inputs: &mut ErasedInputs) {
        let _ = inputs;
    }
    fn observe(&self, values: &dyn Any, observations: &mut Vec<Observation>);
    fn invert(&self, values: &dyn Any, choices: &mut Vec<ChoiceValue>) -> Option<()>;
}

/// The blocks of a property with annotations.
trait AnnotatedObject: Object {
    fn annotations(&self, values: &dyn Any, visit: &mut dyn FnMut(&NodeInfo, &dyn Any));
    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool;
}

impl<P: Property + Send + Sync + 'static> AnnotatedObject for P {
    fn annotations(&self, values: &dyn Any, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        Annotate::annotations(self, typed::<P>(values), visit);
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        Annotate::replace(self, name, ability)
    }
}

impl<P: Property + Send + Sync + 'static> Object for P {
    fn run(&self, source: &mut Source) -> Verdict {
        Run::run(self, (), source)
    }

    fn run_batch(&self, campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        Run::run_batch(self, &(), campaign, tests)
    }

    fn generate(
        &self,
        old: Option<&ErasedInputs>,
        context: &mut GenerationContext<'_>,
    ) -> Option<ErasedInputs> {
        let old = old.map(|old| typed::<P>(&*old.values));
        Some(ErasedInputs::new(Generate::generate(self, (), old, context).ok()?))
    }

    fn check(&self, inputs: &ErasedInputs, scope: CheckScope) -> Verdict {
        Check::check(self, typed::<P>(&*inputs.values), scope)
    }

    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        let inputs = inputs.values.downcast_mut().expect(FOREIGN);
        let mut typed = ShrinkContext {
            record: search.record,
            check: &|inputs| checked(&|| Check::check(self, inputs, CheckScope::All), self),
            render: &|inputs| rendered(self, inputs),
            acceptor: &mut |run, show| (search.acceptor)(run, show),
            limits: search.limits.clone(),
        };
        let simpler = Shrink::simplify(self, inputs, &mut typed);
        search.limits = typed.limits;
        simpler
    }

    fn print(&self, values: &dyn Any, bindings: &mut Vec<Binding>) {
        Print::print(self, typed::<P>(values), bindings);
    }

    fn observe(&self, values: &dyn Any, observations: &mut Vec<Observation>) {
        Observe::observe(self, typed::<P>(values), observations);
    }

    fn invert(&self, values: &dyn Any, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        Invert::invert(self, typed::<P>(values), choices)
    }
}

/// Does what [`check`](crate::block::check()) does, but is compiled once and not for each type.
fn checked(check: &dyn Fn() -> Verdict, property: &dyn Nodes) -> Verdict {
    panics::catch(check).unwrap_or_else(|thrown| {
        let mut nodes = Vec::new();
        property.nodes(&mut nodes);
        panics::verdict(thrown, nodes.len() - 1)
    })
}

/// Does what [`render`](crate::block::render) does, but is compiled once and not for each type.
fn rendered(property: &dyn Object, values: &dyn Any) -> Rendered {
    let mut bindings = Vec::new();
    property.print(values, &mut bindings);
    let mut choices = Vec::new();
    let mut inverted = None;
    panics::runs_without_panic(&mut || inverted = property.invert(values, &mut choices));
    Rendered { bindings, choices: inverted.map(|()| ChoiceSequence(choices)) }
}

const FOREIGN: &str = "the inputs were generated by this property, not by another";

fn typed<P: Property>(values: &dyn Any) -> &P::Inputs {
    values.downcast_ref().expect(FOREIGN)
}

impl Nodes for Erased {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        self.object().nodes(nodes);
    }
}

impl Formula for Erased {
    type Inputs = ErasedInputs;
}

impl Run for Erased {
    #[inline]
    fn run(&self, (): (), source: &mut Source) -> Verdict {
        self.object().run(source)
    }

    fn run_batch(&self, (): &(), campaign: &Campaign, tests: &mut Range<u64>) -> Verdict {
        self.object().run_batch(campaign, tests)
    }
}

impl Generate for Erased {
    const BINDS: bool = true;

    fn generate(
        &self,
        (): (),
        old: Option<&ErasedInputs>,
        context: &mut GenerationContext<'_>,
    ) -> Result<ErasedInputs, ()> {
        self.object().generate(old, context).ok_or(())
    }
}

impl Check for Erased {
    fn check(&self, inputs: &ErasedInputs, scope: CheckScope) -> Verdict {
        self.object().check(inputs, scope)
    }
}

impl Shrink for Erased {
    fn simplify(
        &self,
        inputs: &mut ErasedInputs,
        search: &mut ShrinkContext<'_, ErasedInputs>,
    ) -> bool {
        self.object().simplify(inputs, search)
    }

    /// No variable is bound outside a complete property, so none of its domains depends on one.
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
        self.object().print_inputs(inputs, bindings);
    }
}

impl Observe for Erased {
    fn observe(&self, inputs: &ErasedInputs, observations: &mut Vec<Observation>) {
        self.object().observe(&*inputs.values, observations);
    }
}

impl Invert for Erased {
    fn invert(&self, inputs: &ErasedInputs, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.object().invert(&*inputs.values, choices)
    }
}

impl Annotate for Erased {
    const IS_ANNOTATED: bool = true;

    fn annotations(&self, inputs: &ErasedInputs, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        if let Inner::Annotated(property) = &self.0 {
            property.annotations(&*inputs.values, visit);
        }
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        let Inner::Annotated(property) = &mut self.0 else {
            let is_variable = |info: &&NodeInfo| info.kind == NodeKind::Forall && info.name == name;
            let info = nodes(self).into_iter().find(is_variable).cloned();
            return info.is_some_and(|mut info| {
                record_replacement(&mut info, None);
                true
            });
        };
        let property = Arc::get_mut(property);
        let property =
            property.expect("abilities of an erased property are replaced before it is cloned");
        property.replace(name, ability)
    }
}

impl With for Erased {
    type Output = Erased;

    fn overridable(self) -> Erased {
        self
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
