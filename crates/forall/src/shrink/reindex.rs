//! Reindexing: when elements go, numbers that count elements go down with them.

use std::ops::Range;

use super::descent::{Descent, Number};
use super::shape::List;
use crate::source::Value;

/// The values with all numbers that could be indices into `list` adjusted to `gone` being gone;
/// nothing if there are no such numbers.
///
/// A number could be an index if it is less than the length and cannot be negative.
pub(super) fn reindexed(
    descent: &Descent<'_>,
    list: &List,
    gone: &Range<usize>,
) -> Option<Vec<Value>> {
    let (length, end) = (list.len() as i128, gone.end as i128);
    let index = |number: &Number| number.min == 0 && (end..length).contains(&number.value);
    let mut values = descent.values();
    let mut changed = false;
    for number in descent.numbers().into_iter().filter(index) {
        values[number.at] = Value::Integer(number.value - gone.len() as i128);
        changed |= !gone.clone().any(|at| list.bodies[at].contains(&number.at));
    }
    changed.then_some(values)
}
