//! The way back: what would have to be drawn to make a value.

use std::fmt::Debug;

use super::Lengths;
use crate::source::{ChoiceValue, Whole};

/// A number that is drawn from `min..=max`.
pub(super) fn between<T: Whole>(
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

/// The branch that is drawn.
pub(super) fn branch(index: usize, choices: &mut Vec<ChoiceValue>) {
    choices.push(ChoiceValue::Integer(index.to_wide()));
}

/// The items of a list, and that there is one more, and in the end no more, wherever that is a
/// choice.
pub(super) fn list<I>(
    items: impl IntoIterator<Item = I>,
    lengths: Lengths,
    choices: &mut Vec<ChoiceValue>,
    mut invert: impl FnMut(I, &mut Vec<ChoiceValue>) -> Option<()>,
) -> Option<()> {
    let (min, _, max) = lengths.at(0);
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

/// The texts of values, which stand for them where they need not know when they are equal.
pub(super) fn texts<A: Debug>(values: &[A]) -> Vec<String> {
    values.iter().map(|value| format!("{value:?}")).collect()
}
