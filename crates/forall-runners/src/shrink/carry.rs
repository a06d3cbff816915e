//! Switches to a simpler variant that carries a value of the old one, or one from elsewhere: the text in a message
//! stays, and its kind changes.

use super::branch::contents;
use super::descent::Descent;
use super::shape::range;
use crate::source::{ChoiceValue, Constraint, Record, Role};

/// The greatest number of values from elsewhere that a variant may carry.
const MAX_VALUES: usize = 8;

/// Tries each simpler variant with each value in each place.
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
    let kept = [&changed[..], &values[(at + 1).min(end)..end]].concat();
    [changed, kept].into_iter().any(|changed| {
        let Some(probe) = descent.probe(changed) else { return false };
        let Some(probed) = probe.spans.get(span).map(|span| span.end.max(at + 1)) else {
            return false;
        };
        let contents = probe.values();
        (at + 1..probed).any(|to| {
            let carried = carried(descent.best(), at + 1..end, probe.constraint(to));
            carried.into_iter().any(|value| {
                let changed =
                    [&contents[..to], &[value], &contents[to + 1..probed], &values[end..]];
                !descent.spent() && descent.attempt(changed.concat())
            })
        })
    })
}

/// Returns the values that are not the simplest and that this constraint permits: those of the old contents, and those
/// with the same constraint elsewhere.
fn carried(
    record: &Record,
    old: std::ops::Range<usize>,
    constraint: &Constraint,
) -> Vec<ChoiceValue> {
    let mut values: Vec<ChoiceValue> = Vec::new();
    for (at, choice) in record.choices.iter().enumerate() {
        let own = record.constraint(at);
        let fits = own == constraint || old.contains(&at) && is_same_type(own, constraint);
        let value = &choice.value;
        let is_simplest = *value == constraint.simplest();
        if fits && constraint.permits(value) && !is_simplest && !values.contains(value) {
            values.push(value.clone());
        }
    }
    values.truncate(MAX_VALUES);
    values
}

fn is_same_type(one: &Constraint, other: &Constraint) -> bool {
    std::mem::discriminant(one) == std::mem::discriminant(other)
}
