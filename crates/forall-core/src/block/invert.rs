//! Inversion: choices from inputs.

use crate::domain::dependent::Dependent;
use crate::language::{Check, Forall, Formula, Implies, Node, Observe};
use crate::panics;
use crate::source::ChoiceValue;

/// Returns the choices from which `property` would generate `inputs`, or `None` if a domain does not know them
/// or panics.
///
/// ```
/// use forall::block::{generate, invert};
/// use forall::property::forall;
/// use forall::source::{Policy, Source};
///
/// let property = forall("xs", forall::any::<Vec<u8>>()).check(|(xs, ())| xs.len() < 9);
/// let choices = invert(&property, &(vec![3, 1], ())).expect("any list can be drawn");
/// let again = generate(&property, &mut Source::replay(choices, Policy::STRICT));
/// assert_eq!(again, Ok((vec![3, 1], ())));
/// ```
///
/// The choices may generate other values: a domain may map two values to the same choices, and a value that
/// is never drawn (a default, a function of the environment) may have changed. Callers compare the generated
/// values with `inputs`.
pub fn invert<P: Invert>(property: &P, inputs: &P::Inputs) -> Option<Vec<ChoiceValue>> {
    let mut choices = Vec::new();
    let mut inverted = None;
    panics::runs_without_panic(&mut || inverted = property.invert(inputs, &mut choices));
    inverted.map(|()| choices)
}

/// A property that can find the choices from which inputs would be generated.
///
/// ```
/// use forall::block::Invert;
/// use forall::property::forall;
/// use forall::source::ChoiceValue;
///
/// let pair = forall("x", 0..9).forall("y", 0..9).check(|_| true);
/// let mut choices = Vec::new();
/// assert_eq!(pair.invert(&(2, (1, ())), &mut choices), Some(()));
/// assert_eq!(choices, [1, 2].map(ChoiceValue::Integer));
/// ```
pub trait Invert<E = ()>: Formula<E> {
    /// Appends the choices drawn from this node on. Returns `None` if they are not known.
    fn invert(&self, inputs: &Self::Inputs, choices: &mut Vec<ChoiceValue>) -> Option<()>;
}

impl<E: 'static, A: 'static, D, P> Invert<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Invert<(A, E)> + Node<(A, E)>,
{
    fn invert(&self, inputs: &P::Inputs, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        let (value, env) = P::env(inputs);
        self.domain.invert(env, value, choices)?;
        self.body.invert(inputs, choices)
    }
}

impl<E, F, P: Invert<E>> Invert<E> for Implies<F, P> {
    fn invert(&self, inputs: &P::Inputs, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.body.invert(inputs, choices)
    }
}

impl<E, F, P: Invert<E>> Invert<E> for Observe<F, P> {
    fn invert(&self, inputs: &P::Inputs, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        self.body.invert(inputs, choices)
    }
}

impl<E: 'static, F> Invert<E> for Check<F> {
    fn invert(&self, _: &E, _: &mut Vec<ChoiceValue>) -> Option<()> {
        Some(())
    }
}
