//! Searching for the least number that fails, with few tries.

/// Returns the least number in `0..high` for which `holds` is true, or `high` if it is false for all of them.
/// `holds(high)` is known to be true and is not called.
///
/// This is exact if `holds` is true for all distances above the least one. It tries round numbers first,
/// because programmers write those, and then the number right below each that holds: if the bound is round, the
/// search ends there.
pub(super) fn least(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    least_among(high, &[], holds)
}

/// Does the same as [`least`] if some distances, in ascending order, are likely to be the bound or next to it.
pub(super) fn least_among(
    high: u128,
    likely: &[u128],
    holds: &mut dyn FnMut(u128) -> bool,
) -> u128 {
    if high == 0 || holds(0) {
        return 0;
    }
    if high == 1 || !holds(high - 1) {
        return high;
    }
    let mut low = 0;
    let mut high = high - 1;
    let mut likely = Some(likely);
    for round in rounds(high) {
        if let Some(likely) = likely.take_if(|_| round > MAX_SMALL_ROUND) {
            match near(low, high, likely, holds) {
                Ok(found) => return found,
                Err(between) => (low, high) = between,
            }
        }
        if round <= low || round >= high {
            continue;
        }
        if !holds(round) {
            low = round;
            continue;
        }
        if round - 1 <= low || !holds(round - 1) {
            return round;
        }
        high = round - 1;
        break;
    }
    bisect(low, high, holds)
}

/// Among this many numbers side by side, one is assumed to hold if any number there does.
const WIDTH: u128 = 6;

/// Returns the least number in `0..high` for which `holds` is true, or `high` if it is false for all of them, even if it
/// is false for some numbers above the least one, such as every other one.
pub(super) fn least_nearby(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    let mut low = 0;
    let mut high = high;
    while high - low > WIDTH {
        let is_far = high.ilog2() - low.max(1).ilog2() > 2;
        let middle = if is_far {
            1 << ((high.ilog2() + low.max(1).ilog2()) / 2)
        } else {
            low + (high - low) / 2
        };
        match (middle..high.min(middle + WIDTH)).find(|number| holds(*number)) {
            Some(number) => high = number,
            None => low = middle,
        }
    }
    (low..high).find(|number| holds(*number)).unwrap_or(high)
}

/// Round numbers up to this one are tried before any others.
const MAX_SMALL_ROUND: u128 = 10_000;

/// Returns the bound, if it is one of the likely distances or next to one. Otherwise returns the distances
/// between which it is.
fn near(
    low: u128,
    high: u128,
    likely: &[u128],
    holds: &mut dyn FnMut(u128) -> bool,
) -> Result<u128, (u128, u128)> {
    let between = |at: &&u128| low < **at && **at < high;
    let likely: Vec<u128> = likely.iter().filter(between).copied().collect();
    let first = likely.partition_point(|at| !holds(*at));
    let mut low = low;
    let mut high = high;
    if let Some(at) = first.checked_sub(1).map(|before| likely[before]) {
        if at + 1 == high || holds(at + 1) {
            return Ok(at + 1);
        }
        low = at + 1;
    }
    if let Some(at) = likely.get(first).copied() {
        if at - 1 == low || !holds(at - 1) {
            return Ok(at);
        }
        high = at - 1;
    }
    Err((low, high))
}

/// Returns a distance below `high` for which `holds` is true, or `high`, if `holds` is false right below it.
/// Tries some small distances, and then small steps down, each as often as possible.
pub(super) fn lower_in_steps(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    let guesses = [1, 2, 3, 5, high / 10, high / 2];
    let mut guesses = guesses.into_iter().filter(|guess| *guess > 0 && *guess + 1 < high);
    if let Some(guess) = guesses.find(|guess| holds(*guess)) {
        return guess;
    }
    for step in STEPS.into_iter().filter(|step| *step < high) {
        let times = most(&mut |times| times * step < high && holds(high - times * step));
        if times > 0 {
            return high - times * step;
        }
    }
    clear_bits(high, holds)
}

/// Clears the bits of a distance while `holds` stays true, the highest first, or moves them down.
fn clear_bits(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    let mut left = high;
    for bit in (0..=high.max(1).ilog2()).rev().map(|bit| 1_u128 << bit) {
        if left & bit == 0 {
            continue;
        }
        let lowest = 1 << left.trailing_ones();
        if left != bit && holds(left - bit) {
            left -= bit;
        } else if lowest < bit && holds(left - bit + lowest) {
            left = left - bit + lowest;
        }
    }
    left
}

/// Returns the highest bit of a number, and the number without it. For large numbers also returns the latter
/// with a low bit added.
pub(super) fn split_highest_bit(high: u128) -> impl Iterator<Item = u128> {
    let bit = 1 << high.max(1).ilog2();
    let others = high & !bit;
    let lowest = 1 << high.trailing_ones();
    let moved = Some(others + lowest).filter(|_| lowest < bit && bit >= 32);
    [bit, others].into_iter().chain(moved)
}

/// Steps that keep a number even, or keep another remainder that programs test for.
const STEPS: [u128; 10] = [2, 3, 4, 5, 7, 8, 10, 16, 50, 64];

/// Returns the least number for which `holds` is true, between `low`, for which it is false, and `high`, for
/// which it is true. While `high` is many times `low`, tries powers of two, and then the number right below the
/// last one.
pub(super) fn bisect(mut low: u128, mut high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    let mut round = false;
    while high.ilog2() - low.max(1).ilog2() > 2 {
        let middle = 1 << ((high.ilog2() + low.max(1).ilog2()) / 2);
        let held = holds(middle);
        (low, high) = if held { (low, middle) } else { (middle, high) };
        round |= held;
    }
    if round && high - low > 1 {
        if !holds(high - 1) {
            return high;
        }
        high -= 1;
    }
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        (low, high) = if holds(middle) { (low, middle) } else { (middle, high) };
    }
    high
}

/// Returns round numbers up to `high`: powers of ten, at growing intervals, and `high` rounded to one digit.
fn rounds(high: u128) -> impl Iterator<Item = u128> {
    let powers = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map(|power| 10_u128.pow(power));
    let digit = 10_u128.checked_pow(high.max(1).ilog10()).unwrap_or(1);
    let powers = powers.into_iter().filter(move |power| *power < digit.max(1));
    std::iter::once(1).chain(powers).chain([digit, high / digit * digit])
}

/// Repeats an action as often as possible, and returns the number of times. `can(n)` performs it `n` times at
/// once, and returns whether that succeeded. Tries one to four times, and then doubles until it fails.
pub(super) fn most(can: &mut dyn FnMut(u128) -> bool) -> u128 {
    for n in 1..=4 {
        if !can(n) {
            return n - 1;
        }
    }
    let mut low = 4_u128;
    while let Some(high) = low.checked_mul(2) {
        if !can(high) {
            return bisect(0, high - low, &mut |less| can(high - less)).abs_diff(high);
        }
        low = high;
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_odd_parity_are_found() {
        for bound in [0, 7, 100, 1_000, 123_456_789] {
            let mut calls = 0;
            let found = least_nearby(u128::from(u64::MAX - 1), &mut |number| {
                calls += 1;
                number >= bound && number.count_ones() % 2 == 1
            });
            let least = (bound..).find(|number| number.count_ones() % 2 == 1);
            assert_eq!(Some(found), least);
            assert!(calls < 200, "{calls} calls for {bound}");
        }
    }
}
