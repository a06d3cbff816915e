//! The builder of dynamic properties.

use std::any::type_name;
use std::sync::Arc;

use super::{AnyDomain, Augments, Contract, Dynamic, Env, Node};
use crate::data::CowStr;
use crate::domain::Domain;
use crate::domain::dependent::{self, Dependent};
use crate::language::{IntoVerdict, NodeInfo, NodeKind, ObservationKind, ObservationValue};

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
///     .augment("unit", |_| "metres")
///     .forall_given("x", move |env| 0..number(env, "limit"))
///     .contract("x < limit", move |env, x: &u32| *x < number(env, "limit"))
///     .implies("x > 0", move |env| number(env, "x") > 0)
///     .observe("even", ObservationKind::Classify, move |env| ObservationValue::Flag(number(env, "x") % 2 == 0))
///     .check("x < limit", move |env| number(env, "x") < number(env, "limit"));
/// assert_eq!(property.to_string(), "∀ limit: u32. ∀ x: u32. x > 0 ⇒ [even: …] x < limit");
/// ```
#[derive(Debug)]
pub struct Builder {
    nodes: Vec<Node>,
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
        self.quantify(variable(name.into()), domain)
    }

    /// Adds a quantifier whose domain depends on earlier variables.
    #[must_use]
    #[track_caller]
    pub fn forall_given<D, F>(self, name: impl Into<CowStr>, domain: F) -> Builder
    where
        D: Domain + Send + Sync + 'static,
        F: Fn(&Env) -> D + Send + Sync + 'static,
    {
        self.quantify(variable(name.into()), dependent::FromEnv(domain))
    }

    /// Adds an augment to the quantifier before: data of any type, as a function of the variables before the
    /// quantifier. See [`Augments`].
    ///
    /// # Panics
    ///
    /// If the last node is not a quantifier.
    #[must_use]
    #[track_caller]
    pub fn augment<T, F>(mut self, key: impl Into<CowStr>, value: F) -> Builder
    where
        T: 'static,
        F: Fn(&Env) -> T + Send + Sync + 'static,
    {
        let Some(Node::Forall { augments, .. }) = self.nodes.last_mut() else {
            panic!("an augment belongs to a quantifier: move it directly after `forall`");
        };
        augments.set(key, value);
        self
    }

    /// Adds an annotation to the quantifier before: an augment that is found by its type
    /// ([`annotation`](crate::block::annotation)).
    ///
    /// ```
    /// use forall::block::annotation;
    /// use forall::property::dynamic::{self, Env};
    ///
    /// let small = dynamic::property().forall("x", 0..9).annotate(|_| "metres").check("…", |_| true);
    /// let mut env = Env::default();
    /// env.bind("x", dynamic::Value::new(7));
    /// assert_eq!(annotation(&small, "x", &env), Some("metres"));
    /// ```
    ///
    /// # Panics
    ///
    /// If the last node is not a quantifier.
    #[must_use]
    #[track_caller]
    pub fn annotate<X, F>(self, annotation: F) -> Builder
    where
        X: 'static,
        F: Fn(&Env) -> X + Send + Sync + 'static,
    {
        self.augment(type_name::<X>(), annotation)
    }

    /// Adds a contract to the quantifier before: `holds` must be true for all values that its domain generates. It is
    /// called with the variables before the quantifier, and with the value. See [`Contract`].
    ///
    /// # Panics
    ///
    /// If the last node is not a quantifier.
    #[must_use]
    #[track_caller]
    pub fn contract<A, F>(self, text: impl Into<CowStr>, holds: F) -> Builder
    where
        A: 'static,
        F: Fn(&Env, &A) -> bool + Send + Sync + 'static,
    {
        let text = text.into();
        let holds = Arc::new(holds);
        self.augment(Augments::CONTRACT, move |env| {
            let env = env.clone();
            let holds = Arc::clone(&holds);
            Contract::new(text.clone(), move |value: &A| holds(&env, value))
        })
    }

    /// Adds a premise, which reports print as `text`.
    #[must_use]
    #[track_caller]
    pub fn implies<F>(self, text: impl Into<CowStr>, premise: F) -> Builder
    where
        F: Fn(&Env) -> bool + Send + Sync + 'static,
    {
        self.guard(NodeInfo { text: text.into(), ..NodeInfo::new(NodeKind::Implies, 0) }, premise)
    }

    /// Adds an observation.
    #[must_use]
    #[track_caller]
    pub fn observe<F>(self, label: impl Into<CowStr>, kind: ObservationKind, what: F) -> Builder
    where
        F: Fn(&Env) -> ObservationValue + Send + Sync + 'static,
    {
        let info = NodeInfo { name: label.into(), ..NodeInfo::new(NodeKind::Observe, 0) };
        self.observe_node(info, kind, what)
    }

    /// Completes the property with its predicate, which reports print as `text`.
    #[track_caller]
    pub fn check<V, F>(self, text: impl Into<CowStr>, predicate: F) -> Dynamic
    where
        V: IntoVerdict,
        F: Fn(&Env) -> V + Send + Sync + 'static,
    {
        self.close(NodeInfo { text: text.into(), ..NodeInfo::new(NodeKind::Check, 0) }, predicate)
    }
}

