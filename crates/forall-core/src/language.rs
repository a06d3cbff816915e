//! The property language: four nodes, and the environment of each.
//!
//! The nodes store domains but call none: they know no randomness and no blocks.

mod node_info;
mod show;
mod into_verdict;
mod connectives;

use std::marker::PhantomData;

pub use forall_format::formula::NodeKind;

pub(crate) use self::show::formula;
pub use self::{
    connectives::{AllOf, AnyOf, all_of, any_of},
    into_verdict::IntoVerdict,
    node_info::{FreeVariables, NodeInfo},
    show::nodes,
};

/// `∀ name : A in domain. body`
///
/// The builder and the macro create the same nodes as this code:
///
/// ```
/// use forall::block::check;
/// use forall::property::{Check, Forall, NodeKind, NodeInfo};
/// use forall::report::Verdict;
///
/// let predicate = |(x, ()): &(u8, ())| *x < 9;
/// let body = Check { info: NodeInfo::new(NodeKind::Check, 1), predicate };
/// let property = Forall::new(NodeInfo::new(NodeKind::Forall, 0), 0..10_u8, body);
/// assert_eq!(check(&property, &(3, ())), Verdict::Pass);
/// assert_ne!(check(&property, &(9, ())), Verdict::Pass);
/// ```
pub struct Forall<A, D, P> {
    /// The information about the node that reports need.
    pub info: NodeInfo,
    /// How values are generated, mutated, shrunk and printed: a domain, or a function from the environment
    /// to a domain (`domain::dependent::FromEnv`).
    pub domain: D,
    /// The rest of the property, in which the value is bound.
    pub body: P,
    value: PhantomData<fn() -> A>,
}

/// `premise ⇒ body`
///
/// ```
/// use forall::property::{Implies, forall};
///
/// let halves = forall("x", 0..10).implies("x is even", |(x, ())| x % 2 == 0).check(|_| true);
/// let Implies { info, premise, .. } = &halves.body;
/// assert_eq!(info.text, "x is even");
/// assert!(premise(&(4, ())) && !premise(&(5, ())));
/// ```
pub struct Implies<F, P> {
    /// The information about the node that reports need.
    pub info: NodeInfo,
    /// If this is false, the test is discarded.
    pub premise: F,
    /// The rest of the property.
    pub body: P,
}

/// `observe what; body`
///
/// Evaluated only by runners that collect statistics or follow scores.
///
/// ```
/// use forall::property::{Observe, ObservationValue, ObservationKind, forall};
///
/// let property = forall("x", 0..10).classify("small", |(x, ())| *x < 5).check(|_| true);
/// let Observe { kind, value, .. } = &property.body;
/// assert_eq!(*kind, ObservationKind::Classify);
/// assert_eq!(value(&(7, ())), ObservationValue::Flag(false));
/// ```
pub struct Observe<F, P> {
    /// The information about the node that reports need.
    pub info: NodeInfo,
    /// What the observation is for.
    pub kind: ObservationKind,
    /// The observed value.
    pub value: F,
    /// The rest of the property.
    pub body: P,
}

/// `predicate`
///
/// ```
/// use forall::property::{Check, forall};
///
/// let Check { info, predicate } = forall("x", 0..9).check(|(x, ())| *x < 5).body;
/// assert!(info.at == 1 && predicate(&(3, ())) && !predicate(&(7, ())));
/// ```
pub struct Check<F> {
    /// The information about the node that reports need.
    pub info: NodeInfo,
    /// If this does not hold, the property is falsified.
    pub predicate: F,
}

/// What an observation is for.
///
/// ```
/// use forall::property::{ObservationKind, forall};
///
/// let property = forall("x", 0..9).cover(20.0, "small", |(x, ())| *x < 5).check(|_| true);
/// assert_eq!(property.body.kind, ObservationKind::Cover(20.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ObservationKind {
    /// Counts the tests for which the flag is true.
    Classify,
    /// Counts the tests by value.
    Collect,
    /// Counts values; a test may have several.
    Tabulate,
    /// Counts the tests for which the flag is true, and requires this percentage of all tests.
    Cover(f64),
    /// A score that a search maximizes.
    Maximize,
    /// A score that a search minimizes.
    Minimize,
    /// The size of a counterexample. Of two failing inputs, shrinking prefers the smaller one.
    Measure,
}

