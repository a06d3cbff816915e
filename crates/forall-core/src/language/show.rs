//! Properties as formulas.

use std::fmt;

use super::{Check, Forall, Implies, Kind, Note, Observe, Outline};

/// Returns the information about all nodes of a property, outermost first.
///
/// ```
/// use forall::property::{Kind, forall, outline};
///
/// let property = forall("x", 0..10).check(|(x, ())| *x < 10);
/// let kinds: Vec<Kind> = outline(&property).iter().map(|note| note.kind).collect();
/// assert_eq!(kinds, [Kind::Forall, Kind::Check]);
/// ```
pub fn outline<P: Outline + ?Sized>(property: &P) -> Vec<&Note> {
    let mut notes = Vec::new();
    property.outline(&mut notes);
    notes
}

impl<A, D, P: Outline> Outline for Forall<A, D, P> {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        notes.push(&self.note);
        self.body.outline(notes);
    }
}

impl<F, P: Outline> Outline for Implies<F, P> {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        notes.push(&self.note);
        self.body.outline(notes);
    }
}

impl<F, P: Outline> Outline for Observe<F, P> {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        notes.push(&self.note);
        self.body.outline(notes);
    }
}

impl<F> Outline for Check<F> {
    fn outline<'p>(&'p self, notes: &mut Vec<&'p Note>) {
        notes.push(&self.note);
    }
}

/// Writes `∀ x: u8 in 0..9. x > 1 ⇒ x > 0`.
pub(crate) fn formula(property: &dyn Outline, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    outline(property).iter().try_for_each(|note| write!(f, "{note}"))
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = if self.text.is_empty() { "…" } else { &self.text };
        match self.kind {
            Kind::Forall if self.text.is_empty() => write!(f, "∀ {}: {}. ", self.name, self.ty),
            Kind::Forall => write!(f, "∀ {}: {} in {text}. ", self.name, self.ty),
            Kind::Implies => write!(f, "{text} ⇒ "),
            Kind::Observe if self.name.is_empty() => write!(f, "[{text}] "),
            Kind::Observe => write!(f, "[{}: {text}] ", self.name),
            Kind::Check => f.write_str(text),
        }
    }
}

macro_rules! show {
    ($($node:ident<$($parameter:ident),*>;)*) => { $(
        impl<$($parameter),*> fmt::Display for $node<$($parameter),*>
        where
            $node<$($parameter),*>: Outline,
        {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                formula(self, f)
            }
        }

        impl<$($parameter),*> fmt::Debug for $node<$($parameter),*>
        where
            $node<$($parameter),*>: Outline,
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
