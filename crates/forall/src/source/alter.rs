//! Altering: the choices of a record, changed somewhere.

use std::ops::Range;

use super::choice::{Constraint, Value};
use super::random::Random;
use super::record::{Label, Record, Span};

/// The values of `record` with one change: a choice made anew or moved a little, or a span left out,
/// doubled, or put in the place of another of its label.
pub fn alter(record: &Record, random: &mut Random) -> Vec<Value> {
    let values = record.values();
    if values.is_empty() {
        return values;
    }
    match random.below(6) {
        0 => with_span(record, values, random, |values, span, _| {
            values.drain(span);
        }),
        1 => with_span(record, values, random, |values, span, _| {
            let again = values[span.clone()].to_vec();
            values.splice(span.end..span.end, again);
        }),
        2 => with_span(record, values, random, |values, span, other| {
            let again = values[other].to_vec();
            values.splice(span, again);
        }),
        _ => with_choice(record, values, random),
    }
}

/// The values of each outermost span by its label, those of one of them [altered](alter).
pub fn alter_one(record: &Record, random: &mut Random) -> Vec<(Label, Vec<Value>)> {
    let outermost = record.spans.iter().filter(|span| span.depth == 0);
    let (empty, full): (Vec<&Span>, Vec<&Span>) = outermost.partition(|s| s.start == s.end);
    let chosen = random.below(full.len() as u64) as usize;
    let altered = full.iter().enumerate().map(|(i, span)| {
        let part = record.part(span);
        (span.label, if i == chosen { alter(&part, random) } else { part.values() })
    });
    let altered: Vec<(Label, Vec<Value>)> = altered.collect();
    altered.into_iter().chain(empty.iter().map(|span| (span.label, Vec::new()))).collect()
}

/// Changes one choice.
fn with_choice(record: &Record, mut values: Vec<Value>, random: &mut Random) -> Vec<Value> {
    let at = random.below(values.len() as u64) as usize;
    let constraint = record.constraint(at);
    values[at] = if random.one_in(2) {
        constraint.sample(random)
    } else {
        constraint.near(&values[at], random)
    };
    values
}

/// Changes one span; the change is told of another of the same label.
fn with_span(
    record: &Record,
    mut values: Vec<Value>,
    random: &mut Random,
    change: impl FnOnce(&mut Vec<Value>, Range<usize>, Range<usize>),
) -> Vec<Value> {
    let inner = |span: &&Span| span.depth > 0 && span.start < span.end;
    let spans: Vec<&Span> = record.spans.iter().filter(inner).collect();
    let Some(span) = pick(&spans, random) else {
        return with_choice(record, values, random);
    };
    let alike: Vec<&Span> = spans.iter().filter(|s| s.label == span.label).copied().collect();
    let other = pick(&alike, random).unwrap_or(span);
    change(&mut values, span.start..span.end, other.start..other.end);
    values
}

fn pick<'r>(spans: &[&'r Span], random: &mut Random) -> Option<&'r Span> {
    spans.get(random.below(spans.len() as u64) as usize).copied()
}

impl Constraint {
    /// Any permitted value. Lengths beyond 16 are not reached.
    pub fn sample(&self, random: &mut Random) -> Value {
        let length = |random: &mut Random, min: usize, max: usize| {
            let usual = max.min(min.saturating_add(16));
            min + random.below((usual - min) as u64 + 1) as usize
        };
        match self {
            Constraint::Bool => Value::Bool(random.one_in(2)),
            Constraint::Integer { min, max, .. } => {
                Value::Integer(min.wrapping_add_unsigned(random.up_to(max.abs_diff(*min))))
            }
            Constraint::Float { min, max, .. } => Value::Float(float(*min, *max, random)),
            Constraint::Bytes { min, max } => {
                let length = length(random, *min, *max);
                Value::Bytes((0..length).map(|_| random.word() as u8).collect())
            }
            Constraint::String { alphabet, min, max } => {
                let count = u64::from(alphabet.len());
                let char = |random: &mut Random| alphabet.get(random.below(count) as u32);
                let length = length(random, *min, *max);
                Value::String((0..length).filter_map(|_| char(random)).collect())
            }
            Constraint::Fork => Value::Fork(random.word()),
        }
    }

    /// A permitted value near to this one.
    pub fn near(&self, value: &Value, random: &mut Random) -> Value {
        let value = match value {
            Value::Bool(flag) => Value::Bool(!flag),
            Value::Integer(i) => {
                let step = 1_i128 << random.below(8);
                Value::Integer(if random.one_in(2) {
                    i.saturating_add(step)
                } else {
                    i.saturating_sub(step)
                })
            }
            Value::Float(x) => Value::Float(x * (0.5 + random.unit())),
            Value::Bytes(bytes) => {
                Value::Bytes(altered(bytes, random, |random| random.word() as u8))
            }
            Value::String(text) => {
                let chars: Vec<char> = text.chars().collect();
                let char = |random: &mut Random| (b'a' + random.below(26) as u8) as char;
                Value::String(altered(&chars, random, char).into_iter().collect())
            }
            Value::Fork(_) => Value::Fork(random.word()),
        };
        self.nearest(&value)
    }
}

/// A number between `min` and `max`: uniform where that makes sense, and else of any magnitude.
fn float(min: f64, max: f64, random: &mut Random) -> f64 {
    let uniform = min + (max - min) * random.unit();
    let bits = f64::from_bits(random.word());
    match (uniform.is_finite(), bits.is_nan()) {
        (true, _) => uniform.clamp(min, max),
        (false, false) => bits.clamp(min, max),
        (false, true) => 0.0_f64.clamp(min, max),
    }
}

/// One element replaced, inserted or removed.
fn altered<T: Clone>(old: &[T], random: &mut Random, make: impl Fn(&mut Random) -> T) -> Vec<T> {
    let mut new = old.to_vec();
    let at = random.below(old.len() as u64 + 1) as usize;
    match random.below(3) {
        0 if at < new.len() => new[at] = make(random),
        1 if at < new.len() => drop(new.remove(at)),
        _ => new.insert(at, make(random)),
    }
    new
}
