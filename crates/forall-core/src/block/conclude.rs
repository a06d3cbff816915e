//! Concluding: a verdict from inputs, of the predicate alone.

use crate::data::Verdict;
use crate::language::{Check, Forall, Formula, Implies, Judge, Observe, outline};
use crate::panics;

/// Asks the predicate of `property`, and none of its premises: for inputs that are known to satisfy
/// them. A panic is a failure, and is not printed.
///
/// ```
/// use forall::block::{Conclude, check, conclude};
/// use forall::property::property;
/// use forall::report::Verdict;
///
/// fn holds_anyway<P: Conclude>(property: &P, inputs: &P::Inputs) -> bool {
///     conclude(property, inputs) == Verdict::Pass
/// }
/// let odd = property! { forall x: u32; implies x % 2 == 1; check *x < 9 };
/// assert_eq!(check(&odd, &(4, ())), Verdict::Discard(1));
/// assert!(holds_anyway(&odd, &(4, ())));
/// ```
pub fn conclude<P: Conclude>(property: &P, inputs: &P::Inputs) -> Verdict {
    panics::catch(|| property.conclude(inputs))
        .unwrap_or_else(|thrown| panics::verdict(thrown, outline(property).len() - 1))
}

/// Can be asked for its predicate.
///
/// ```
/// use forall::block::Conclude;
/// use forall::property::forall;
/// use forall::report::Verdict;
///
/// let never = forall("x", 0..9).implies("x > 9", |(x, ())| *x > 9).check(|(x, ())| *x < 5);
/// assert_eq!(never.conclude(&(3, ())), Verdict::Pass);
/// ```
pub trait Conclude<E = ()>: Formula<E> {
    /// Asks the predicate.
    fn conclude(&self, inputs: &Self::Inputs) -> Verdict;
}

impl<E: 'static, A: 'static, D, P: Conclude<(A, E)>> Conclude<E> for Forall<A, D, P> {
    #[inline]
    fn conclude(&self, inputs: &P::Inputs) -> Verdict {
        self.body.conclude(inputs)
    }
}

impl<E, F, P: Conclude<E>> Conclude<E> for Implies<F, P> {
    #[inline]
    fn conclude(&self, inputs: &P::Inputs) -> Verdict {
        self.body.conclude(inputs)
    }
}

impl<E, F, P: Conclude<E>> Conclude<E> for Observe<F, P> {
    #[inline]
    fn conclude(&self, inputs: &P::Inputs) -> Verdict {
        self.body.conclude(inputs)
    }
}

impl<E: 'static, F: Fn(&E) -> V, V: Judge> Conclude<E> for Check<F> {
    #[inline]
    fn conclude(&self, inputs: &E) -> Verdict {
        (self.predicate)(inputs).judge().of(self.note.at)
    }
}
