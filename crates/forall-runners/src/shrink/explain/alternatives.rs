//! Other values for a choice: first those for which things tend to be different, then any.

use std::collections::HashSet;

use crate::source::{Alphabet, Constraint, Random, Record, Value};

/// How many there are at least, if there are as many.
pub(super) const FEW: usize = 40;
/// How many of them are drawn at least, after those that were picked.
const DRAWN: usize = 16;
/// From how many on they are not all of them.
const ALL: u128 = 64;
/// How often to draw one more that may not be new.
const DRAWS: usize = 400;
/// The small numbers end here, and numbers next to another one that is of interest there.
const SMALL: i128 = 16;
const NEXT: i128 = 4;
/// The exponents of two that are not small.
const POWERS: [u32; 18] = [5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16, 20, 24, 31, 32, 48, 63, 64];
const LENGTHS: [usize; 8] = [1, 2, 3, 4, 8, 17, 32, 64];

/// Permitted values that are not the present one, each once.
pub(super) fn others(record: &Record, at: usize, random: &mut Random) -> Vec<Value> {
    let (constraint, present) = (record.constraint(at), &record.choices[at].value);
    let mut others =
        Others { constraint, seen: HashSet::from([present.clone()]), found: Vec::new() };
    others.add(shared(record, at));
    match constraint {
        Constraint::Bool => others.add([Value::Bool(false), Value::Bool(true)]),
        Constraint::Integer { min, max, .. } if max.abs_diff(*min) <= ALL => {
            others.add((*min..=*max).map(Value::Integer));
        }
        Constraint::Integer { .. } => others.add(integers(constraint, present)),
        Constraint::Float { min, max, .. } => others.add(floats(*min, *max)),
        Constraint::Bytes { min, max } => others.add(bytes(*min, *max)),
        Constraint::String { alphabet, min, max } => others.add(strings(alphabet, *min, *max)),
        Constraint::Fork => {}
    }
    others.draw(present, random);
    others.found
}

/// How many other values must have failed before it is said that this choice does not matter.
pub(super) fn enough(constraint: &Constraint) -> usize {
    let all = match constraint {
        Constraint::Bool => 1,
        Constraint::Integer { min, max, .. } => max.abs_diff(*min),
        Constraint::Float { min, max, nan } if min == max => u128::from(*nan),
        Constraint::Bytes { min, max } => texts(256, *min, *max),
        Constraint::String { alphabet, min, max } => texts(alphabet.len(), *min, *max),
        Constraint::Float { .. } | Constraint::Fork => u128::MAX,
    };
    usize::try_from(all).unwrap_or(usize::MAX).min(FEW)
}

/// How many other texts there are over so many letters. What is beyond [`FEW`] is not counted.
fn texts(letters: u32, min: usize, max: usize) -> u128 {
    let mut count = 0_u128;
    for length in min..=max {
        let exponent = u32::try_from(length).unwrap_or(u32::MAX);
        count = count.saturating_add(u128::from(letters).saturating_pow(exponent));
        if count > FEW as u128 {
            break;
        }
    }
    count.saturating_sub(1)
}

/// What the other choices of the record drew that this one might, and what is next to it.
pub(super) fn shared(record: &Record, at: usize) -> Vec<Value> {
    let constraint = record.constraint(at);
    let mut shared = Vec::new();
    for choice in &record.choices {
        let near = match &choice.value {
            Value::Integer(i) => {
                (-1..=1).map(|step| Value::Integer(i.saturating_add(step))).collect()
            }
            Value::Float(x) => [0.0, 1.0, -1.0].map(|step| Value::Float(x + step)).to_vec(),
            Value::String(text) => {
                vec![Value::String(text.clone()), Value::String(format!("{text}a"))]
            }
            value => vec![value.clone()],
        };
        for value in near {
            let new = value != record.choices[at].value && !shared.contains(&value);
            if new && constraint.permits(&value) {
                shared.push(value);
            }
        }
    }
    shared
}

struct Others<'o> {
    constraint: &'o Constraint,
    seen: HashSet<Value>,
    found: Vec<Value>,
}

impl Others<'_> {
    fn add(&mut self, values: impl IntoIterator<Item = Value>) {
        for value in values {
            if self.constraint.permits(&value) && self.seen.insert(value.clone()) {
                self.found.push(value);
            }
        }
    }

    /// Adds random ones of several sizes, near to the present one and far from it.
    fn draw(&mut self, present: &Value, random: &mut Random) {
        let wanted = FEW.max(self.found.len()) + DRAWN;
        for draw in 0..DRAWS {
            if self.found.len() >= wanted {
                break;
            }
            let drawn = match draw % 3 {
                0 => self.constraint.near(present, random),
                1 => self.constraint.sample(random),
                _ => sized(self.constraint, random),
            };
            self.add([drawn]);
        }
    }
}

/// The edges, small numbers, what is next to the present one, and powers of two, each also as far
/// from the simplest number as from zero.
fn integers(constraint: &Constraint, present: &Value) -> Vec<Value> {
    let Constraint::Integer { min, max, toward } = *constraint else { return Vec::new() };
    let mut picked = vec![min, max, min.saturating_add(1), max.saturating_sub(1)];
    if let Value::Integer(present) = present {
        picked.extend((-NEXT..=NEXT).map(|step| present.saturating_add(step)));
    }
    for zero in [0, toward] {
        picked.extend((0..=SMALL).map(|step| zero.saturating_add(step)));
        for power in POWERS.map(|exponent| 1_i128 << exponent) {
            picked.push(zero.saturating_add(power));
            // Remainders and masks end there.
            if power <= 256 {
                picked.extend([zero.saturating_add(power - 1), zero.saturating_sub(power)]);
            }
        }
    }
    picked.into_iter().map(Value::Integer).collect()
}

fn floats(min: f64, max: f64) -> Vec<Value> {
    let special = [min, max, f64::NAN, 0.5, 0.1, -0.0, f64::MIN_POSITIVE, f64::EPSILON];
    let small = (0..=SMALL).flat_map(|i| [i as f64, -(i as f64)]);
    let powers = POWERS.into_iter().map(|exponent| 2.0_f64.powi(exponent as i32));
    special.into_iter().chain(small).chain(powers).map(Value::Float).collect()
}

fn bytes(min: usize, max: usize) -> Vec<Value> {
    let mut picked = Vec::new();
    for length in lengths(min, max) {
        picked.extend([0, 1, u8::MAX].map(|byte| Value::Bytes(vec![byte; length])));
    }
    picked
}

fn strings(alphabet: &Alphabet, min: usize, max: usize) -> Vec<Value> {
    let last = alphabet.get(alphabet.len().saturating_sub(1)).unwrap_or(alphabet.simplest());
    let mut picked = Vec::new();
    for length in lengths(min, max) {
        for char in [alphabet.simplest(), last, ' '] {
            picked.push(Value::String(std::iter::repeat_n(char, length).collect()));
        }
    }
    picked
}

/// Some lengths from `min` to `max`, the shortest first.
fn lengths(min: usize, max: usize) -> impl Iterator<Item = usize> {
    let more = LENGTHS.into_iter().map(move |more| min.saturating_add(more));
    std::iter::once(min).chain(more).filter(move |length| *length <= max)
}

/// A number of any magnitude, as many small as large ones. What is no number is drawn as usual.
fn sized(constraint: &Constraint, random: &mut Random) -> Value {
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
    constraint.nearest(&Value::Integer(number))
}
