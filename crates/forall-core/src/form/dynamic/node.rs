//! The nodes of dynamic properties.

use std::fmt;

use super::{AnyDomain, Augments, Env};
use crate::data::Verdict;
use crate::language::{NodeInfo, ObservationKind, ObservationValue};

/// A function of the environment, which holds the variables bound so far.
pub type FromEnv<R> = Box<dyn Fn(&Env) -> R + Send + Sync>;

/// One of the four nodes of a dynamic property.
///
/// ```
/// use forall::property::dynamic::{self, Dynamic, Env, Node};
/// use forall::source::Source;
///
/// /// Generates and runs one test, and returns whether it passed, if it was not discarded.
/// fn generate_and_run(property: &Dynamic, source: &mut Source) -> Option<bool> {
///     let mut env = Env::default();
///     for node in property.as_nodes() {
///         match node {
///             Node::Forall { info, domain, .. } => {
///                 let value = domain.generate(&env, source).ok()?;
///                 env.bind(info.name.clone(), value);
///             }
///             Node::Implies { premise, .. } if premise(&env) => {}
///             Node::Implies { .. } => return None,
///             Node::Observe { .. } => {}
///             Node::Check { predicate, .. } => return Some(predicate(&env) == forall::report::Verdict::Pass),
///         }
///     }
///     None
/// }
/// let small = dynamic::property().forall("x", 0..10_u8).check("x < 10", |env| *env.get::<u8>("x") < 10);
/// assert_eq!(generate_and_run(&small, &mut Source::from_seed(1, 5)), Some(true));
/// ```
pub enum Node {
    /// `∀ name in domain`
    Forall {
        /// The information about the node that reports need, which includes the name of the variable.
        info: NodeInfo,
        /// How values are generated, mutated, shrunk and printed.
        domain: AnyDomain,
        /// Data for the programs that interpret the node.
        augments: Augments,
    },
    /// `premise ⇒`
    Implies {
        /// The information about the node that reports need.
        info: NodeInfo,
        /// If this is false, the test is discarded.
        premise: FromEnv<bool>,
    },
    /// `observe what`
    Observe {
        /// The information about the node that reports need.
        info: NodeInfo,
        /// What the observation is for.
        kind: ObservationKind,
        /// The observed value.
        value: FromEnv<ObservationValue>,
    },
    /// `predicate`
    Check {
        /// The information about the node that reports need.
        info: NodeInfo,
        /// If this does not pass, the property is falsified.
        predicate: FromEnv<Verdict>,
    },
}

impl Node {
    /// Returns the information about the node.
    pub fn info(&self) -> &NodeInfo {
        match self {
            Node::Forall { info, .. }
            | Node::Implies { info, .. }
            | Node::Observe { info, .. }
            | Node::Check { info, .. } => info,
        }
    }

    pub(super) fn info_mut(&mut self) -> &mut NodeInfo {
        match self {
            Node::Forall { info, .. }
            | Node::Implies { info, .. }
            | Node::Observe { info, .. }
            | Node::Check { info, .. } => info,
        }
    }

    /// Returns whether the node is a quantifier.
    pub(super) fn binds(&self) -> bool {
        matches!(self, Node::Forall { .. })
    }

    /// Returns whether the node is not a premise, or is one that holds.
    pub(super) fn holds(&self, env: &Env) -> bool {
        match self {
            Node::Implies { premise, .. } => premise(env),
            _ => true,
        }
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.info())
    }
}
