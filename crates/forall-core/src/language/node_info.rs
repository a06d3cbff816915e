//! Information about nodes that reports need.

use std::borrow::Cow;

use forall_format::formula::NodeKind;

use crate::data::{CowStr, Location};

/// The information about a node that reports need.
///
/// ```
/// use forall::property::{FreeVariables, NodeKind, nodes, property};
///
/// let property = property! { forall x in 0..9; implies *x > 3; check *x < 9 };
/// let premise = nodes(&property)[1];
/// assert_eq!((premise.kind, &*premise.text), (NodeKind::Implies, "*x > 3"));
/// assert_eq!(premise.mentions, FreeVariables::Only(vec!["x"].into()));
/// assert!(premise.mentions("x") && !premise.mentions("y"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeInfo {
    /// Which of the four kinds of node it is.
    pub kind: NodeKind,
    /// The number of nodes before it in the property.
    pub at: usize,
    /// The name of the variable of a quantifier, or the label of an observation.
    pub name: CowStr,
    /// The type of the variable.
    pub ty: CowStr,
    /// The source text of the domain, premise, observation or predicate; empty if it has none.
    pub text: CowStr,
    /// Where the node is in the source code.
    pub location: Location,
    /// The earlier variables that its text mentions.
    pub mentions: FreeVariables,
}

/// The earlier variables that a node mentions.
///
/// ```
/// use forall::property::{FreeVariables, forall, nodes, property};
///
/// let seen = property! { forall x: u8; forall y: u8; check *y < 9 };
/// assert_eq!(nodes(&seen)[2].mentions, FreeVariables::Only(vec!["y"].into()));
/// let unseen = forall("x", 0..9).check(|(x, ())| *x < 9);
/// assert_eq!(nodes(&unseen)[1].mentions, FreeVariables::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FreeVariables {
    /// The source of the node is not known: it may mention any variable.
    Unknown,
    /// The node mentions these variables and no others.
    Only(Cow<'static, [&'static str]>),
}

impl NodeInfo {
    /// Describes a node that was built without a macro: only its location is known.
    ///
    /// ```
    /// use forall::property::{NodeKind, NodeInfo};
    ///
    /// let info = NodeInfo::new(NodeKind::Check, 2);
    /// assert!(info.text.is_empty() && info.mentions("any variable"));
    /// ```
    #[track_caller]
    pub fn new(kind: NodeKind, at: usize) -> NodeInfo {
        let location = Location::here();
        NodeInfo {
            kind,
            at,
            name: CowStr::Borrowed(""),
            ty: CowStr::Borrowed(""),
            text: CowStr::Borrowed(""),
            location,
            mentions: FreeVariables::Unknown,
        }
    }

    /// Describes a node as a macro does, which has seen its source.
    ///
    /// ```
    /// use forall::property::{NodeKind, NodeInfo};
    ///
    /// const NAMES: [&str; 3] = ["", "", "x < y"];
    /// const NOTE: NodeInfo = NodeInfo::written(NodeKind::Implies, NAMES, ("lib.rs", 7, 1), &["x", "y"]);
    /// assert_eq!(NOTE.to_string(), "x < y ⇒ ");
    /// assert_eq!(NOTE.location.to_string(), "lib.rs:7:1");
    /// ```
    #[doc(hidden)]
    pub const fn written(
        kind: NodeKind,
        [name, ty, text]: [&'static str; 3],
        (file, line, column): (&'static str, u32, u32),
        mentions: &'static [&'static str],
    ) -> NodeInfo {
        NodeInfo {
            kind,
            at: 0,
            name: CowStr::Borrowed(name),
            ty: CowStr::Borrowed(ty),
            text: CowStr::Borrowed(text),
            location: Location { file: CowStr::Borrowed(file), line, column },
            mentions: FreeVariables::Only(Cow::Borrowed(mentions)),
        }
    }

    /// Returns whether the node may mention the variable `name`.
    pub fn mentions(&self, name: &str) -> bool {
        match &self.mentions {
            FreeVariables::Unknown => true,
            FreeVariables::Only(names) => names.contains(&name),
        }
    }
}
