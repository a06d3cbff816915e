//! Clears bits of a number: one, or two at once, or moves one down.

use super::descent::Descent;
use super::shift::each_pair;

/// Bits above this one are left alone: other passes divide large numbers.
const MAX_BIT: u32 = 64;

/// If a number has more bits, only single ones are cleared.
const MAX_PAIRED_BITS: usize = 16;

/// Clears bits of each number.
pub(super) fn clear(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        while clear_one(descent, at) {}
        at += 1;
    }
}

fn clear_one(descent: &mut Descent<'_>, at: usize) -> bool {
    let Some(number) = descent.number(at).filter(|_| !descent.spent()) else { return false };
    let distance = number.distance();
    let bits: Vec<u128> =
        (0..MAX_BIT).rev().map(|bit| 1 << bit).filter(|bit| distance & bit != 0).collect();
    let single = bits.iter().map(|bit| distance - bit);
    let paired = bits.iter().enumerate().filter(|_| bits.len() <= MAX_PAIRED_BITS);
    let paired = paired.flat_map(|(at, one)| bits[at + 1..].iter().map(move |other| one + other));
    let lowered =
        bits.iter().filter(|bit| distance & (*bit >> 1) == 0).map(|bit| distance - bit / 2);
    let fewer: Vec<u128> =
        single.chain(paired.map(|bits| distance - bits)).chain(lowered).collect();
    fewer
        .into_iter()
        .any(|distance| descent.attempt_with(&[number.to(number.at_distance(distance))]))
}

/// Moves bits from a number to a later one.
pub(super) fn hand_on(descent: &mut Descent<'_>) {
    each_pair(descent, |descent, one, other| {
        for bit in (0..MAX_BIT).rev().map(|bit| 1_i128 << bit) {
            let pair = descent.number(one.at).zip(descent.number(other.at));
            let Some((one, other)) = pair.filter(|_| !descent.spent()) else { return };
            if one.value >= 0 && other.value >= 0 && one.value & bit != 0 && other.value & bit == 0
            {
                let changes = [one.to(one.value - bit), other.to(other.value + bit)];
                descent.attempt_exactly_with(&changes);
            }
        }
    });
}
