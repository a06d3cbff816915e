//! Builds a property from the node specs in the expansion of `#[property]`.
//!
//! If the attribute expanded to the nodes themselves, each test would have its own code to build them,
//! and the compiler would have to check all of it. Instead it expands to constants and function pointers,
//! so that properties with the same signature share one instance of [`assemble`].

use forall_format::manifest::{ManifestNode, ManifestNodes};

use crate::block::Property;
use crate::domain::dependent::Dependent;
use crate::property::{
    Check, Erased, Forall, FreeVariables, Implies, NodeInfo, NodeKind, ObservationKind,
    ObservationValue, Observe,
};

/// The nodes of a property, as they are stored in its manifest.
#[derive(Clone, Copy, Debug)]
pub struct StoredNodes {
    /// The source file of the property.
    pub file: &'static str,
    /// The nodes, outermost first.
    pub nodes: ManifestNodes<'static>,
}

/// Builds the property with these quantifiers and premises around `predicate`.
pub fn assemble<F, S>(nodes: StoredNodes, specs: S, predicate: F) -> Erased
where
    S: NodeSpecs<F>,
    S::Property: Property + Send + Sync + 'static,
{
    Erased::new(specs.build(nodes, 0, predicate))
}

/// A list of node specs as nested pairs, outermost node first.
pub trait NodeSpecs<F, E = ()> {
    /// The type of the property.
    type Property;

    /// Builds the nodes around the predicate. The first node has the info with index `at`.
    fn build(self, nodes: StoredNodes, at: usize, predicate: F) -> Self::Property;
}

/// A quantifier over the domain `D`.
#[derive(Clone, Copy, Debug)]
pub struct QuantifierSpec<D>(pub D);

/// A premise, as a function of the environment.
#[derive(Clone, Copy, Debug)]
pub struct PremiseSpec<P>(pub P);

/// A score, as a function of the environment.
#[derive(Clone, Copy, Debug)]
pub struct ScoreSpec<F> {
    /// `Maximize`, `Minimize` or `Measure`.
    pub kind: ObservationKind,
    /// The score.
    pub score: F,
}

impl<F, E, D, S> NodeSpecs<F, E> for (QuantifierSpec<D>, S)
where
    D: Dependent<E>,
    S: NodeSpecs<F, (D::Value, E)>,
{
    type Property = Forall<D::Value, D, S::Property>;

    fn build(self, nodes: StoredNodes, at: usize, predicate: F) -> Self::Property {
        let (QuantifierSpec(domain), rest) = self;
        Forall::new(nodes.get(NodeKind::Forall, at), domain, rest.build(nodes, at + 1, predicate))
    }
}

impl<F, E, P: Fn(&E) -> bool, S: NodeSpecs<F, E>> NodeSpecs<F, E> for (PremiseSpec<P>, S) {
    type Property = Implies<P, S::Property>;

    fn build(self, nodes: StoredNodes, at: usize, predicate: F) -> Self::Property {
        let (PremiseSpec(premise), rest) = self;
        let body = rest.build(nodes, at + 1, predicate);
        Implies { info: nodes.get(NodeKind::Implies, at), premise, body }
    }
}

impl<F, E, V, S> NodeSpecs<F, E> for (ScoreSpec<V>, S)
where
    V: Fn(&E) -> ObservationValue,
    S: NodeSpecs<F, E>,
{
    type Property = Observe<V, S::Property>;

    fn build(self, nodes: StoredNodes, at: usize, predicate: F) -> Self::Property {
        let (ScoreSpec { kind, score }, rest) = self;
        let body = rest.build(nodes, at + 1, predicate);
        Observe { info: nodes.get(NodeKind::Observe, at), kind, value: score, body }
    }
}

impl<F, E> NodeSpecs<F, E> for () {
    type Property = Check<F>;

    fn build(self, nodes: StoredNodes, at: usize, predicate: F) -> Self::Property {
        Check { info: nodes.get(NodeKind::Check, at), predicate }
    }
}

impl StoredNodes {
    /// Returns the info with index `at`, or an empty info if the manifest has none.
    fn get(&self, kind: NodeKind, at: usize) -> NodeInfo {
        let Some(ManifestNode { formula, line, column, mentions }) = self.nodes.get(at) else {
            return NodeInfo::new(kind, at);
        };
        let names = [formula.name, formula.ty, formula.text];
        let mentions = FreeVariables::Only(mentions.into());
        NodeInfo { at, mentions, ..NodeInfo::written(kind, names, (self.file, line, column), &[]) }
    }
}
