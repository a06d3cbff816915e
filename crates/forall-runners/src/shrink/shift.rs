//! Changes several numbers at once.

use std::collections::HashSet;

use super::descent::{Descent, Number};
use super::order::grouped;
use super::search::{least, most};
use super::shape::innermost;
use crate::source::{ChoiceValue, Record};

/// The maximum distance in choices between two numbers of different kinds that are tried as a pair.
const MAX_PAIR_DISTANCE: usize = 4;

/// In records longer than this, distant numbers that are already simplest are not tried as part of a pair.
const LONG_RECORD: usize = 256;

/// If there are more numbers than this, only neighbours are tried as pairs.
const MAX_ALL_PAIRS: usize = 8;

/// Shifts all numbers of a family by the same amount, so that the first one becomes simplest, or the one nearest
/// to its simplest value; otherwise as far as possible.
pub(super) fn together(descent: &mut Descent<'_>) {
    let families = families(descent);
    for group in families {
        let first = group[0];
        if translate(descent, &group, first.value.saturating_sub(first.toward)) {
            return;
        }
        let nearest = group.iter().min_by_key(|number| number.distance()).unwrap_or(&first);
        let one_side = group.iter().all(|number| number.value > number.toward)
            || group.iter().all(|number| number.value < number.toward);
        if one_side {
            let lowest = least(nearest.distance(), &mut |distance| {
                let by = nearest.value.saturating_sub(nearest.at_distance(distance));
                translate(descent, &group, by)
            });
            if lowest < nearest.distance() {
                return mark_settled(descent, &group);
            }
        }
    }
}

/// Marks numbers that were shifted as far as possible.
fn mark_settled(descent: &mut Descent<'_>, group: &[Number]) {
    for moved in group.iter().filter_map(|number| descent.number(number.at)).collect::<Vec<_>>() {
        descent.mark_settled(&moved, moved.distance());
    }
}

/// Returns the families of numbers: those with the same constraint, and those at the same position in spans of
/// the same label, because their constraints may depend on earlier draws.
fn families(descent: &Descent<'_>) -> Vec<Vec<Number>> {
    let numbers = descent.numbers();
    let placed = |number: &Number| (place(descent.best(), number.at), *number);
    let placed: Vec<((u64, usize), Number)> = numbers.iter().map(placed).collect();
    let mut families = grouped(&numbers, |number| number.kind);
    for family in grouped(&placed, |(place, _)| *place) {
        families.push(family.into_iter().map(|(_, number)| number).collect());
    }
    let mut seen: HashSet<Vec<usize>> = HashSet::new();
    let members = |family: &[Number]| family.iter().map(|number| number.at).collect();
    families.retain(|family| family.len() > 1 && seen.insert(members(family)));
    families
}

/// Returns the label of the innermost span around this choice, and the position of the choice in it.
fn place(record: &Record, at: usize) -> (u64, usize) {
    let inner = innermost(record, at).map(|span| &record.spans[span]);
    inner.map_or((0, 0), |span| (span.label.hash(), at - span.start))
}

/// Subtracts `by` from all of these. The replay shows whether that is permitted, because the range of one number
/// may depend on another.
fn translate(descent: &mut Descent<'_>, group: &[Number], by: i128) -> bool {
    let moved = |number: &Number| Some(number.to(number.value.checked_sub(by)?));
    let changes: Option<Vec<(usize, ChoiceValue)>> = group.iter().map(moved).collect();
    by != 0 && changes.is_some_and(|changes| descent.attempt_with(&changes))
}

/// Mirrors a number at an earlier one, so that their distance stays the same.
pub(super) fn mirror(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let mirrored = one.value.saturating_mul(2).saturating_sub(other.value);
        if other.permits(mirrored) {
            descent.attempt_exactly_with(&[other.to(mirrored)]);
        }
    });
}

/// Lowers a number and raises a later one by the same amount, so that their sum stays the same.
pub(super) fn redistribute(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, from, to| {
        let up = from.value > from.toward;
        let room = if up { to.max.abs_diff(to.value) } else { to.value.abs_diff(to.min) };
        let amount = from.distance().min(room);
        least(amount, &mut |kept| {
            let amount = (amount - kept) as i128;
            let amount = if up { amount } else { -amount };
            descent
                .attempt_same_length_with(&[from.to(from.value - amount), to.to(to.value + amount)])
        });
    });
}

/// Lowers two numbers by the same amount, so that their difference stays the same, or one by twice as much as the
/// other.
pub(super) fn pairs(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        for (first, second) in [(1, 1), (1, 2), (2, 1)] {
            most(&mut |times| {
                let first = first * times;
                let second = second * times;
                first <= one.distance()
                    && second <= other.distance()
                    && descent.attempt_exactly_with(&[
                        one.to(one.at_distance(one.distance() - first)),
                        other.to(other.at_distance(other.distance() - second)),
                    ])
            });
        }
    });
}

/// Divides all numbers of a family by their greatest common divisor.
pub(super) fn scale(descent: &mut Descent<'_>) {
    for family in families(descent) {
        let divisor = family.iter().map(|number| number.value.unsigned_abs()).fold(0, gcd);
        if let Ok(divisor @ 2..) = i128::try_from(divisor) {
            let divided = |number: &Number| number.to(number.value / divisor);
            let changes: Vec<(usize, ChoiceValue)> = family.iter().map(divided).collect();
            descent.attempt_exactly_with(&changes);
        }
    }
}

fn gcd(left: u128, right: u128) -> u128 {
    if right == 0 { left } else { gcd(right, left % right) }
}

/// Calls `change` for every two numbers that may be related, if the first one could be simpler. If there are many
/// numbers, only neighbours count as related.
pub(super) fn each_pair(
    descent: &mut Descent<'_>,
    mut change: impl FnMut(&mut Descent<'_>, Number, Number),
) {
    let complex = descent.numbers().iter().filter(|number| number.distance() > 0).count();
    let reach = if complex > MAX_ALL_PAIRS { MAX_PAIR_DISTANCE } else { usize::MAX };
    let mut first = 0;
    while descent.has_choice(first) {
        let is_complex = descent.number(first).is_some_and(|number| number.distance() > 0);
        let mut second = if is_complex { first + 1 } else { usize::MAX };
        while descent.has_choice(second) && second - first <= reach {
            let far = descent.len() > LONG_RECORD;
            let pair = descent.number(first).zip(descent.number(second));
            let related = |(one, other): &(Number, Number)| {
                let same_kind = one.kind == other.kind && !(far && other.distance() == 0);
                one.distance() > 0 && (same_kind || second - first <= MAX_PAIR_DISTANCE)
            };
            if let Some((one, other)) = pair.filter(related) {
                change(descent, one, other);
            }
            second += 1;
        }
        first += 1;
    }
}
