//! Searching: the least number for which something holds, in few questions.

/// The least distance below `high` for which `holds`, or `high`, for which it is known to hold.
///
/// If it holds for all distances above the least one, this is exact. It looks at round numbers
/// first, since those are what people write in programs, and asks right below each that holds:
/// where the bound is round, the search ends there.
pub(super) fn least(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
    least_among(high, &[], holds)
}

/// The same, where some distances are likely to be the bound, or next to it. They are in order.
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
    let (mut low, mut high) = (0, high - 1);
    let mut likely = Some(likely);
    for round in rounds(high) {
        if let Some(likely) = likely.take_if(|_| round > SMALL) {
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

/// Round numbers up to this one are looked at before any others.
const SMALL: u128 = 10_000;

/// The bound, if it is one of the likely ones or next to one; else what it is between.
fn near(
    low: u128,
    high: u128,
    likely: &[u128],
    holds: &mut dyn FnMut(u128) -> bool,
) -> Result<u128, (u128, u128)> {
    let between = |at: &&u128| low < **at && **at < high;
    let likely: Vec<u128> = likely.iter().filter(between).copied().collect();
    let first = likely.partition_point(|at| !holds(*at));
    let (mut low, mut high) = (low, high);
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

/// A distance below `high` at which it holds, or `high`, where it does not hold right below it:
/// some small ones are tried, and small steps, each as often as it can be taken.
pub(super) fn lower_odd(high: u128, holds: &mut dyn FnMut(u128) -> bool) -> u128 {
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

/// Without each of its bits that it can be without, the highest ones first; or with a lower one instead.
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

/// The two halves of its bits: the highest one, and all others. If there are many, also the others and a
/// low one.
pub(super) fn highest_bit(high: u128) -> impl Iterator<Item = u128> {
    let bit = 1 << high.max(1).ilog2();
    let (others, lowest) = (high & !bit, 1 << high.trailing_ones());
    let moved = Some(others + lowest).filter(|_| lowest < bit && bit >= 32);
    [bit, others].into_iter().chain(moved)
}

/// Steps that are often taken at once: by evenness, and by other remainders that programs ask for.
const STEPS: [u128; 10] = [2, 3, 4, 5, 7, 8, 10, 16, 50, 64];

/// The least that holds, if it does so from there on: not at `low`, but at `high`. As long as one
/// is many times the other it goes by powers of two, and asks right below the one where that ends.
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

/// Round numbers up to `high`: powers of ten, ever farther apart, and `high` to one digit.
fn rounds(high: u128) -> impl Iterator<Item = u128> {
    let powers = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32].map(|power| 10_u128.pow(power));
    let digit = 10_u128.checked_pow(high.max(1).ilog10()).unwrap_or(1);
    let powers = powers.into_iter().filter(move |power| *power < digit.max(1));
    std::iter::once(1).chain(powers).chain([digit, high / digit * digit])
}

/// How often something can be done, when it was done `n` times at once for each `n` asked: one,
/// two, three, four, and then twice as often each time until it cannot.
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
