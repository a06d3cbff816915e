//! The property language: four nodes, and the environment in which each stands.
//!
//! ```text
//!   p ::= Forall name : A in domain. p | Implies premise. p | Observe what. p | Check predicate
//! ```
//!
//! No node holds a function of the value it binds: binding is deferred. What a node needs of the
//! values bound before it, it takes from the environment, so a property can be walked, shown and
//! interpreted without a value. After "Programmable Property-Based Testing" (deferred binding
//! abstract syntax); [`Observe`] is our addition.

mod note;
mod show;
mod judge;
mod build;
mod with;
mod erased;
mod assemble;
mod plain;
pub mod dynamic;

use std::marker::PhantomData;

#[cfg(feature = "isolate")]
pub(crate) use self::erased::{Act, Answer, Witness};
pub use self::{
    assemble::{Guard, Notes, Quantify, Steps, assemble},
    build::{Around, Bound, Guarded, Observed, Open, Quantified, Start, forall},
    erased::{Erased, ErasedInputs},
    judge::Judge,
    note::{Kind, Mentions, Note, Place, Text},
    plain::{ByReference, ByValue, Plain},
    show::outline,
    with::{Either, With},
};

/// A property as a value: quantifiers and premises, and then one predicate.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
///
/// let property = property! {
///     forall xs: Vec<i64>;
///     forall i in 0..10_usize;
///     implies *i < xs.len();
///     check xs[*i] == *xs.iter().nth(*i).unwrap()
/// };
/// assert!(quick_check(&property, &Options::default()).passed());
/// ```
///
/// - `forall x: T;` quantifies over all of `T`, `forall x in domain;` over a domain, and
///   `forall x: T in domain;` over a domain of `T`. A domain may use the variables before it.
/// - `forall x: T in domain, shrink = f, mutate = g, print = h;` replaces abilities of the domain.
/// - `implies premise;` discards the test where the premise is false.
/// - `classify "label": flag;` counts the tests for which it holds, `cover 10.0 "label": flag;` demands
///   that these are 10 %, `collect "label": value;` counts tests by value, and `tabulate "label": values;`
///   counts values of which a test has many. Reports say what came of it. `maximize score;` and
///   `minimize score;` say where a search shall go.
/// - `check predicate` ends it, in anything that can [be judged](Judge).
///
/// Variables are references everywhere.
#[cfg(feature = "macros")]
pub use forall_macros::formula as property;

/// `∀ name : A in domain. body`
pub struct Forall<A, D, P> {
    /// What reports say of it.
    pub note: Note,
    /// How to make, change, simplify and show the value: a domain, or a function of what is bound
    /// before ([`Given`](crate::domain::within::Given)).
    pub domain: D,
    /// The rest of the property, in which the value is bound.
    pub body: P,
    value: PhantomData<fn() -> A>,
}

/// `premise ⇒ body`
pub struct Implies<F, P> {
    /// What reports say of it.
    pub note: Note,
    /// Where this is false, the test is discarded.
    pub premise: F,
    /// The rest of the property.
    pub body: P,
}

/// `observe what; body`
///
/// A runner that does not care never evaluates it.
pub struct Observe<F, P> {
    /// What reports say of it.
    pub note: Note,
    /// What to make of it.
    pub way: Way,
    /// What is seen.
    pub what: F,
    /// The rest of the property.
    pub body: P,
}

/// `predicate`
pub struct Check<F> {
    /// What reports say of it.
    pub note: Note,
    /// Where this does not hold, the property is falsified.
    pub predicate: F,
}

/// What an observation is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Way {
    /// Counts the tests for which it is true.
    Classify,
    /// Counts the tests with each value.
    Collect,
    /// Counts values of which a test may have many.
    Tabulate,
    /// Counts the tests for which it is true, and demands a share of them, in percent.
    Cover(f64),
    /// A score to drive up.
    Maximize,
    /// A score to drive down.
    Minimize,
}

/// What was seen in one test.
#[derive(Clone, Debug, PartialEq)]
pub enum Seen {
    /// Whether it holds.
    Flag(bool),
    /// A value, as text.
    Text(String),
    /// Any number of values, as text.
    Texts(Vec<String>),
    /// A score.
    Score(f64),
}

/// Can be walked: a node, or a property of another form.
pub trait Outline {
    /// Appends the notes of this node and of those after it.
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>);
}

/// A property that stands in the environment `E`.
///
/// The environment is a nested pair, innermost binding first: `(x, (xs, ()))`. So the environment
/// of every node is a tail of the complete inputs, and is borrowed rather than built.
pub trait Formula<E>: Outline {
    /// Everything bound from here down to the predicate, on top of `E`.
    type Inputs: 'static;

    /// This node's environment, as a part of complete inputs.
    fn env(inputs: &Self::Inputs) -> &E;

    /// The same part, to change it.
    fn env_mut(inputs: &mut Self::Inputs) -> &mut E;
}

impl<A, D, P> Forall<A, D, P> {
    /// Quantifies `body` over `domain`.
    pub fn new(note: Note, domain: D, body: P) -> Self {
        Forall { note, domain, body, value: PhantomData }
    }
}

impl<E: 'static, A: 'static, D, P: Formula<(A, E)>> Formula<E> for Forall<A, D, P> {
    type Inputs = P::Inputs;

    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        &P::env(inputs).1
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        &mut P::env_mut(inputs).1
    }
}

impl<E, F, P: Formula<E>> Formula<E> for Implies<F, P> {
    type Inputs = P::Inputs;

    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        P::env(inputs)
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        P::env_mut(inputs)
    }
}

impl<E, F, P: Formula<E>> Formula<E> for Observe<F, P> {
    type Inputs = P::Inputs;

    #[inline]
    fn env(inputs: &P::Inputs) -> &E {
        P::env(inputs)
    }

    #[inline]
    fn env_mut(inputs: &mut P::Inputs) -> &mut E {
        P::env_mut(inputs)
    }
}

impl<E: 'static, F> Formula<E> for Check<F> {
    type Inputs = E;

    #[inline]
    fn env(inputs: &E) -> &E {
        inputs
    }

    #[inline]
    fn env_mut(inputs: &mut E) -> &mut E {
        inputs
    }
}
