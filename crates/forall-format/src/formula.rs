//! Properties as formulas: `∀ x: u8 in 0..9. x > 1 ⇒ x > 0`.

use std::fmt;

/// The kinds of nodes of a property.
///
/// ```
/// use forall::property::{NodeKind, nodes, property};
///
/// let property = property! { forall x: u8; implies *x > 3; classify "odd": x % 2 == 1; check true };
/// let kinds: Vec<NodeKind> = nodes(&property).iter().map(|note| note.kind).collect();
/// assert_eq!(kinds, [NodeKind::Forall, NodeKind::Implies, NodeKind::Observe, NodeKind::Check]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeKind {
    /// A quantifier.
    Forall,
    /// A premise.
    Implies,
    /// An observation.
    Observe,
    /// The predicate.
    Check,
}

/// The text of one node. The nodes of a property, displayed one after another, are its formula.
///
/// ```
/// use forall_format::formula::{FormulaNode, NodeKind};
///
/// let x = FormulaNode { kind: NodeKind::Forall, name: "x", ty: "u8", text: "0..9" };
/// let check = FormulaNode { kind: NodeKind::Check, name: "", ty: "", text: "x < 9" };
/// assert_eq!(format!("{x}{check}"), "∀ x: u8 in 0..9. x < 9");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormulaNode<'a> {
    /// The kind of the node.
    pub kind: NodeKind,
    /// The name of the variable, or the label of the observation; empty for other nodes.
    pub name: &'a str,
    /// The type of the variable; empty for other nodes.
    pub ty: &'a str,
    /// The source text of the domain, premise, observation or predicate; empty if it is unknown.
    pub text: &'a str,
}

impl fmt::Display for FormulaNode<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let FormulaNode { kind, name, ty, .. } = *self;
        let text = if self.text.is_empty() { "…" } else { self.text };
        match kind {
            NodeKind::Forall if self.text.is_empty() => write!(f, "∀ {name}: {ty}. "),
            NodeKind::Forall => write!(f, "∀ {name}: {ty} in {text}. "),
            NodeKind::Implies => write!(f, "{text} ⇒ "),
            NodeKind::Observe if name.is_empty() => write!(f, "[{text}] "),
            NodeKind::Observe => write!(f, "[{name}: {text}] "),
            NodeKind::Check => f.write_str(text),
        }
    }
}
