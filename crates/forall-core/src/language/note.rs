//! Notes: what a report needs to know of a node.

use std::borrow::Cow;

use forall_format::formula::NodeKind;

use crate::data::{Place, Text};

/// What a node says of itself.
///
/// ```
/// use forall::property::{NodeKind, Mentions, outline, property};
///
/// let property = property! { forall x in 0..9; implies *x > 3; check *x < 9 };
/// let premise = outline(&property)[1];
/// assert_eq!((premise.kind, &*premise.text), (NodeKind::Implies, "*x > 3"));
/// assert_eq!(premise.mentions, Mentions::Only(vec!["x"].into()));
/// assert!(premise.mentions("x") && !premise.mentions("y"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which of the four nodes it is.
    pub kind: NodeKind,
    /// How many nodes stand before it in the property.
    pub at: usize,
    /// What a quantifier calls its variable, or an observation its label.
    pub name: Text,
    /// The type of the variable.
    pub ty: Text,
    /// The source text of the domain, premise, observation or predicate; empty if it has none.
    pub text: Text,
    /// Where it is written.
    pub place: Place,
    /// Which earlier variables its text mentions.
    pub mentions: Mentions,
}

/// Which of the variables bound before it a node mentions.
///
/// ```
/// use forall::property::{Mentions, forall, outline, property};
///
/// let seen = property! { forall x: u8; forall y: u8; check *y < 9 };
/// assert_eq!(outline(&seen)[2].mentions, Mentions::Only(vec!["y"].into()));
/// let unseen = forall("x", 0..9).check(|(x, ())| *x < 9);
/// assert_eq!(outline(&unseen)[1].mentions, Mentions::Unknown);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mentions {
    /// Nobody saw its source: it may mention any of them.
    Unknown,
    /// These and no others.
    Only(Cow<'static, [&'static str]>),
}

impl Note {
    /// A note for a node that a program made: all there is to know is where.
    ///
    /// ```
    /// use forall::property::{NodeKind, Note};
    ///
    /// let note = Note::new(NodeKind::Check, 2);
    /// assert!(note.text.is_empty() && note.mentions("any variable"));
    /// ```
    #[track_caller]
    pub fn new(kind: NodeKind, at: usize) -> Note {
        let place = Place::here();
        let (name, ty, text) = (Text::Borrowed(""), Text::Borrowed(""), Text::Borrowed(""));
        Note { kind, at, name, ty, text, place, mentions: Mentions::Unknown }
    }

    /// A note as a macro writes it, which has seen the source.
    ///
    /// ```
    /// use forall::property::{NodeKind, Note};
    ///
    /// const NAMES: [&str; 3] = ["", "", "x < y"];
    /// const NOTE: Note = Note::written(NodeKind::Implies, NAMES, ("lib.rs", 7, 1), &["x", "y"]);
    /// assert_eq!(NOTE.to_string(), "x < y ⇒ ");
    /// assert_eq!(NOTE.place.to_string(), "lib.rs:7:1");
    /// ```
    pub const fn written(
        kind: NodeKind,
        [name, ty, text]: [&'static str; 3],
        (file, line, column): (&'static str, u32, u32),
        mentions: &'static [&'static str],
    ) -> Note {
        Note {
            kind,
            at: 0,
            name: Text::Borrowed(name),
            ty: Text::Borrowed(ty),
            text: Text::Borrowed(text),
            place: Place { file: Text::Borrowed(file), line, column },
            mentions: Mentions::Only(Cow::Borrowed(mentions)),
        }
    }

    /// Does the node mention the variable `name`, as far as one can know?
    pub fn mentions(&self, name: &str) -> bool {
        match &self.mentions {
            Mentions::Unknown => true,
            Mentions::Only(names) => names.contains(&name),
        }
    }
}
