//! The order of choices: the values that a constraint permits, by number.

use forall::source::{ChoiceValue, Constraint};

/// Returns the permitted value with this number in the order of simplicity, or `None` if there are fewer
/// values. The simplest has number 0, and each value has one number. The order is that of
/// [`compare`](Constraint::compare), except for floating-point numbers: some simple ones and boundaries come
/// first, and the others follow in a scattered order. There are too many for an ascending order to ever reach
/// large numbers.
///
/// ```
/// use forall::enumeration::nth_value;
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
        Constraint::Float { .. } => float(constraint, number).map(ChoiceValue::Float),
        Constraint::Bytes { min, max } => {
            let indices = letter_indices(256, *min, *max, number)?;
            Some(ChoiceValue::Bytes(indices.into_iter().map(|index| index as u8).collect()))
        }
        Constraint::String { alphabet, min, max } => {
            let letters = u128::from(alphabet.len());
            let indices = letter_indices(letters, *min, *max, number)?;
            Some(ChoiceValue::String(
                indices.into_iter().filter_map(|at| alphabet.get(at)).collect(),
            ))
        }
        Constraint::Fork => u64::try_from(number).ok().map(ChoiceValue::Fork),
    }
}

/// Returns the number of values that a constraint permits, or `u128::MAX` if there are more.
///
/// ```
/// use forall::enumeration::count_values;
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
            let others = upper_ordinal(*max) - lower_ordinal(*min);
            u128::from(others) + 1 + u128::from(*nan)
        }
        Constraint::Bytes { min, max } => count_texts(256, *min, *max),
        Constraint::String { alphabet, min, max } => {
            count_texts(u128::from(alphabet.len()), *min, *max)
        }
        Constraint::Fork => 1 << 64,
    }
}

/// Returns the number of texts of these lengths.
fn count_texts(letters: u128, min: usize, max: usize) -> u128 {
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

/// Returns the integer with this number. Integers alternate above and below `toward` until one side ends, and
/// continue on the other side.
fn integer(min: i128, max: i128, toward: i128, number: u128) -> Option<i128> {
    let below = toward.abs_diff(min);
    let above = max.abs_diff(toward);
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

/// Returns the letters of the text with this number, as indices into the alphabet: shorter texts come first,
/// and those of one length in the order of the alphabet.
fn letter_indices(letters: u128, min: usize, max: usize, mut number: u128) -> Option<Vec<u32>> {
    let mut length = min;
    // If the count of texts overflows, `number` is less than the count.
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
    let mut indices = vec![0; length];
    for index in indices.iter_mut().rev() {
        *index = (number % letters) as u32;
        number /= letters;
    }
    Some(indices)
}

/// The floating-point numbers that come first, if they are permitted.
const SIMPLE_FLOATS: [f64; 18] = [
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

/// Returns the floating-point number with this number: the simple ones come first, then not-a-number, then all
/// others.
fn float(constraint: &Constraint, number: u128) -> Option<f64> {
    let Constraint::Float { min, max, nan } = *constraint else { return None };
    let low = lower_ordinal(min);
    let high = upper_ordinal(max);
    let mut simple: Vec<u64> = Vec::new();
    let first = match constraint.simplest() {
        ChoiceValue::Float(simplest) => simplest,
        _ => min,
    };
    for x in [first].into_iter().chain(SIMPLE_FLOATS).chain([min, max]).map(ordinal) {
        if (low..=high).contains(&x) && !simple.contains(&x) {
            simple.push(x);
        }
    }
    let place = usize::try_from(number).unwrap_or(usize::MAX);
    if let Some(x) = simple.get(place) {
        return Some(from_ordinal(*x));
    }
    if nan && place == simple.len() {
        return Some(f64::NAN);
    }
    let count = u128::from(high - low) + 1;
    let mut place = number - u128::from(nan);
    if place >= count {
        return None;
    }
    // If a simple number occurs again, the number that it displaced has not occurred yet.
    loop {
        let x = low + scattered(place, count) as u64;
        match simple.iter().position(|simple| *simple == x) {
            Some(known) => place = known as u128,
            None => return Some(from_ordinal(x)),
        }
    }
}

/// Permutes the numbers below `count` so that neighbours are far apart: returns a multiple of a number near the
/// golden section that has no divisor in common with `count`.
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

/// Returns the ordinal of the least number. −0 and 0 are either both permitted or both excluded.
fn lower_ordinal(min: f64) -> u64 {
    ordinal(if min == 0.0 { -0.0 } else { min })
}

/// Returns the ordinal of the greatest number. −0 and 0 are either both permitted or both excluded.
fn upper_ordinal(max: f64) -> u64 {
    ordinal(if max == 0.0 { 0.0 } else { max })
}

/// Returns the position of a number among all, by size; −0 comes before 0.
fn ordinal(x: f64) -> u64 {
    let bits = x.to_bits();
    if bits >> 63 == 1 { !bits } else { bits | 1 << 63 }
}

/// Returns the number at this position.
fn from_ordinal(place: u64) -> f64 {
    f64::from_bits(if place >> 63 == 1 { place & !(1 << 63) } else { !place })
}
