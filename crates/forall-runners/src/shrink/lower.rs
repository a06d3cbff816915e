//! Lowers each value alone, according to its kind.

use super::delete::batches;
use super::descent::{Descent, Number};
use super::letters::{letters, written};
use super::order::sorted;
use super::search::{least, least_among, least_nearby, lower_in_steps, most, split_highest_bit};
use crate::source::{ChoiceValue, Constraint, Role};

/// Simplifies each value. Other passes handle lengths and variants.
pub(super) fn each(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        let role = descent.best().choices[at].role;
        if !descent.is_simplest(at) && ![Role::More, Role::Branch].contains(&role) {
            one(descent, at);
        }
        at += 1;
    }
}

fn one(descent: &mut Descent<'_>, at: usize) {
    if let Some(number) = descent.number(at) {
        return integer(descent, number);
    }
    let constraint = descent.best().constraint(at).clone();
    match (&constraint, descent.best().choices[at].value.clone()) {
        (Constraint::String { min, .. } | Constraint::Bytes { min, .. }, _) => {
            text(descent, at, *min);
        }
        (_, ChoiceValue::Float(x)) => float(descent, at, x),
        _ => {
            descent.attempt_with(&[(at, constraint.simplest())]);
        }
    }
}

/// Lowers an integer: mirrors it, if that is simpler, and then searches for the least that fails.
fn integer(descent: &mut Descent<'_>, mut number: Number) {
    if number.value < number.toward {
        if descent.attempt_with(&[number.to(number.toward)]) {
            return;
        }
        let mirrored = number.toward.saturating_add_unsigned(number.distance());
        if number.permits(mirrored) && descent.attempt_with(&[number.to(mirrored)]) {
            number.value = mirrored;
        }
    }
    let others = others(descent, &number);
    let lowest = least_among(number.distance(), &others, &mut at_same_length(descent, number));
    if lowest < number.distance() {
        descent.mark_settled(&number, lowest);
    }
}

/// Returns the distances at which this number would equal one of the others, in ascending order: properties often
/// compare numbers with each other.
fn others(descent: &Descent<'_>, number: &Number) -> Vec<u128> {
    let same_side = |other: &Number| {
        (other.value < number.toward) == (number.value < number.toward) && other.at != number.at
    };
    let others = descent.numbers().into_iter().filter(same_side);
    let distances: Vec<u128> = others.map(|other| other.value.abs_diff(number.toward)).collect();
    let mut distances = sorted(&distances, u128::cmp);
    distances.dedup();
    distances
}

/// Lowers integers for which some smaller values fail and others do not: even ones, or those with a certain bit.
pub(super) fn in_steps(descent: &mut Descent<'_>) {
    let mut at = 0;
    while descent.has_choice(at) {
        if let Some(number) = descent.number(at).filter(|number| number.distance() > 2) {
            lower_one_in_steps(descent, number);
        }
        at += 1;
    }
}

/// In a case with more integers, none of them is lowered to one of a few.
const MAX_NUMBERS: usize = 4;

/// Lowers integers for which every second or third smaller value fails, with no other pattern.
pub(super) fn to_one_of_a_few(descent: &mut Descent<'_>) {
    let large = |number: &Number| number.distance() >= 64;
    let numbers = descent.numbers();
    if numbers.len() > MAX_NUMBERS {
        return;
    }
    for number in numbers.into_iter().filter(large) {
        if !descent.is_settled(&number) && !number.is_round() {
            let least = least_nearby(number.distance(), &mut at_same_length(descent, number));
            descent.mark_settled(&number, least);
        }
    }
}

/// Lowers one integer in steps. If a search has ended at it, it is probably a bound. So is a number at the end of
/// its range, unless it cannot be lowered because it must stay even or odd.
fn lower_one_in_steps(descent: &mut Descent<'_>, number: Number) {
    let from = number.distance();
    let settled = descent.is_settled(&number);
    let outermost = [number.min, number.max].contains(&number.value);
    let mut holds = at_same_length(descent, number);
    if outermost {
        most(&mut |times| 2 * times < from && holds(from - 2 * times));
        return;
    }
    if settled && number.is_power_of_ten() {
        holds(number.at_tenth());
        return;
    }
    if settled && number.is_decimal_bound() {
        return;
    }
    let bit = split_highest_bit(from).any(|part| part < from && holds(part));
    if bit || settled || lower_in_steps(from, &mut holds) < from {
        return;
    }
    drop(holds);
    descent.mark_settled(&number, from);
}

