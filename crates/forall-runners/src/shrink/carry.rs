//! Switches to a simpler variant that carries a value of the old one: the text in a message stays, and its kind changes.

use super::branch::contents;
use super::descent::Descent;
use super::shape::range;
use crate::source::{ChoiceValue, Constraint, Role};

/// Tries each simpler variant with each value of the old one in each place.
pub(super) fn values(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        let choice = &descent.best().choices[at];
        if let (Role::Branch, ChoiceValue::Integer(variant)) = (choice.role, &choice.value) {
            let _ = (0..*variant).any(|lower| carry(descent, at, lower));
        }
        at += 1;
    }
}

fn carry(descent: &mut Descent<'_>, at: usize, variant: i128) -> bool {
    let Some(span) = contents(descent.best(), at) else { return false };
    let values = descent.values();
    let end = range(descent.best(), span).end;
    let changed = [&values[..at], &[ChoiceValue::Integer(variant)]].concat();
    let Some(probe) = descent.probe(changed) else { return false };
    let Some(probed) = probe.spans.get(span).map(|span| span.end.max(at + 1)) else { return false };
    let complex = (at + 1..end).filter(|from| !descent.is_simplest(*from));
    let complex: Vec<usize> = complex.collect();
    let simplest = probe.values();
    complex.into_iter().any(|from| {
        (at + 1..probed).any(|to| {
            let constraint = probe.constraint(to);
            let fits = is_same_type(constraint, descent.best().constraint(from))
                && constraint.permits(&values[from]);
            let carried =
                [&simplest[..to], &values[from..=from], &simplest[to + 1..probed], &values[end..]];
            fits && !descent.spent() && descent.attempt(carried.concat())
        })
    })
}

fn is_same_type(one: &Constraint, other: &Constraint) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}
