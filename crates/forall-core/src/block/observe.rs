//! Observing: the values of the observations of a property.

use crate::language::{
    self, Check, Forall, Formula, Implies, Node, ObservationKind, ObservationValue,
};

/// Evaluates the observations of `property` on `inputs`, in order.
///
/// ```
/// use forall::block::{Observation, Observe, observe};
/// use forall::property::{ObservationValue, ObservationKind, property};
///
/// fn first<P: Observe>(property: &P, inputs: &P::Inputs) -> Option<Observation> {
///     observe(property, inputs).into_iter().next()
/// }
/// let property = property! { forall x: u8; collect "digits": x.to_string().len(); check true };
/// let value = ObservationValue::Text("2".into());
/// assert_eq!(first(&property, &(42, ())), Some(Observation { at: 1, kind: ObservationKind::Collect, value }));
/// ```
pub fn observe<P: Observe>(property: &P, inputs: &P::Inputs) -> Vec<Observation> {
    let mut observations = Vec::new();
    property.observe(inputs, &mut observations);
    observations
}

/// One observation of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct Observation {
    /// The position of its node in the property.
    pub at: usize,
    /// What the observation is for.
    pub kind: ObservationKind,
    /// Its value.
    pub value: ObservationValue,
}

/// A property that can evaluate its observations.
///
/// ```
/// use forall::block::Observe;
/// use forall::property::forall;
///
/// let small = forall("x", 0..9).classify("small", |(x, ())| *x < 5).check(|_| true);
/// let mut observations = Vec::new();
/// Observe::observe(&small, &(3, ()), &mut observations);
/// assert_eq!((observations.len(), observations[0].at), (1, 1));
/// ```
pub trait Observe<E = ()>: Formula<E> {
    /// Appends the observations from this node on.
    fn observe(&self, inputs: &Self::Inputs, observations: &mut Vec<Observation>);
}

impl<E: 'static, A: 'static, D, P: Observe<(A, E)>> Observe<E> for Forall<A, D, P> {
    fn observe(&self, inputs: &P::Inputs, observations: &mut Vec<Observation>) {
        self.body.observe(inputs, observations);
    }
}

impl<E, F, P: Observe<E>> Observe<E> for Implies<F, P> {
    fn observe(&self, inputs: &P::Inputs, observations: &mut Vec<Observation>) {
        self.body.observe(inputs, observations);
    }
}

impl<E, F: Fn(&E) -> ObservationValue, P: Observe<E> + Node<E>> Observe<E>
    for language::Observe<F, P>
{
    fn observe(&self, inputs: &P::Inputs, observations: &mut Vec<Observation>) {
        let value = (self.value)(P::env(inputs));
        observations.push(Observation { at: self.info.at, kind: self.kind, value });
        self.body.observe(inputs, observations);
    }
}

impl<E: 'static, F> Observe<E> for Check<F> {
    fn observe(&self, _: &E, _: &mut Vec<Observation>) {}
}
