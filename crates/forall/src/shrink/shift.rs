//! Shifting: several numbers moved at once.

use std::collections::BTreeMap;

use super::descent::{Descent, Number};
use super::search::{least, most};
use crate::source::Value;

/// How far apart numbers of different kinds may be to be thought of as a pair.
const NEAR: usize = 4;

/// Moves all numbers of a kind by the same amount, so that the first becomes the simplest, or the
/// least of them; or as near to that as can be.
pub(super) fn together(descent: &mut Descent<'_>) {
    let mut kinds: BTreeMap<u32, Vec<Number>> = BTreeMap::new();
    for number in descent.numbers() {
        kinds.entry(number.kind).or_default().push(number);
    }
    for group in kinds.into_values().filter(|group| group.len() > 1) {
        let first = group[0];
        if translate(descent, &group, first.value.saturating_sub(first.toward)) {
            continue;
        }
        let nearest = group.iter().min_by_key(|number| number.distance()).unwrap_or(&first);
        let one_side = group.iter().all(|number| number.value > number.toward)
            || group.iter().all(|number| number.value < number.toward);
        if one_side {
            least(nearest.distance(), |distance| {
                let by = nearest.value.saturating_sub(nearest.at_distance(distance));
                translate(descent, &group, by)
            });
        }
    }
}

/// Subtracts `by` from all of these.
fn translate(descent: &mut Descent<'_>, group: &[Number], by: i128) -> bool {
    let moved = |number: &Number| {
        let value = number.value.checked_sub(by).filter(|value| number.permits(*value))?;
        Some(number.to(value))
    };
    let changes: Option<Vec<(usize, Value)>> = group.iter().map(moved).collect();
    by != 0 && changes.is_some_and(|changes| descent.attempt_with(&changes))
}

/// Makes a number simpler and a later one less simple by the same amount, so that their sum stays.
pub(super) fn redistribute(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, from, to| {
        let up = from.value > from.toward;
        let room = if up { to.max.abs_diff(to.value) } else { to.value.abs_diff(to.min) };
        let amount = from.distance().min(room);
        least(amount, |kept| {
            let amount = (amount - kept) as i128;
            let amount = if up { amount } else { -amount };
            descent.attempt_with(&[from.to(from.value - amount), to.to(to.value + amount)])
        });
    });
}

/// Makes two numbers simpler by the same amount, so that their difference stays.
pub(super) fn pairs(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let amount = one.distance().min(other.distance());
        most(|by| {
            by <= amount
                && descent.attempt_with(&[
                    one.to(one.at_distance(one.distance() - by)),
                    other.to(other.at_distance(other.distance() - by)),
                ])
        });
    });
}

/// Calls `change` for every two numbers that may have to do with each other, the first of which
/// could be simpler.
fn each_pair(descent: &mut Descent<'_>, mut change: impl FnMut(&mut Descent<'_>, Number, Number)) {
    let mut first = 0;
    while first < descent.len() {
        let mut second = first + 1;
        while second < descent.len() {
            let pair = descent.number(first).zip(descent.number(second));
            let related = |(one, other): &(Number, Number)| {
                one.distance() > 0 && (one.kind == other.kind || second - first <= NEAR)
            };
            if let Some((one, other)) = pair.filter(related) {
                change(descent, one, other);
            }
            second += 1;
        }
        first += 1;
    }
}