/// The same steps for the macro, which passes a [`NodeInfo`] with the source of each node. If it has no type, the type
/// of the variable is set.
///
/// ```
/// use forall::property::dynamic;
/// use forall::property::{NodeInfo, NodeKind, ObservationKind, ObservationValue};
///
/// let named = |kind, name: &'static str| NodeInfo { name: name.into(), ..NodeInfo::new(kind, 0) };
/// let property = dynamic::property()
///     .quantify(named(NodeKind::Forall, "x"), 0..9_u8)
///     .guard(NodeInfo::new(NodeKind::Implies, 0), |_| true)
///     .observe_node(named(NodeKind::Observe, "all"), ObservationKind::Classify, |_| ObservationValue::Flag(true))
///     .close(NodeInfo::new(NodeKind::Check, 0), |_| true);
/// assert_eq!(property.to_string(), "∀ x: u8. … ⇒ [all: …] …");
/// ```
impl Builder {
    /// Adds a quantifier.
    #[doc(hidden)]
    #[must_use]
    pub fn quantify<D>(mut self, info: NodeInfo, domain: D) -> Builder
    where
        D: Dependent<Env> + Send + Sync + 'static,
    {
        let ty = if info.ty.is_empty() { type_name::<D::Value>().into() } else { info.ty };
        let info = NodeInfo { ty, ..info };
        let augments = Augments::default();
        self.nodes.push(Node::Forall { info, domain: AnyDomain::new(domain), augments });
        self
    }

    /// Adds a premise.
    #[doc(hidden)]
    #[must_use]
    pub fn guard<F>(mut self, info: NodeInfo, premise: F) -> Builder
    where
        F: Fn(&Env) -> bool + Send + Sync + 'static,
    {
        self.nodes.push(Node::Implies { info, premise: Box::new(premise) });
        self
    }

    /// Adds an observation.
    #[doc(hidden)]
    #[must_use]
    pub fn observe_node<F>(mut self, info: NodeInfo, kind: ObservationKind, what: F) -> Builder
    where
        F: Fn(&Env) -> ObservationValue + Send + Sync + 'static,
    {
        self.nodes.push(Node::Observe { info, kind, value: Box::new(what) });
        self
    }

    /// Adds the predicate.
    #[doc(hidden)]
    pub fn close<V, F>(mut self, info: NodeInfo, predicate: F) -> Dynamic
    where
        V: IntoVerdict,
        F: Fn(&Env) -> V + Send + Sync + 'static,
    {
        let predicate = Box::new(move |env: &Env| predicate(env).into_verdict());
        self.nodes.push(Node::Check { info, predicate });
        Dynamic::from_nodes(self.nodes)
    }
}

#[track_caller]
fn variable(name: CowStr) -> NodeInfo {
    NodeInfo { name, ..NodeInfo::new(NodeKind::Forall, 0) }
}
