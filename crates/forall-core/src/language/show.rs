//! Properties as formulas.

use std::fmt;

use forall_format::formula::FormulaNode;

use super::{Check, Forall, Implies, NodeInfo, Nodes, Observe};

/// Returns the information about all nodes of a property, outermost first.
///
/// ```
/// use forall::property::{NodeKind, forall, nodes};
///
/// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let kinds: Vec<NodeKind> = nodes(&property).iter().map(|info| info.kind).collect();
/// assert_eq!(kinds, [NodeKind::Forall, NodeKind::Check]);
/// ```
pub fn nodes<P: Nodes + ?Sized>(property: &P) -> Vec<&NodeInfo> {
    let mut nodes = Vec::new();
    property.nodes(&mut nodes);
    nodes
}

impl<A, D, P: Nodes> Nodes for Forall<A, D, P> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.push(&self.info);
        self.body.nodes(nodes);
    }
}

impl<F, P: Nodes> Nodes for Implies<F, P> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.push(&self.info);
        self.body.nodes(nodes);
    }
}

impl<F, P: Nodes> Nodes for Observe<F, P> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.push(&self.info);
        self.body.nodes(nodes);
    }
}

impl<F> Nodes for Check<F> {
    fn nodes<'p>(&'p self, nodes: &mut Vec<&'p NodeInfo>) {
        nodes.push(&self.info);
    }
}

/// Writes `∀ x: u8 in 0..9. x > 1 ⇒ x > 0`.
pub(crate) fn formula(property: &dyn Nodes, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    nodes(property).iter().try_for_each(|info| write!(f, "{info}"))
}

impl fmt::Display for NodeInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NodeInfo { kind, name, ty, text, .. } = self;
        FormulaNode { kind: *kind, name, ty, text }.fmt(f)
    }
}

macro_rules! show {
    ($($node:ident<$($parameter:ident),*>;)*) => { $(
        impl<$($parameter),*> fmt::Display for $node<$($parameter),*>
        where
            $node<$($parameter),*>: Nodes,
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                formula(self, f)
            }
        }

        impl<$($parameter),*> fmt::Debug for $node<$($parameter),*>
        where
            $node<$($parameter),*>: Nodes,
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                formula(self, f)
            }
        }
    )* };
}

show! {
    Forall<A, D, P>;
    Implies<F, P>;
    Observe<F, P>;
    Check<F>;
}
