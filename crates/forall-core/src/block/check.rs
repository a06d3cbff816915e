//! Checking: a verdict from inputs.

use crate::data::Verdict;
use crate::language::{self, Forall, Formula, Implies, Judge, Observe, outline};
use crate::panics;

/// Runs `property` on `inputs`. A panic is a failure, and is not printed.
///
/// ```
/// use forall::block::{Check, check};
/// use forall::property::property;
/// use forall::report::{Origin, Verdict};
///
/// fn holds<P: Check>(property: &P, inputs: &P::Inputs) -> bool {
///     check(property, inputs) == Verdict::Pass
/// }
/// let halves = property! { forall x: u32; implies *x != 1; check 10 / x <= 5 };
/// assert!(holds(&halves, &(2, ())));
/// assert_eq!(check(&halves, &(1, ())), Verdict::Discard(1));
/// let Verdict::Fail(failure) = check(&halves, &(0, ())) else { unreachable!() };
/// assert!(matches!(failure.origin, Origin::Panic(_)), "it divides by 0");
/// ```
pub fn check<P: Check>(property: &P, inputs: &P::Inputs) -> Verdict {
    panics::catch(|| property.check(inputs))
        .unwrap_or_else(|thrown| panics::verdict(thrown, outline(property).len() - 1))
}

/// Can be run on inputs.
///
/// ```
/// use forall::block::Check;
/// use forall::property::forall;
/// use forall::report::Verdict;
///
/// let small = forall("x", 0..9).check(|(x, ())| *x < 5);
/// assert_eq!(Check::check(&small, &(3, ())), Verdict::Pass, "if it panicked, so would this");
/// ```
pub trait Check<E = ()>: Formula<E> {
    /// Asks the premises and then the predicate.
    fn check(&self, inputs: &Self::Inputs) -> Verdict;
}

impl<E: 'static, A: 'static, D, P: Check<(A, E)>> Check<E> for Forall<A, D, P> {
    #[inline]
    fn check(&self, inputs: &P::Inputs) -> Verdict {
        self.body.check(inputs)
    }
}

impl<E, F: Fn(&E) -> bool, P: Check<E>> Check<E> for Implies<F, P> {
    #[inline]
    fn check(&self, inputs: &P::Inputs) -> Verdict {
        if (self.premise)(P::env(inputs)) {
            self.body.check(inputs)
        } else {
            Verdict::Discard(self.note.at)
        }
    }
}

impl<E, F, P: Check<E>> Check<E> for Observe<F, P> {
    #[inline]
    fn check(&self, inputs: &P::Inputs) -> Verdict {
        self.body.check(inputs)
    }
}

impl<E: 'static, F: Fn(&E) -> V, V: Judge> Check<E> for language::Check<F> {
    #[inline]
    fn check(&self, inputs: &E) -> Verdict {
        (self.predicate)(inputs).judge().of(self.note.at)
    }
}
