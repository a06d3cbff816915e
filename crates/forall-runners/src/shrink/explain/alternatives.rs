//! Other values for a choice: first those that are likely to behave differently, then random ones.

use std::collections::HashSet;

use crate::source::{Alphabet, ChoiceValue, Constraint, Random, Record};

/// The number of values that must fail before a part is said not to matter, if there are as many.
pub(super) const MIN_ALTERNATIVES: usize = 40;
/// The number of random values after the selected ones.
const RANDOM_VALUES: usize = 16;
/// All values of an integer range up to this width are tried.
const MAX_COMPLETE_WIDTH: u128 = 64;
/// The maximum number of random draws. Some of them repeat earlier values.
const MAX_DRAWS: usize = 400;
/// Numbers up to this one are tried.
const MAX_SMALL_NUMBER: i128 = 16;
/// Numbers up to this far from the present one are tried.
const MAX_STEP: i128 = 4;
/// The exponents of larger powers of two to try.
const EXPONENTS: [u32; 18] = [5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 20, 24, 31, 32, 48, 63, 64];
/// The lengths of strings and bytes to try, beyond the minimum.
const EXTRA_LENGTHS: [usize; 8] = [1, 2, 3, 4, 8, 17, 32, 64];

/// Returns permitted values other than the present one, each once.
pub(super) fn alternatives(record: &Record, at: usize, random: &mut Random) -> Vec<ChoiceValue> {
    let constraint = record.constraint(at);
    let present = &record.choices[at].value;
    let mut alternatives =
        Alternatives { constraint, seen: HashSet::from([present.clone()]), found: Vec::new() };
    alternatives.add(related(record, at));
    match constraint {
        Constraint::Bool => alternatives.add([ChoiceValue::Bool(false), ChoiceValue::Bool(true)]),
        Constraint::Integer { min, max, .. } if max.abs_diff(*min) <= MAX_COMPLETE_WIDTH => {
            alternatives.add((*min..=*max).map(ChoiceValue::Integer));
        }
        Constraint::Integer { .. } => alternatives.add(integers(constraint, present)),
        Constraint::Float { min, max, .. } => alternatives.add(floats(*min, *max)),
        Constraint::Bytes { min, max } => alternatives.add(bytes(*min, *max)),
        Constraint::String { alphabet, min, max } => {
            alternatives.add(strings(alphabet, *min, *max))
        }
        Constraint::Fork => {}
    }
    alternatives.draw(present, random);
    alternatives.found
}

/// Returns the number of other values that must fail before this choice is said not to matter.
pub(super) fn required_failures(constraint: &Constraint) -> usize {
    let all = match constraint {
        Constraint::Bool => 1,
        Constraint::Integer { min, max, .. } => max.abs_diff(*min),
        Constraint::Float { min, max, nan } if min == max => u128::from(*nan),
        Constraint::Bytes { min, max } => count_strings(256, *min, *max),
        Constraint::String { alphabet, min, max } => count_strings(alphabet.len(), *min, *max),
        Constraint::Float { .. } | Constraint::Fork => u128::MAX,
    };
    usize::try_from(all).unwrap_or(usize::MAX).min(MIN_ALTERNATIVES)
}

/// Counts the other strings over an alphabet of this size. Stops counting above [`MIN_ALTERNATIVES`].
fn count_strings(letters: u32, min: usize, max: usize) -> u128 {
    let mut count = 0_u128;
    for length in min..=max {
        let exponent = u32::try_from(length).unwrap_or(u32::MAX);
        count = count.saturating_add(u128::from(letters).saturating_pow(exponent));
        if count > MIN_ALTERNATIVES as u128 {
            break;
        }
    }
    count.saturating_sub(1)
}

/// Returns the permitted values of other choices in the record, and their neighbours.
pub(super) fn related(record: &Record, at: usize) -> Vec<ChoiceValue> {
    let constraint = record.constraint(at);
    let mut related = Vec::new();
    for choice in &record.choices {
        let near = match &choice.value {
            ChoiceValue::Integer(i) => {
                (-1..=1).map(|step| ChoiceValue::Integer(i.saturating_add(step))).collect()
            }
            ChoiceValue::Float(x) => {
                [0.0, 1.0, -1.0].map(|step| ChoiceValue::Float(x + step)).to_vec()
            }
            ChoiceValue::String(text) => {
                vec![ChoiceValue::String(text.clone()), ChoiceValue::String(format!("{text}a"))]
            }
            value => vec![value.clone()],
        };
        for value in near {
            let new = value != record.choices[at].value && !related.contains(&value);
            if new && constraint.permits(&value) {
                related.push(value);
            }
        }
    }
    related
}

