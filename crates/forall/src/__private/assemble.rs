//! What `#[property]` makes: a property from a list of steps.
//!
//! The attribute could write the nodes down. But then each test would have code of its own that
//! builds them, and the compiler would see to each. So it writes constants and function pointers, and
//! properties of the same signature share one [`assemble`].

use forall_format::manifest::{ManifestNode, ManifestNodes};

use crate::block::Property;
use crate::domain::dependent::Dependent;
use crate::property::{Check, Erased, Forall, FreeVariables, Implies, NodeKind, Note};

/// The notes of a property, as one constant.
#[derive(Clone, Copy, Debug)]
pub struct Notes {
    /// The file in which all of it is written.
    pub file: &'static str,
    /// The nodes, outermost first.
    pub nodes: ManifestNodes<'static>,
}

/// The property that takes these steps and then asks `predicate`.
pub fn assemble<F, S>(notes: Notes, steps: S, predicate: F) -> Erased
where
    S: Steps<F>,
    S::Property: Property + Send + Sync + 'static,
{
    Erased::new(steps.close(notes, 0, predicate))
}

/// Nested pairs of steps, the first one outermost.
pub trait Steps<F, E = ()> {
    /// What they make, from here on.
    type Property;

    /// Puts the nodes around the predicate; the first has the note at `at`.
    fn close(self, notes: Notes, at: usize, predicate: F) -> Self::Property;
}

/// A quantifier over this domain.
#[derive(Clone, Copy, Debug)]
pub struct Quantify<D>(pub D);

/// A premise.
#[derive(Clone, Copy, Debug)]
pub struct Guard<P>(pub P);

impl<F, E, D: Dependent<E>, S: Steps<F, (D::Value, E)>> Steps<F, E> for (Quantify<D>, S) {
    type Property = Forall<D::Value, D, S::Property>;

    fn close(self, notes: Notes, at: usize, predicate: F) -> Self::Property {
        let (Quantify(domain), rest) = self;
        Forall::new(notes.get(NodeKind::Forall, at), domain, rest.close(notes, at + 1, predicate))
    }
}

impl<F, E, P: Fn(&E) -> bool, S: Steps<F, E>> Steps<F, E> for (Guard<P>, S) {
    type Property = Implies<P, S::Property>;

    fn close(self, notes: Notes, at: usize, predicate: F) -> Self::Property {
        let (Guard(premise), rest) = self;
        let body = rest.close(notes, at + 1, predicate);
        Implies { note: notes.get(NodeKind::Implies, at), premise, body }
    }
}

impl<F, E> Steps<F, E> for () {
    type Property = Check<F>;

    fn close(self, notes: Notes, at: usize, predicate: F) -> Self::Property {
        Check { note: notes.get(NodeKind::Check, at), predicate }
    }
}

impl Notes {
    fn get(&self, kind: NodeKind, at: usize) -> Note {
        let Some(ManifestNode { formula, line, column, mentions }) = self.nodes.get(at) else {
            return Note::new(kind, at);
        };
        let names = [formula.name, formula.ty, formula.text];
        let mentions = FreeVariables::Only(mentions.into());
        Note { at, mentions, ..Note::written(kind, names, (self.file, line, column), &[]) }
    }
}