impl Number {
    /// Returns whether this is 100, 1,000 and so on, and a tenth of it is permitted. A search in distances from the
    /// simplest value does not come by such numbers.
    fn is_power_of_ten(&self) -> bool {
        self.value >= 100
            && 10_i128.pow(self.value.ilog10()) == self.value
            && (self.toward..self.value).contains(&(self.value / 10))
    }

    /// Returns whether this has three digits, which are zero but the first: if a search has ended at it, it is a bound in the
    /// program, and no pattern of bits.
    fn is_decimal_bound(&self) -> bool {
        let size = self.value.unsigned_abs();
        (100..1_000).contains(&size) && size.is_multiple_of(100)
    }

    /// Returns the distance of a tenth of this number.
    fn at_tenth(&self) -> u128 {
        (self.value / 10).abs_diff(self.toward)
    }
}

/// Returns a function that tries a number at another distance, as long as the number of choices stays the same.
fn at_same_length<'l, 'd>(
    descent: &'l mut Descent<'d>,
    number: Number,
) -> impl FnMut(u128) -> bool + use<'l, 'd> {
    let length = descent.len();
    move |distance| {
        let value = number.at_distance(distance);
        descent.len() == length && descent.attempt_with(&[number.to(value)])
    }
}

/// Simplifies a floating-point number: positive, integral, with few digits, and small.
fn float(descent: &mut Descent<'_>, at: usize, x: f64) {
    let attempt =
        |descent: &mut Descent<'_>, x: f64| descent.attempt_with(&[(at, ChoiceValue::Float(x))]);
    let simplest = [0.0, 1.0, -1.0, 0.5, -0.5, 1.5];
    if simplest.into_iter().any(|x| attempt(descent, x)) {
        return;
    }
    attempt(descent, x.abs());
    if !x.is_finite() && ![1e16, 1e100, 1e300, f64::MAX].into_iter().any(|x| attempt(descent, x)) {
        return;
    }
    let (x, sign) = current(descent, at);
    let scales = [1.0, 2.0, 4.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9];
    let rounded = scales.into_iter().flat_map(|scale| {
        [(x * scale).floor() / scale, (x * scale).round() / scale, (x * scale).ceil() / scale]
    });
    let _ = rounded.into_iter().any(|x| attempt(descent, sign * x));
    let (x, sign) = current(descent, at);
    if x < 1e15 {
        let rest = x.fract();
        least(x.trunc() as u128, &mut |whole| attempt(descent, sign * (whole as f64 + rest)));
    } else {
        let power = |power: u128| 10_f64.powi(power as i32);
        let last = u128::from(x.log10() as u32);
        let last = if power(last) < x { last + 1 } else { last };
        least(last, &mut |n| attempt(descent, sign * power(n)));
    }
}

/// Returns the absolute value and the sign of the number at this index.
fn current(descent: &Descent<'_>, at: usize) -> (f64, f64) {
    match descent.best().choices.get(at).map(|choice| &choice.value) {
        Some(ChoiceValue::Float(x)) if x.is_sign_negative() => (x.abs(), -1.0),
        Some(ChoiceValue::Float(x)) => (*x, 1.0),
        _ => (0.0, 1.0),
    }
}

/// Simplifies a string or bytes: the simplest one, then fewer characters, then lower ones, then sorted ones.
fn text(descent: &mut Descent<'_>, at: usize, min: usize) {
    let constraint = descent.best().constraint(at).clone();
    let mut letters = letters(descent, at);
    let mut attempt = |letters: &[u32]| {
        !descent.spent() && descent.attempt_with(&[(at, written(&constraint, letters))])
    };
    if attempt(&vec![0; min]) {
        return;
    }
    batches(letters.len() - min, letters.len(), |gone| {
        let shorter = [&letters[..gone.start], &letters[gone.end..]].concat();
        let accepted = attempt(&shorter);
        if accepted {
            letters = shorter;
        }
        accepted
    });
    if attempt(&vec![0; letters.len()]) {
        return;
    }
    for place in 0..letters.len() {
        let lowest = least(u128::from(letters[place]), &mut |lower| {
            let mut lowered = letters.clone();
            lowered[place] = lower as u32;
            attempt(&lowered)
        });
        letters[place] = lowest as u32;
    }
    letters.sort_unstable();
    attempt(&letters);
}
