//! Counting: what a constraint permits, by number.

use forall::source::{ChoiceValue, Constraint};

/// The permitted value of this number, in the order of simplicity: the simplest is number 0. Nothing
/// when there are not so many. Each value has one number. (Only floating-point numbers are in
/// another order than [`compare`](Constraint::compare) has: some simple ones and edges, and then
/// any, far from each other, since there are too many to come to the large ones.)
///
/// ```
/// use forall::part::nth_value;
/// use forall::source::{Constraint, ChoiceValue};
///
/// let near_zero = Constraint::Integer { min: -2, max: 9, toward: 0 };
/// let first: Vec<_> = (0..12).filter_map(|number| nth_value(&near_zero, number)).collect();
/// assert_eq!(first, [0, 1, -1, 2, -2, 3, 4, 5, 6, 7, 8, 9].map(ChoiceValue::Integer));
/// assert_eq!(nth_value(&near_zero, 12), None);
/// ```
pub fn nth_value(constraint: &Constraint, number: u128) -> Option<ChoiceValue> {
    match constraint {
        Constraint::Bool => (number < 2).then_some(ChoiceValue::Bool(number == 1)),
        Constraint::Integer { min, max, toward } => {
            integer(*min, *max, *toward, number).map(ChoiceValue::Integer)
        }
        Constraint::Float { min, max, nan } => {
            float((*min, *max), *nan, constraint, number).map(ChoiceValue::Float)
        }
        Constraint::Bytes { min, max } => {
            let places = places(256, *min, *max, number)?;
            Some(ChoiceValue::Bytes(places.into_iter().map(|place| place as u8).collect()))
        }
        Constraint::String { alphabet, min, max } => {
            let places = places(u128::from(alphabet.len()), *min, *max, number)?;
            Some(ChoiceValue::String(
                places.into_iter().filter_map(|at| alphabet.get(at)).collect(),
            ))
        }
        Constraint::Fork => u64::try_from(number).ok().map(ChoiceValue::Fork),
    }
}

/// How many values it permits, or the greatest number where there are more.
///
/// ```
/// use forall::part::count_values;
/// use forall::source::Constraint;
///
/// assert_eq!(count_values(&Constraint::Integer { min: -2, max: 9, toward: 0 }), 12);
/// assert_eq!(count_values(&Constraint::Bytes { min: 0, max: 2 }), 1 + 256 + 65_536);
/// ```
pub fn count_values(constraint: &Constraint) -> u128 {
    match constraint {
        Constraint::Bool => 2,
        Constraint::Integer { min, max, .. } => max.abs_diff(*min).saturating_add(1),
        Constraint::Float { min, max, nan } => {
            let (low, high) = ordinals(*min, *max);
            u128::from(high - low) + 1 + u128::from(*nan)
        }
        Constraint::Bytes { min, max } => texts(256, *min, *max),
        Constraint::String { alphabet, min, max } => texts(u128::from(alphabet.len()), *min, *max),
        Constraint::Fork => 1 << 64,
    }
}

/// How many texts there are of these lengths.
fn texts(letters: u128, min: usize, max: usize) -> u128 {
    if letters == 1 {
        return (max - min) as u128 + 1;
    }
    let mut all: u128 = 0;
    for length in min..=max {
        let more = letters.saturating_pow(u32::try_from(length).unwrap_or(u32::MAX));
        all = all.saturating_add(more);
        if all == u128::MAX {
            break;
        }
    }
    all
}

/// By turns above and below `toward`, as long as both are there, and then on where there is room.
fn integer(min: i128, max: i128, toward: i128, number: u128) -> Option<i128> {
    let (below, above) = (toward.abs_diff(min), max.abs_diff(toward));
    let both = below.min(above);
    let turn = number.div_ceil(2);
    if turn <= both {
        let up = !number.is_multiple_of(2);
        return Some(if up {
            toward.wrapping_add_unsigned(turn)
        } else {
            toward.wrapping_sub_unsigned(turn)
        });
    }
    let far = number - both;
    if far > below.max(above) {
        None
    } else if above > below {
        Some(toward.wrapping_add_unsigned(far))
    } else {
        Some(toward.wrapping_sub_unsigned(far))
    }
}

/// The places of the letters of the text of this number: shorter texts first, and of one length in
/// the order of the alphabet.
fn places(letters: u128, min: usize, max: usize, mut number: u128) -> Option<Vec<u32>> {
    let mut length = min;
    // Where that is beyond all numbers, so is the length.
    while let Some(texts) = letters.checked_pow(u32::try_from(length).unwrap_or(u32::MAX)) {
        match number.checked_sub(texts) {
            Some(rest) if length < max => {
                number = rest;
                length += 1;
            }
            Some(_) => return None,
            None => break,
        }
    }
    let mut places = vec![0; length];
    for place in places.iter_mut().rev() {
        *place = (number % letters) as u32;
        number /= letters;
    }
    Some(places)
}

/// What comes first, where it is permitted.
const SIMPLE: [f64; 18] = [
    0.0,
    1.0,
    -1.0,
    0.5,
    -0.5,
    2.0,
    -2.0,
    10.0,
    -10.0,
    0.1,
    -0.1,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::MAX,
    f64::MIN,
    f64::MIN_POSITIVE,
    f64::EPSILON,
];

/// The simple ones, not-a-number, and then all others.
fn float(ends: (f64, f64), nan: bool, allowed: &Constraint, number: u128) -> Option<f64> {
    let (low, high) = ordinals(ends.0, ends.1);
    let mut simple: Vec<u64> = Vec::new();
    let first = match allowed.simplest() {
        ChoiceValue::Float(simplest) => simplest,
        _ => ends.0,
    };
    for x in [first].into_iter().chain(SIMPLE).chain([ends.0, ends.1]).map(ordinal) {
        if (low..=high).contains(&x) && !simple.contains(&x) {
            simple.push(x);
        }
    }
    let place = usize::try_from(number).unwrap_or(usize::MAX);
    if let Some(x) = simple.get(place) {
        return Some(of_ordinal(*x));
    }
    if nan && place == simple.len() {
        return Some(f64::NAN);
    }
    let count = u128::from(high - low) + 1;
    let mut place = number - u128::from(nan);
    if place >= count {
        return None;
    }
    // Where a simple one comes up again, what stood in its place before has not had its turn.
    loop {
        let x = low + scattered(place, count) as u64;
        match simple.iter().position(|simple| *simple == x) {
            Some(known) => place = known as u128,
            None => return Some(of_ordinal(x)),
        }
    }
}

/// A permutation of the numbers below `count`, neighbours far apart: multiples of a number without
/// common divisors, near the golden section.
fn scattered(place: u128, count: u128) -> u128 {
    let mut step = (count * 618 / 1000).max(1);
    while common_divisor(step, count) != 1 {
        step += 1;
    }
    place * step % count
}

fn common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// The places of the first and the last number. Where one of the zeros is permitted, so is the other.
fn ordinals(min: f64, max: f64) -> (u64, u64) {
    let end = |x: f64, zero: f64| ordinal(if x == 0.0 { zero } else { x });
    (end(min, -0.0), end(max, 0.0))
}

/// The place of a number among all, by size; −0 stands before 0.
fn ordinal(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

fn of_ordinal(place: u64) -> f64 {
    f64::from_bits(if place >> 63 == 1 { place & !(1 << 63) } else { !place })
}
