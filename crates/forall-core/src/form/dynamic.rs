//! The dynamic form: properties assembled at run time.
//!
//! For tools that build properties from tables, schemas or another language: the environment is a
//! dictionary of names, as in the Racket half of the paper (its §5), and type errors are found at run time.
//! Every block and every runner works with this form.
//!
//! ```
//! use forall::property::dynamic::{self, Env};
//! use forall::runner::{Options, quick_check};
//!
//! let mut property = dynamic::property();
//! for column in ["width", "height"] {
//!     property = property.forall(column, 1..1_000_u32);
//! }
//! let area = |env: &Env| env.get::<u32>("width") * env.get::<u32>("height");
//! let property = property.check("width × height fits", move |env| area(env) < 10_000);
//!
//! assert_eq!(property.to_string(), "∀ width: u32. ∀ height: u32. width × height fits");
//! assert!(quick_check(&property, &Options::default()).counterexample().is_some());
//! ```

mod env;
mod value;
mod blocks;

use std::any::type_name;
use std::fmt;

pub use self::env::{Env, LookupError};
use self::value::{AnyDomain, Typed};
use crate::data::CowStr;
use crate::data::Verdict;
use crate::domain::Domain;
use crate::language::{
    IntoVerdict, NodeInfo, NodeKind, Nodes, ObservationKind, ObservationValue, formula,
};

/// Starts a property without any node.
///
/// ```
/// use forall::property::dynamic::property;
///
/// let digit = property().forall("x", 0..10_u8).check("x < 10", |env| *env.get::<u8>("x") < 10);
/// assert_eq!(digit.to_string(), "∀ x: u8. x < 10");
/// ```
pub fn property() -> Builder {
    Builder { nodes: Vec::new() }
}

/// A dynamic property without a predicate yet.
///
/// ```
/// use forall::property::dynamic::{self, Env};
/// use forall::property::{ObservationValue, ObservationKind};
///
/// let number = |env: &Env, name: &str| *env.get::<u32>(name);
/// let property = dynamic::property()
///     .forall("limit", 1..100_u32)
///     .forall_given("x", move |env| 0..number(env, "limit"))
///     .implies("x > 0", move |env| number(env, "x") > 0)
///     .observe("even", ObservationKind::Classify, move |env| ObservationValue::Flag(number(env, "x") % 2 == 0))
///     .check("x < limit", move |env| number(env, "x") < number(env, "limit"));
/// assert_eq!(property.to_string(), "∀ limit: u32. ∀ x: u32. x > 0 ⇒ [even: …] x < limit");
/// ```
#[derive(Debug)]
pub struct Builder {
    nodes: Vec<Node>,
}

/// A property over a dictionary of names.
pub struct Dynamic {
    nodes: Vec<Node>,
    info: NodeInfo,
    predicate: FromEnv<Verdict>,
}

/// A function of the environment.
type FromEnv<R> = Box<dyn Fn(&Env) -> R + Send + Sync>;

/// A node before the predicate.
struct Node {
    info: NodeInfo,
    content: NodeContent,
}

/// What a node does.
enum NodeContent {
    /// Binds a value of this domain.
    Forall(Box<dyn AnyDomain>),
    /// Binds a value of a domain that depends on earlier variables.
    ForallGiven(FromEnv<Box<dyn AnyDomain>>),
    /// Evaluates a premise.
    Implies(FromEnv<bool>),
    /// Evaluates an observation.
    Observe(ObservationKind, FromEnv<ObservationValue>),
}

impl Builder {
    /// Adds a quantifier. A later variable hides an earlier one of the same name.
    #[must_use]
    #[track_caller]
    pub fn forall<D: Domain + Send + Sync + 'static>(
        self,
        name: impl Into<CowStr>,
        domain: D,
    ) -> Builder {
        let info = variable::<D>(name.into());
        self.then(info, NodeContent::Forall(Box::new(Typed(domain))))
    }

    /// Adds a quantifier whose domain depends on earlier variables.
    #[must_use]
    #[track_caller]
    pub fn forall_given<D, F>(self, name: impl Into<CowStr>, domain: F) -> Builder
    where
        D: Domain + Send + Sync + 'static,
        F: Fn(&Env) -> D + Send + Sync + 'static,
    {
        let info = variable::<D>(name.into());
        self.then(info, NodeContent::ForallGiven(Box::new(move |env| Box::new(Typed(domain(env))))))
    }

    /// Adds a premise, which reports print as `text`.
    #[must_use]
    #[track_caller]
    pub fn implies<F>(self, text: impl Into<CowStr>, premise: F) -> Builder
    where
        F: Fn(&Env) -> bool + Send + Sync + 'static,
    {
        let info = NodeInfo { text: text.into(), ..NodeInfo::new(NodeKind::Implies, 0) };
        self.then(info, NodeContent::Implies(Box::new(premise)))
    }

    /// Adds an observation.
    #[must_use]
    #[track_caller]
    pub fn observe<F>(self, label: impl Into<CowStr>, kind: ObservationKind, what: F) -> Builder
    where
        F: Fn(&Env) -> ObservationValue + Send + Sync + 'static,
    {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.then(info, NodeContent::Observe(kind, Box::new(what)))
    }

    /// Completes the property with its predicate, which reports print as `text`.
    #[track_caller]
    pub fn check<V, F>(self, text: impl Into<CowStr>, predicate: F) -> Dynamic
    where
        V: IntoVerdict,
        F: Fn(&Env) -> V + Send + Sync + 'static,
    {
        let info =
            NodeInfo { text: text.into(), ..NodeInfo::new(NodeKind::Check, self.nodes.len()) };
        let at = info.at;
        let predicate = Box::new(move |env: &Env| predicate(env).into_verdict().at_node(at));
        Dynamic { nodes: self.nodes, info, predicate }
    }

    fn then(mut self, info: NodeInfo, content: NodeContent) -> Builder {
        let info = NodeInfo { at: self.nodes.len(), ..info };
        self.nodes.push(Node { info, content });
        self
    }
}

#[track_caller]
fn variable<D: Domain>(name: CowStr) -> NodeInfo {
    NodeInfo { name, ty: type_name::<D::Value>().into(), ..NodeInfo::new(NodeKind::Forall, 0) }
}

impl Nodes for Dynamic {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.extend(self.nodes.iter().map(|node| &node.info));
        nodes.push(&self.info);
    }
}

impl fmt::Display for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        formula(self, f)
    }
}

impl fmt::Debug for Dynamic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        formula(self, f)
    }
}

impl fmt::Debug for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.info)
    }
}