/// The values found so far.
struct Alternatives<'o> {
    constraint: &'o Constraint,
    seen: HashSet<ChoiceValue>,
    found: Vec<ChoiceValue>,
}

impl Alternatives<'_> {
    fn add(&mut self, values: impl IntoIterator<Item = ChoiceValue>) {
        for value in values {
            if self.constraint.permits(&value) && self.seen.insert(value.clone()) {
                self.found.push(value);
            }
        }
    }

    /// Adds random values of several sizes, near the present one and far from it.
    fn draw(&mut self, present: &ChoiceValue, random: &mut Random) {
        let wanted = MIN_ALTERNATIVES.max(self.found.len()) + RANDOM_VALUES;
        for draw in 0..MAX_DRAWS {
            if self.found.len() >= wanted {
                break;
            }
            let drawn = match draw % 3 {
                0 => self.constraint.near(present, random),
                1 => self.constraint.sample(random),
                _ => of_any_magnitude(self.constraint, random),
            };
            self.add([drawn]);
        }
    }
}

/// Returns the bounds, numbers near the present one, small numbers, and powers of two. Small numbers and powers
/// are measured from zero and from the simplest number.
fn integers(constraint: &Constraint, present: &ChoiceValue) -> Vec<ChoiceValue> {
    let Constraint::Integer { min, max, toward } = *constraint else { return Vec::new() };
    let mut picked = vec![min, max, min.saturating_add(1), max.saturating_sub(1)];
    if let ChoiceValue::Integer(present) = present {
        picked.extend((-MAX_STEP..=MAX_STEP).map(|step| present.saturating_add(step)));
    }
    for zero in [0, toward] {
        picked.extend((0..=MAX_SMALL_NUMBER).map(|step| zero.saturating_add(step)));
        for power in EXPONENTS.map(|exponent| 1_i128 << exponent) {
            picked.push(zero.saturating_add(power));
            // Remainders and bit masks often have these values as bounds.
            if power <= 256 {
                picked.extend([zero.saturating_add(power - 1), zero.saturating_sub(power)]);
            }
        }
    }
    picked.into_iter().map(ChoiceValue::Integer).collect()
}

fn floats(min: f64, max: f64) -> Vec<ChoiceValue> {
    let special = [min, max, f64::NAN, 0.5, 0.1, -0.0, f64::MIN_POSITIVE, f64::EPSILON];
    let small = (0..=MAX_SMALL_NUMBER).flat_map(|i| [i as f64, -(i as f64)]);
    let powers = EXPONENTS.into_iter().map(|exponent| 2.0_f64.powi(exponent as i32));
    special.into_iter().chain(small).chain(powers).map(ChoiceValue::Float).collect()
}

fn bytes(min: usize, max: usize) -> Vec<ChoiceValue> {
    let mut picked = Vec::new();
    for length in lengths(min, max) {
        picked.extend([0, 1, u8::MAX].map(|byte| ChoiceValue::Bytes(vec![byte; length])));
    }
    picked
}

fn strings(alphabet: &Alphabet, min: usize, max: usize) -> Vec<ChoiceValue> {
    let last = alphabet.get(alphabet.len().saturating_sub(1)).unwrap_or(alphabet.simplest());
    let mut picked = Vec::new();
    for length in lengths(min, max) {
        for char in [alphabet.simplest(), last, ' '] {
            picked.push(ChoiceValue::String(std::iter::repeat_n(char, length).collect()));
        }
    }
    picked
}

/// Returns some lengths from `min` to `max`, the shortest first.
fn lengths(min: usize, max: usize) -> impl Iterator<Item = usize> {
    let more = EXTRA_LENGTHS.into_iter().map(move |more| min.saturating_add(more));
    std::iter::once(min).chain(more).filter(move |length| *length <= max)
}

/// Draws an integer whose magnitude is distributed evenly. Other values are drawn as usual.
fn of_any_magnitude(constraint: &Constraint, random: &mut Random) -> ChoiceValue {
    let Constraint::Integer { min, max, toward } = *constraint else {
        return constraint.sample(random);
    };
    let bits = u64::from(128 - max.abs_diff(min).leading_zeros());
    let bits = random.below(bits.max(1)) as u32;
    let step = random.up_to(u128::MAX >> (127 - bits));
    let number = match random.one_in(2) {
        true => toward.saturating_sub_unsigned(step),
        false => toward.saturating_add_unsigned(step),
    };
    constraint.nearest(&ChoiceValue::Integer(number))
}
