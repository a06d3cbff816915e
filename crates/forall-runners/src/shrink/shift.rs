//! Shifting: several numbers moved at once.

use super::descent::{Descent, Number};
use super::order::grouped;
use super::search::{least, most};
use super::shape::innermost;
use crate::source::{Record, Value};

/// How far apart numbers of different kinds may be to be thought of as a pair.
const NEAR: usize = 4;

/// In longer records, a number that is simplest and far away is not thought of as one of a pair.
const LONG: usize = 256;

/// Of how many numbers all pairs are looked at.
const FEW: usize = 8;

/// Moves all numbers of a family by the same amount, so that the first becomes the simplest, or the
/// nearest of them; or as near to that as can be.
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
                return settle(descent, &group);
            }
        }
    }
}

/// These were moved as far as they go.
fn settle(descent: &mut Descent<'_>, group: &[Number]) {
    for moved in group.iter().filter_map(|number| descent.number(number.at)).collect::<Vec<_>>() {
        descent.mark_settled(&moved, moved.distance());
    }
}

/// Numbers of the same sort: those with one constraint, and those that stand in the same place in
/// spans of one label, where the constraint may depend on what was drawn before.
fn families(descent: &Descent<'_>) -> Vec<Vec<Number>> {
    let numbers = descent.numbers();
    let placed = |number: &Number| (place(descent.best(), number.at), *number);
    let placed: Vec<((u64, usize), Number)> = numbers.iter().map(placed).collect();
    let mut families = grouped(&numbers, |number| number.kind);
    for family in grouped(&placed, |(place, _)| *place) {
        let family = family.into_iter().map(|(_, number)| number).collect();
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families.retain(|family| family.len() > 1);
    families
}

/// The label of the innermost span around this choice, and how many choices stand before it there.
fn place(record: &Record, at: usize) -> (u64, usize) {
    let inner = innermost(record, at).map(|span| &record.spans[span]);
    inner.map_or((0, 0), |span| (span.label.hash(), at - span.start))
}

/// Subtracts `by` from all of these. Whether that is permitted shows in the replay: what is
/// permitted for one may depend on another.
fn translate(descent: &mut Descent<'_>, group: &[Number], by: i128) -> bool {
    let moved = |number: &Number| Some(number.to(number.value.checked_sub(by)?));
    let changes: Option<Vec<(usize, Value)>> = group.iter().map(moved).collect();
    by != 0 && changes.is_some_and(|changes| descent.attempt_with(&changes))
}

/// Reflects a number in an earlier one, so that it is as far from it as before, but simpler.
pub(super) fn mirror(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let mirrored = one.value.saturating_mul(2).saturating_sub(other.value);
        if other.permits(mirrored) {
            descent.attempt_exactly_with(&[other.to(mirrored)]);
        }
    });
}

/// Makes a number simpler and a later one less simple by the same amount, so that their sum stays.
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

/// Makes two numbers simpler by the same amount, so that their difference stays; or one by twice as
/// much as the other.
pub(super) fn pairs(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        for (first, second) in [(1, 1), (1, 2), (2, 1)] {
            most(&mut |times| {
                let (first, second) = (first * times, second * times);
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
            let changes: Vec<(usize, Value)> = family.iter().map(divided).collect();
            descent.attempt_exactly_with(&changes);
        }
    }
}

fn gcd(left: u128, right: u128) -> u128 {
    if right == 0 { left } else { gcd(right, left % right) }
}

/// Calls `change` for every two numbers that may have to do with each other, the first of which
/// could be simpler. Where there are many, only neighbours may.
pub(super) fn each_pair(
    descent: &mut Descent<'_>,
    mut change: impl FnMut(&mut Descent<'_>, Number, Number),
) {
    let complex = descent.numbers().iter().filter(|number| number.distance() > 0).count();
    let reach = if complex > FEW { NEAR } else { usize::MAX };
    let mut first = 0;
    while first < descent.len() {
        let is_complex = descent.number(first).is_some_and(|number| number.distance() > 0);
        let mut second = if is_complex { first + 1 } else { usize::MAX };
        while second < descent.len().min(first.saturating_add(reach).saturating_add(1)) {
            let far = descent.len() > LONG;
            let pair = descent.number(first).zip(descent.number(second));
            let related = |(one, other): &(Number, Number)| {
                let alike = one.kind == other.kind && !(far && other.distance() == 0);
                one.distance() > 0 && (alike || second - first <= NEAR)
            };
            if let Some((one, other)) = pair.filter(related) {
                change(descent, one, other);
            }
            second += 1;
        }
        first += 1;
    }
}
