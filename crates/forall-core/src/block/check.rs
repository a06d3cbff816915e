//! Checking: a verdict from inputs.

use crate::data::{Failure, Verdict};
use crate::domain::dependent::Dependent;
use crate::language::{
    self, Forall, Formula, Implies, IntoVerdict, Node, NodeInfo, Observe, nodes,
};
use crate::panics;

/// Checks `property` on `inputs`. A panic is a failure and is not printed.
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
    check_scope(property, inputs, CheckScope::All)
}

/// Checks only the predicate of `property`, for inputs that are known to satisfy its premises. A panic is
/// a failure and is not printed.
///
/// ```
/// use forall::block::{check, check_predicate};
/// use forall::property::property;
/// use forall::report::Verdict;
///
/// let odd = property! { forall x: u32; implies x % 2 == 1; check *x < 9 };
/// assert_eq!(check(&odd, &(4, ())), Verdict::Discard(1));
/// assert_eq!(check_predicate(&odd, &(4, ())), Verdict::Pass);
/// ```
pub fn check_predicate<P: Check>(property: &P, inputs: &P::Inputs) -> Verdict {
    check_scope(property, inputs, CheckScope::PredicateOnly)
}

fn check_scope<P: Check>(property: &P, inputs: &P::Inputs, scope: CheckScope) -> Verdict {
    panics::catch(|| property.check(inputs, scope))
        .unwrap_or_else(|thrown| panics::verdict(thrown, nodes(property).len() - 1))
}

/// How much of a property is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckScope {
    /// The premises and then the predicate.
    All,
    /// The predicate, whether the premises hold or not.
    PredicateOnly,
}

/// A property that can be checked on inputs.
///
/// ```
/// use forall::block::{Check, CheckScope};
/// use forall::property::forall;
/// use forall::report::Verdict;
///
/// let small = forall("x", 0..9).check(|(x, ())| *x < 5);
/// let verdict = Check::check(&small, &(3, ()), CheckScope::All);
/// assert_eq!(verdict, Verdict::Pass, "a panic in the predicate would not be caught here");
/// ```
pub trait Check<E = ()>: Formula<E> {
    /// Evaluates the premises, if they are in `scope`, and the predicate.
    fn check(&self, inputs: &Self::Inputs, scope: CheckScope) -> Verdict;
}

impl<E: 'static, A: 'static, D, P> Check<E> for Forall<A, D, P>
where
    D: Dependent<E, Value = A>,
    P: Check<(A, E)> + Node<(A, E)>,
{
    #[inline]
    fn check(&self, inputs: &P::Inputs, scope: CheckScope) -> Verdict {
        if D::HAS_CONTRACT {
            return check_promised(self, inputs, scope);
        }
        self.body.check(inputs, scope)
    }
}

/// Checks the rest of a property if the value of `node` obeys its contract.
fn check_promised<E, A, D, P>(
    node: &Forall<A, D, P>,
    inputs: &P::Inputs,
    scope: CheckScope,
) -> Verdict
where
    D: Dependent<E, Value = A>,
    P: Check<(A, E)> + Node<(A, E)>,
{
    let (value, env) = P::env(inputs);
    match broken_contract(&node.info, &node.domain, env, value) {
        Some(broken) => broken,
        None => node.body.check(inputs, scope),
    }
}

/// Returns the verdict about a value that breaks the contract of its quantifier.
pub(super) fn broken_contract<E, D: Dependent<E>>(
    info: &NodeInfo,
    domain: &D,
    env: &E,
    value: &D::Value,
) -> Option<Verdict> {
    let contract = domain.broken_contract(env, value)?;
    Some(Failure::contract(&info.name, &contract, value).into())
}

impl<E, F: Fn(&E) -> bool, P: Check<E> + Node<E>> Check<E> for Implies<F, P> {
    #[inline]
    fn check(&self, inputs: &P::Inputs, scope: CheckScope) -> Verdict {
        if scope == CheckScope::PredicateOnly || (self.premise)(P::env(inputs)) {
            self.body.check(inputs, scope)
        } else {
            Verdict::Discard(self.info.at)
        }
    }
}

impl<E, F, P: Check<E>> Check<E> for Observe<F, P> {
    #[inline]
    fn check(&self, inputs: &P::Inputs, scope: CheckScope) -> Verdict {
        self.body.check(inputs, scope)
    }
}

impl<E: 'static, F: Fn(&E) -> V, V: IntoVerdict> Check<E> for language::Check<F> {
    #[inline]
    fn check(&self, inputs: &E, _: CheckScope) -> Verdict {
        (self.predicate)(inputs).into_verdict().at_node(self.info.at)
    }
}
