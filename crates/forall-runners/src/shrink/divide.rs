//! Divides numbers, and differences of numbers, by their prime factors: for properties that count modulo a number, or
//! that only see a product.

use super::descent::{Descent, Number};
use super::shift::each_pair;

/// Factors above this one are not searched for.
const MAX_FACTOR: u128 = 10_000;

/// Divides each number by each of its prime factors.
pub(super) fn each(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        while let Some(number) = descent.number(at) {
            let distance = number.distance();
            let smaller = |factor: u128| number.to(number.at_distance(distance / factor));
            if !prime_factors(distance).any(|factor| descent.attempt_with(&[smaller(factor)])) {
                break;
            }
        }
        at += 1;
    }
}

/// Brings two numbers nearer to each other: divides their difference by each of its prime factors.
pub(super) fn differences(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        while let Some((one, other)) = current(descent, one, other) {
            let difference = other.value - one.value;
            let nearer = |factor: u128| difference / factor as i128;
            let is_nearer = prime_factors(difference.unsigned_abs()).any(|factor| {
                let distance = nearer(factor);
                descent.attempt_exactly_with(&[other.to(one.value + distance)])
                    || descent.attempt_exactly_with(&[one.to(other.value - distance)])
            });
            if !is_nearer {
                break;
            }
        }
    });
}

/// Moves factors from a number to a later one, so that their product stays the same.
pub(super) fn move_factors(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        while let Some((one, other)) = current(descent, one, other) {
            let moved = |factor: u128| {
                let factor = factor as i128;
                Some([one.to(one.value / factor), other.to(other.value.checked_mul(factor)?)])
            };
            let is_moved = prime_factors(one.value.unsigned_abs()).any(|factor| {
                moved(factor).is_some_and(|changes| descent.attempt_exactly_with(&changes))
            });
            if !is_moved {
                break;
            }
        }
    });
}

/// Moves two numbers down to the simplest ones with the same difference, with the smaller one first.
pub(super) fn lowest_pair(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        let difference = one.value.abs_diff(other.value) as i128;
        (0..3).any(|first| {
            let first = one.toward.saturating_add(first);
            let second = first.saturating_add(difference);
            one.permits(first)
                && other.permits(second)
                && descent.attempt_exactly_with(&[one.to(first), other.to(second)])
        });
    });
}

fn current(descent: &Descent<'_>, one: Number, other: Number) -> Option<(Number, Number)> {
    descent.number(one.at).zip(descent.number(other.at)).filter(|_| !descent.spent())
}

/// Returns the prime factors of a number, as far as they are easy to find, and what remains.
fn prime_factors(mut number: u128) -> impl Iterator<Item = u128> {
    let mut factors = Vec::new();
    let mut factor = 2;
    while factor <= MAX_FACTOR && factor * factor <= number {
        if number.is_multiple_of(factor) {
            factors.push(factor);
            while number.is_multiple_of(factor) {
                number /= factor;
            }
        }
        factor += 1;
    }
    factors.extend((number > 1).then_some(number));
    factors.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_are_prime() {
        assert!(prime_factors(360).eq([2, 3, 5]));
        assert!(prime_factors(1009 * 7).eq([7, 1009]));
        assert!(prime_factors(1).eq([]) && prime_factors(0).eq([]));
    }
}
