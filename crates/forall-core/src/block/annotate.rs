//! Annotations: data that quantifiers carry, and the replacement of their abilities.

use std::any::Any;
use std::borrow::Cow;

use crate::domain::ability::AnyAbility;
use crate::domain::dependent::{Dependent, Replacement};
use crate::language::{
    Check, Forall, Formula, FreeVariables, Implies, Node, NodeInfo, NodeKind, Nodes, Observe, nodes,
};

/// Returns the annotation of type `X` of the variable `name`, which may depend on the values of earlier variables. If
/// there are several of this type, returns the one that was attached last. If several variables have this name, the last
/// one hides the others.
///
/// ```
/// use forall::block::annotation;
/// use forall::property::{Erased, ErasedInputs, property};
///
/// let pair = property! {
///     forall n in 1..9_usize, annotate = "metres";
///     forall x in 0..*n, annotate = *n * 2;
///     check x < n
/// };
/// let inputs = (3, (5, ()));
/// assert_eq!(annotation(&pair, "n", &inputs), Some("metres"));
/// assert_eq!(annotation(&pair, "x", &inputs), Some(10_usize));
/// assert_eq!(annotation::<char, _>(&pair, "x", &inputs), None);
///
/// let erased = Erased::new(pair);
/// assert_eq!(annotation(&erased, "x", &ErasedInputs::new(inputs)), Some(10_usize));
/// ```
pub fn annotation<X: Clone + 'static, P: Annotate>(
    property: &P,
    name: &str,
    inputs: &P::Inputs,
) -> Option<X> {
    let is_variable = |info: &&NodeInfo| info.kind == NodeKind::Forall && info.name == name;
    let variable = nodes(property).into_iter().rfind(is_variable)?.at;
    let mut found: Option<X> = None;
    property.annotations(inputs, &mut |info, annotation| {
        if info.at == variable && found.is_none() {
            found = annotation.downcast_ref::<X>().cloned();
        }
    });
    found
}

/// A property whose quantifiers may have annotations, and abilities that can be replaced.
///
/// ```
/// use forall::block::Annotate;
/// use forall::property::{Ability, With, property};
///
/// let mut small = property! { forall x: u8, annotate = "metres"; check *x < 9 }.overridable();
/// assert!(small.replace("x", &mut Ability::printer(|x: &u8| format!("#{x}")).into()));
/// assert!(!small.replace("y", &mut (0..7_u8).into()), "there is no such variable");
///
/// let mut names = Vec::new();
/// small.annotations(&(7, ()), &mut |info, _| names.push(info.name.to_string()));
/// assert_eq!(names, ["x"]);
/// ```
pub trait Annotate<E = ()>: Formula<E> {
    /// Whether a quantifier from here on may have annotations, or abilities that can be replaced.
    const IS_ANNOTATED: bool;

    /// Calls `visit` with all annotations from this node on. Those of one variable come in reverse order: the one that was
    /// attached last comes first.
    fn annotations(&self, inputs: &Self::Inputs, visit: &mut dyn FnMut(&NodeInfo, &dyn Any));

    /// Replaces an ability of the variable `name`, if this node or a later one binds it. If several do, the last one is
    /// changed. Returns whether one does.
    ///
    /// # Panics
    ///
    /// If the ability is for values of another type or for another environment, or if the abilities of the variable are
    /// fixed: see [`overridable`](crate::property::With::overridable).
    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool;
}

impl<E: 'static, A: 'static, D, P> Annotate<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Annotate<(A, E)> + Node<(A, E)>,
{
    const IS_ANNOTATED: bool = D::IS_ANNOTATED || P::IS_ANNOTATED;

    fn annotations(&self, inputs: &P::Inputs, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        let (_, env) = P::env(inputs);
        self.domain.annotations(env, &mut |annotation| visit(&self.info, annotation));
        self.body.annotations(inputs, visit);
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        if self.body.replace(name, ability) {
            return true;
        }
        if self.info.name != name {
            return false;
        }
        record_replacement(&mut self.info, self.domain.replace(ability));
        true
    }
}

impl<E, F, P: Annotate<E>> Annotate<E> for Implies<F, P> {
    const IS_ANNOTATED: bool = P::IS_ANNOTATED;

    fn annotations(&self, inputs: &P::Inputs, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        self.body.annotations(inputs, visit);
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        self.body.replace(name, ability)
    }
}

impl<E, F, P: Annotate<E>> Annotate<E> for Observe<F, P> {
    const IS_ANNOTATED: bool = P::IS_ANNOTATED;

    fn annotations(&self, inputs: &P::Inputs, visit: &mut dyn FnMut(&NodeInfo, &dyn Any)) {
        self.body.annotations(inputs, visit);
    }

    fn replace(&mut self, name: &str, ability: &mut AnyAbility) -> bool {
        self.body.replace(name, ability)
    }
}

impl<E: 'static, F> Annotate<E> for Check<F> {
    const IS_ANNOTATED: bool = false;

    fn annotations(&self, _: &E, _: &mut dyn FnMut(&NodeInfo, &dyn Any)) {}

    fn replace(&mut self, _: &str, _: &mut AnyAbility) -> bool {
        false
    }
}

/// Records a replacement in the information about its quantifier. Panics if nothing can be replaced there.
pub(crate) fn record_replacement(info: &mut NodeInfo, replacement: Option<Replacement>) {
    match replacement {
        Some(Replacement::Generator { depends }) => {
            let nothing = FreeVariables::Only(Cow::Borrowed(&[]));
            info.text = "".into();
            info.mentions = if depends { FreeVariables::Unknown } else { nothing };
        }
        Some(Replacement::Other) => {}
        None => panic!(
            "the abilities of `{}` are fixed: call `overridable()` on the property before it is erased",
            info.name
        ),
    }
}

/// Returns the names of all variables, as a list.
pub(crate) fn variable_names(property: &dyn Nodes) -> String {
    let mut nodes = Vec::new();
    property.nodes(&mut nodes);
    let variables = nodes.iter().filter(|info| info.kind == NodeKind::Forall);
    variables.map(|info| format!("`{}`", info.name)).collect::<Vec<String>>().join(", ")
}