/// The value of an observation in one test.
///
/// ```
/// use forall::property::{ObservationValue, forall};
///
/// let property = forall("x", 0..9).tabulate("digits", |(x, ())| [*x, 10 - x]).check(|_| true);
/// assert_eq!((property.body.value)(&(3, ())), ObservationValue::Texts(vec!["3".into(), "7".into()]));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum ObservationValue {
    /// Whether a condition holds.
    Flag(bool),
    /// A value, as text.
    Text(String),
    /// Any number of values, as text.
    Texts(Vec<String>),
    /// A score.
    Score(f64),
}

/// A property that can list the information about its nodes.
///
/// ```
/// use forall::property::{NodeInfo, Nodes, forall, nodes};
///
/// /// A property with an owner.
/// struct Owned<P>(&'static str, P);
///
/// impl<P: Nodes> Nodes for Owned<P> {
///     fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
///         self.1.nodes(nodes);
///     }
/// }
/// let small = Owned("storage team", forall("x", 0..10).check(|(x, ())| *x < 10));
/// assert_eq!(nodes(&small)[0].name, "x");
/// ```
pub trait Nodes {
    /// Appends the information about this node and all nodes after it.
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>);
}

/// A property, or a part of one, in the environment `E`. A complete property has the environment `()`.
///
/// ```
/// use forall::property::{Formula, forall};
///
/// fn inputs_of<P: Formula>(_: &P, inputs: P::Inputs) -> P::Inputs {
///     inputs
/// }
/// let pair = forall("x", 0..9).forall("name", 'a'..='z').check(|_| true);
/// assert_eq!(inputs_of(&pair, ('q', (7, ()))), ('q', (7, ())));
/// ```
pub trait Formula<E = ()>: Nodes {
    /// All values bound from here down to the predicate, on top of `E`.
    type Inputs: 'static;
}

/// One of the four nodes: it finds its environment in the complete inputs.
///
/// The environment is a nested pair, innermost binding first: `(x, (xs, ()))`. So the environment
/// of every node is a tail of the complete inputs, and is borrowed rather than built.
///
/// ```
/// use forall::property::{Node, forall};
///
/// /// Replaces the value of the outermost variable and returns the old one.
/// fn replace<A: Copy + 'static, P: Node<(A, ())>>(_: &P, inputs: &mut P::Inputs, value: A) -> A {
///     let (old, ()) = *P::env(inputs);
///     P::env_mut(inputs).0 = value;
///     old
/// }
/// let property = forall("x", 0..9).forall("y", 0..9).check(|_| true);
/// let mut inputs = (2, (1, ()));
/// assert_eq!(replace(&property.body, &mut inputs, 5), 1);
/// assert_eq!(inputs, (2, (5, ())));
/// ```
pub trait Node<E>: Formula<E> {
    /// Returns the environment of this node, which is a part of the complete inputs.
    fn env(inputs: &Self::Inputs) -> &E;

    /// Returns the environment of this node for modification.
    fn env_mut(inputs: &mut Self::Inputs) -> &mut E;
}

impl<A, D, P> Forall<A, D, P> {
    /// Quantifies `body` over `domain`.
    pub fn new(info: NodeInfo, domain: D, body: P) -> Self {
        Forall { info, domain, body, value: PhantomData }
    }
}

impl<E: 'static, A: 'static, D, P: Formula<(A, E)>> Formula<E> for Forall<A, D, P> {
    type Inputs = P::Inputs;
}

impl<E, F, P: Formula<E>> Formula<E> for Implies<F, P> {
    type Inputs = P::Inputs;
}

impl<E, F, P: Formula<E>> Formula<E> for Observe<F, P> {
    type Inputs = P::Inputs;
}

impl<E: 'static, F> Formula<E> for Check<F> {
    type Inputs = E;
}

impl<E: 'static, A: 'static, D, P: Node<(A, E)>> Node<E> for Forall<A, D, P> {
    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        &P::env(inputs).1
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        &mut P::env_mut(inputs).1
    }
}

impl<E, F, P: Node<E>> Node<E> for Implies<F, P> {
    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        P::env(inputs)
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        P::env_mut(inputs)
    }
}

impl<E, F, P: Node<E>> Node<E> for Observe<F, P> {
    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        P::env(inputs)
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        P::env_mut(inputs)
    }
}

impl<E: 'static, F> Node<E> for Check<F> {
    #[inline]
    fn env(inputs: &E) -> &E {
        inputs
    }

    #[inline]
    fn env_mut(inputs: &mut E) -> &mut E {
        inputs
    }
}
