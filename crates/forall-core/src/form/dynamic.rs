//! The dynamic form: properties assembled at run time.
//!
//! For tools that build properties from tables, schemas or another language: the environment is a
//! dictionary of names, as in the Racket half of the paper (its §5), and type errors are found at run time.
//! Every block and every runner works with this form. Its nodes are a list that a program can match on
//! ([`Dynamic::as_nodes`]), and each quantifier carries a table of [`Augments`].
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

mod any_domain;
mod augments;
mod blocks;
mod build;
mod contract;
mod env;
mod node;
mod value;

use std::fmt;

pub use self::any_domain::AnyDomain;
pub use self::augments::Augments;
pub use self::build::{Builder, property};
pub use self::contract::Contract;
pub use self::env::{Env, LookupError};
pub use self::node::{FromEnv, Node};
pub use self::value::Value;
use crate::data::CowStr;
use crate::language::{NodeInfo, Nodes, formula};

/// A property over a dictionary of names: a list of nodes that ends with its only [`Node::Check`].
pub struct Dynamic {
    nodes: Vec<Node>,
}

impl Dynamic {
    /// Creates a property from its nodes, outermost first. Sets the position of each node.
    ///
    /// ```
    /// use forall::property::dynamic::{self, Dynamic, Node};
    ///
    /// let small = dynamic::property()
    ///     .forall("x", 0..10_u8)
    ///     .implies("x > 2", |env| *env.get::<u8>("x") > 2)
    ///     .check("x < 10", |env| *env.get::<u8>("x") < 10);
    /// let mut nodes = small.into_nodes();
    /// nodes.retain(|node| !matches!(node, Node::Implies { .. }));
    /// assert_eq!(Dynamic::from_nodes(nodes).to_string(), "∀ x: u8. x < 10");
    /// ```
    ///
    /// # Panics
    ///
    /// If a [`Node::Check`] is missing at the end, or is anywhere else.
    #[track_caller]
    pub fn from_nodes(mut nodes: Vec<Node>) -> Dynamic {
        let first_check = nodes.iter().position(|node| matches!(node, Node::Check { .. }));
        assert!(
            first_check.is_some_and(|at| at + 1 == nodes.len()),
            "a dynamic property is a list of nodes with one `Node::Check`, which comes last"
        );
        for (at, node) in nodes.iter_mut().enumerate() {
            node.info_mut().at = at;
        }
        Dynamic { nodes }
    }

    /// Returns the nodes, outermost first. The last one is the only [`Node::Check`].
    ///
    /// ```
    /// use forall::property::dynamic::{self, Node};
    ///
    /// let small = dynamic::property().forall("x", 0..10_u8).check("small", |env| *env.get::<u8>("x") < 10);
    /// let [Node::Forall { info, .. }, Node::Check { .. }] = small.as_nodes() else { unreachable!() };
    /// assert_eq!(info.name, "x");
    /// ```
    pub fn as_nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Returns the nodes, to build another property.
    pub fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// Sets an augment of the variable `name`: data of any type, as a function of the variables before it. If several
    /// variables have this name, sets that of the last, which hides the others.
    ///
    /// ```
    /// use forall::property::dynamic::{self, Env, Node};
    ///
    /// let small = dynamic::property().forall("x", 0..10_u8).check("small", |env| *env.get::<u8>("x") < 10);
    /// let small = small.augment("x", "unit", |_| "metres");
    /// let Node::Forall { augments, .. } = &small.as_nodes()[0] else { unreachable!() };
    /// assert_eq!(augments.get("unit", &Env::default()), Some("metres"));
    /// ```
    ///
    /// # Panics
    ///
    /// If there is no such variable.
    #[must_use]
    #[track_caller]
    pub fn augment<T, F>(mut self, name: &str, key: impl Into<CowStr>, value: F) -> Dynamic
    where
        T: 'static,
        F: Fn(&Env) -> T + Send + Sync + 'static,
    {
        let variable = self.nodes.iter_mut().rev().find_map(|node| match node {
            Node::Forall { info, augments, .. } if info.name == name => Some(augments),
            _ => None,
        });
        let Some(augments) = variable else {
            panic!("the property has no variable `{name}`; it is {self}");
        };
        augments.set(key, value);
        self
    }
}

impl Nodes for Dynamic {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.extend(self.nodes.iter().map(Node::info));
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
