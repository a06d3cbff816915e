//! Helpers for `invert`: the choices from which a value is generated.

use std::fmt::Debug;

use super::Lengths;
use crate::source::{ChoiceValue, Integer};

/// Appends the choice of a number from `min..=max`. Returns `None` if the number is not in that range.
pub(super) fn between<T: Integer>(
    number: T,
    min: T,
    max: T,
    choices: &mut Vec<ChoiceValue>,
) -> Option<()> {
    if number < min || max < number {
        return None;
    }
    choices.push(ChoiceValue::Integer(number.to_wide()));
    Some(())
}

/// Appends the choice of a branch.
pub(super) fn branch(index: usize, choices: &mut Vec<ChoiceValue>) {
    choices.push(ChoiceValue::Integer(index.to_wide()));
}

/// Appends the choices of a list: those of each item, which `invert` appends, and wherever the length
/// is open, the choice between one more item and the end of the list.
pub(super) fn list<I>(
    items: impl IntoIterator<Item = I>,
    lengths: Lengths,
    choices: &mut Vec<ChoiceValue>,
    mut invert: impl FnMut(I, &mut Vec<ChoiceValue>) -> Option<()>,
) -> Option<()> {
    let min = lengths.min();
    let max = lengths.max();
    let mut count = 0;
    for item in items {
        if count >= max {
            return None;
        }
        if count >= min {
            choices.push(ChoiceValue::Bool(true));
        }
        invert(item, choices)?;
        count += 1;
    }
    if count < max {
        choices.push(ChoiceValue::Bool(false));
    }
    (count >= min).then_some(())
}

/// Returns the `Debug` texts of values. Values that need not implement `Eq` are compared by them.
pub(super) fn texts<A: Debug>(values: &[A]) -> Vec<String> {
    values.iter().map(|value| format!("{value:?}")).collect()
}
