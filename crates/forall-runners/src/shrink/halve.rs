//! Halves several numbers together: for properties that compare their sizes, such as logarithms or ratios.

use super::descent::{Descent, Number};
use super::search::least;
use super::shift::each_pair;

/// Smaller numbers are quickly lowered one by one.
const MIN_DISTANCE: u128 = 64;

/// Halves all numbers, and then every two numbers, as often as possible.
pub(super) fn numbers(descent: &mut Descent<'_>) {
    let all: Vec<Number> = descent.numbers().into_iter().filter(is_large).collect();
    if all.len() > 1 {
        halve(descent, &all);
    }
    each_pair(descent, |descent, one, other| {
        if is_large(&one) && is_large(&other) {
            halve(descent, &[one, other]);
        }
    });
}

fn is_large(number: &Number) -> bool {
    number.distance() >= MIN_DISTANCE
}

/// Halves these numbers as often as possible.
fn halve(descent: &mut Descent<'_>, group: &[Number]) {
    let smallest = group.iter().map(Number::distance).min().unwrap_or(1);
    let most = u128::from(smallest.max(1).ilog2());
    least(most, &mut |kept| {
        let times = most - kept;
        let halved = |number: &Number| number.to(number.at_distance(number.distance() >> times));
        let changes: Vec<_> = group.iter().map(halved).collect();
        descent.attempt_same_length_with(&changes)
    });
}
