//! Swapping: one side of a comparison for the other.
//!
//! Code that compares a value with a constant shows the constant, and a choice that equals the value
//! shows where it came from (input-to-state correspondence, after REDQUEEN: Aschermann, Schumilo,
//! Blazytko, Gawlik and Holz, 2019). Choices are whole values, so there is little to guess.

use std::ops::Range;

use crate::source::choice::Value;
use crate::source::random::Random;
use crate::source::record::{Label, Record};

/// One way to put one side of a comparison into the place of the other.
type Way = (Range<usize>, Vec<Value>);

/// Puts one side of one comparison into the place of the other, where that is permitted. Says where, if
/// one was found in `part`, whose values are in `values`.
pub(super) fn swap(
    record: &Record,
    part: &Range<usize>,
    values: &mut Vec<Value>,
    compared: &[(Value, Value)],
    random: &mut Random,
) -> Option<usize> {
    let first = random.below(compared.len() as u64) as usize;
    let (later, sooner) = (&compared[first..], &compared[..first]);
    for (left, right) in later.iter().chain(sooner) {
        let mut ways = Vec::new();
        find(record, part, values, (left, right), &mut ways);
        find(record, part, values, (right, left), &mut ways);
        let way = random.below(ways.len() as u64) as usize;
        if let Some((range, new)) = ways.into_iter().nth(way) {
            let at = range.start;
            values.splice(range, new);
            return Some(at);
        }
    }
    None
}

/// All ways to put `new` into the place of `old`.
fn find(
    record: &Record,
    part: &Range<usize>,
    values: &[Value],
    (old, new): (&Value, &Value),
    ways: &mut Vec<Way>,
) {
    for (at, value) in values.iter().enumerate() {
        let constraint = record.constraint(part.start + at);
        if let Some(value) = replaced(value, old, new).filter(|new| constraint.permits(new)) {
            ways.push((at..at + 1, vec![value]));
        }
    }
    let (Some(old), Some(new)) = (numbers(old), numbers(new)) else { return };
    if !old.is_empty() {
        find_runs(record, part, values, (&old, &new), ways);
    }
}

/// The value with `new` in the place of `old`: the whole of it, or a piece of a text or of bytes.
fn replaced(value: &Value, old: &Value, new: &Value) -> Option<Value> {
    if value == old {
        return Some(new.clone());
    }
    match (value, old, new) {
        (Value::String(text), Value::String(old), Value::String(new)) => {
            let found = !old.is_empty() && text.contains(&**old);
            found.then(|| Value::String(text.replacen(&**old, new, 1)))
        }
        (Value::String(text), Value::Bytes(old), Value::Bytes(new)) => {
            let bytes = replaced_bytes(text.as_bytes(), old, new)?;
            String::from_utf8(bytes).ok().map(Value::String)
        }
        (Value::Bytes(bytes), Value::Bytes(old), Value::Bytes(new)) => {
            replaced_bytes(bytes, old, new).map(Value::Bytes)
        }
        (Value::Bytes(bytes), Value::String(old), Value::String(new)) => {
            replaced_bytes(bytes, old.as_bytes(), new.as_bytes()).map(Value::Bytes)
        }
        _ => None,
    }
}

fn replaced_bytes(bytes: &[u8], old: &[u8], new: &[u8]) -> Option<Vec<u8>> {
    if old.is_empty() && !bytes.is_empty() {
        return None;
    }
    if old.is_empty() {
        return Some(new.to_vec());
    }
    let at = bytes.windows(old.len()).position(|window| window == old)?;
    Some([&bytes[..at], new, &bytes[at + old.len()..]].concat())
}

/// The bytes or characters, as choices of a list would be.
fn numbers(value: &Value) -> Option<Vec<i128>> {
    match value {
        Value::Bytes(bytes) => Some(bytes.iter().map(|byte| i128::from(*byte)).collect()),
        Value::String(text) => Some(text.bytes().map(i128::from).collect()),
        _ => None,
    }
}

/// Lists of numbers that hold `old` in a row: each element of the run becomes one of `new`. What comes
/// after the shorter of them is taken out, or put in with the last element's other choices.
fn find_runs(
    record: &Record,
    part: &Range<usize>,
    values: &[Value],
    (old, new): (&[i128], &[i128]),
    ways: &mut Vec<Way>,
) {
    let elements = elements(record, part, values);
    for run in elements.windows(old.len()) {
        let follows = run.windows(2).all(|two| two[0].end == two[1].start);
        let value = |element: &Range<usize>| values[element.end - 1].clone();
        if !follows || !run.iter().map(value).eq(old.iter().map(|n| Value::Integer(*n))) {
            continue;
        }
        let whole = run[0].start..run[run.len() - 1].end;
        let mut replacement = Vec::new();
        for (at, number) in new.iter().enumerate() {
            let like = &run[at.min(run.len() - 1)];
            replacement.extend_from_slice(&values[like.start..like.end - 1]);
            replacement.push(Value::Integer(*number));
        }
        ways.push((whole, replacement));
    }
}

/// The elements of lists whose last choice is a number: the places of their values.
fn elements(record: &Record, part: &Range<usize>, values: &[Value]) -> Vec<Range<usize>> {
    let spans = record.spans.iter().filter(|span| {
        span.label == Label::ELEMENT
            && (part.start..part.end).contains(&span.start)
            && span.end <= part.end
            && span.end > span.start
    });
    let places = spans.map(|span| span.start - part.start..span.end - part.start);
    places.filter(|place| matches!(values[place.end - 1], Value::Integer(_))).collect()
}
