//! Information about nodes that reports need.

use std::borrow::Cow;

use crate::data::{Place, Text};

/// The information about a node that reports need.
///
/// ```
/// use forall::property::{Kind, Mentions, outline, property};
///
/// let property = property! { forall x in 0..9; implies *x > 3; check *x < 9 };
/// let premise = outline(&property)[1];
/// assert_eq!((premise.kind, &*premise.text), (Kind::Implies, "*x > 3"));
/// assert_eq!(premise.mentions, Mentions::Only(vec!["x"].into()));
/// assert!(premise.mentions("x") && !premise.mentions("y"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Which of the four kinds of node it is.
    pub kind: Kind,
    /// The number of nodes before it in the property.
    pub at: usize,
    /// The name of the variable of a quantifier, or the label of an observation.
    pub name: Text,
    /// The type of the variable.
    pub ty: Text,
    /// The source text of the domain, premise, observation or predicate; empty if it has none.
    pub text: Text,
    /// Where the node is in the source code.
    pub place: Place,
    /// The earlier variables that its text mentions.
    pub mentions: Mentions,
}

/// The four kinds of node.
///
/// ```
/// use forall::property::{Kind, outline, property};
///
/// let property = property! { forall x: u8; implies *x > 3; classify "odd": x % 2 == 1; check true };
/// let kinds: Vec<Kind> = outline(&property).iter().map(|note| note.kind).collect();
/// assert_eq!(kinds, [Kind::Forall, Kind::Implies, Kind::Observe, Kind::Check]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A quantifier.
    Forall,
    /// A premise.
    Implies,
    /// An observation.
    Observe,
    /// The predicate.
    Check,
}

/// The earlier variables that a node mentions.
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
    /// The source of the node is not known: it may mention any variable.
    Unknown,
    /// The node mentions these variables and no others.
    Only(Cow<'static, [&'static str]>),
}

impl Note {
    /// Describes a node that was built without a macro: only its location is known.
    ///
    /// ```
    /// use forall::property::{Kind, Note};
    ///
    /// let note = Note::new(Kind::Check, 2);
    /// assert!(note.text.is_empty() && note.mentions("any variable"));
    /// ```
    #[track_caller]
    pub fn new(kind: Kind, at: usize) -> Note {
        let place = Place::here();
        let (name, ty, text) = (Text::Borrowed(""), Text::Borrowed(""), Text::Borrowed(""));
        Note { kind, at, name, ty, text, place, mentions: Mentions::Unknown }
    }

    /// Describes a node as a macro does, which has seen its source.
    ///
    /// ```
    /// use forall::property::{Kind, Note};
    ///
    /// const NAMES: [&str; 3] = ["", "", "x < y"];
    /// const NOTE: Note = Note::written(Kind::Implies, NAMES, ("lib.rs", 7, 1), &["x", "y"]);
    /// assert_eq!(NOTE.to_string(), "x < y ⇒ ");
    /// assert_eq!(NOTE.place.to_string(), "lib.rs:7:1");
    /// ```
    pub const fn written(
        kind: Kind,
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

    /// Returns whether the node may mention the variable `name`.
    pub fn mentions(&self, name: &str) -> bool {
        match &self.mentions {
            Mentions::Unknown => true,
            Mentions::Only(names) => names.contains(&name),
        }
    }
}
