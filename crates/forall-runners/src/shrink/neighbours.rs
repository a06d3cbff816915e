//! Tries all inputs next to the best one: a number becomes a little simpler, and one or two later ones move up or down.

use super::descent::{Descent, Number};

/// With more numbers, only those next to each other move together.
const MAX_NUMBERS: usize = 4;

/// Moves every two or three numbers by small steps.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let count = descent.numbers().len();
    for first in 0..count {
        let last = if count > MAX_NUMBERS { count.min(first + 3) } else { count };
        for second in first + 1..last {
            if in_steps(descent, &[first, second], 8) {
                return;
            }
        }
    }
    for first in 0..count {
        let last = if count > MAX_NUMBERS { count.min(first + 3) } else { count };
        for second in first + 1..last {
            for third in second + 1..last {
                if in_steps(descent, &[first, second, third], if count == 3 { 5 } else { 2 }) {
                    return;
                }
            }
        }
    }
}

/// Lowers the first of these numbers, and moves the others, by at most `reach`.
fn in_steps(descent: &mut Descent<'_>, chosen: &[usize], reach: i128) -> bool {
    if descent.spent() {
        return false;
    }
    let numbers = descent.numbers();
    let group: Option<Vec<Number>> = chosen.iter().map(|nth| numbers.get(*nth).copied()).collect();
    let Some(group) = group else { return false };
    let first = group[0];
    let most = reach.min(i128::try_from(first.distance()).unwrap_or(reach));
    (1..=most).any(|step| {
        let lowered = first.at_distance(first.distance() - step as u128);
        moved(descent, &group[1..], reach, &mut vec![first.to(lowered)])
    })
}

/// Tries these changes together with all movements of the rest.
fn moved(
    descent: &mut Descent<'_>,
    rest: &[Number],
    reach: i128,
    changes: &mut Vec<(usize, crate::source::ChoiceValue)>,
) -> bool {
    let Some((next, rest)) = rest.split_first() else {
        return descent.attempt_exactly_with(changes);
    };
    (-reach..=reach).any(|by| {
        let value = next.value.saturating_add(by);
        if !next.permits(value) || descent.spent() {
            return false;
        }
        changes.push(next.to(value));
        let is_found = moved(descent, rest, reach, changes);
        changes.pop();
        is_found
    })
}
