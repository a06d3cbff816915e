//! Inversion: choices from inputs.

use crate::domain::within::Within;
use crate::language::{Check, Forall, Formula, Implies, Node, Observe};
use crate::panics;
use crate::source::ChoiceValue;

/// The choices of which `property` would make `inputs`. There are none where a domain cannot tell, or
/// panics.
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
/// Two values may look alike to a domain, and what is never drawn (a default, a function of the
/// environment) may be another one now: compare what the choices make with what was inverted.
pub fn invert<P: Invert>(property: &P, inputs: &P::Inputs) -> Option<Vec<ChoiceValue>> {
    let (mut choices, mut told) = (Vec::new(), None);
    panics::survives(&mut || told = property.invert(inputs, &mut choices));
    told.map(|()| choices)
}

/// Can tell the choices of which inputs would be made.
///
/// ```
/// use forall::block::Invert;
/// use forall::property::forall;
/// use forall::source::ChoiceValue;
///
/// let (pair, mut choices) = (forall("x", 0..9).forall("y", 0..9).check(|_| true), Vec::new());
/// assert_eq!(pair.invert(&(2, (1, ())), &mut choices), Some(()));
/// assert_eq!(choices, [1, 2].map(ChoiceValue::Integer));
/// ```
pub trait Invert<E = ()>: Formula<E> {
    /// Appends the choices drawn from here on, where they can be told.
    fn invert(&self, inputs: &Self::Inputs, choices: &mut Vec<ChoiceValue>) -> Option<()>;
}

impl<E: 'static, A: 'static, D, P> Invert<E> for Forall<A, D, P>
where
    D: Within<E, Value = A>,
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
