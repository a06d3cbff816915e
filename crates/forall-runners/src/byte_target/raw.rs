//! Inputs with a given text: the files of a corpus of another fuzz target, whose bytes are the text itself.

use std::collections::VecDeque;
use std::iter;
use std::ops::Range;

use forall::block::{Property, regenerate};
use forall::source::{
    ChoiceValue, Constraint, OnExhausted, OnMismatch, Policy, Record, Role, Source, SpanLabel,
};

/// The number of alternatives of each branch that are tried in search of a text.
const MAX_ALTERNATIVES: i128 = 32;

/// The number of inputs that are searched for a text.
const MAX_INPUTS: usize = 256;

/// Returns the choices of an input in which a string, byte string or list of bytes is `text`: the first that can be.
/// All other parts of the input are as simple as possible: an optional text and one of a variant are only looked for if
/// there is no other. Returns `None` if the property has no such input.
///
/// ```
/// use forall::block::{print, regenerate};
/// use forall::byte_target::record_with_text;
/// use forall::property::property;
/// use forall::source::{Policy, Source};
///
/// let property = property! {
///     forall sizes: Vec<u32>;
///     forall bytes: Option<Vec<u8>>;
///     check sizes.len() < 9 || bytes.is_none()
/// };
/// let record = record_with_text(&property, b"ab").unwrap();
/// let inputs = regenerate(&property, Source::replay(record.values(), Policy::STRICT)).unwrap().inputs;
/// assert_eq!(inputs, (Some(vec![97, 98]), (vec![], ())));
///
/// let digits = property! { forall text in forall::domain::string("0123456789", ..); check text.len() < 9 };
/// assert!(record_with_text(&digits, b"42").is_some() && record_with_text(&digits, b"x").is_none());
/// ```
pub fn record_with_text<P: Property>(property: &P, text: &[u8]) -> Option<Record> {
    let mut inputs = VecDeque::from([replay(property, Vec::new())?]);
    let mut added = 1;
    while let Some(input) = inputs.pop_front() {
        let places = text_positions(&input);
        let found = places.into_iter().find_map(|at| with_text_at(property, &input, at, text));
        if found.is_some() {
            return found;
        }
        for values in other_branches(&input) {
            if added < MAX_INPUTS {
                added += 1;
                inputs.extend(replay(property, values));
            }
        }
    }
    None
}

fn replay<P: Property>(property: &P, values: Vec<ChoiceValue>) -> Option<Record> {
    let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
    Some(regenerate(property, Source::replay(values, policy))?.record)
}

/// Returns the input with `text` at this place, if it can be there.
fn with_text_at<P: Property>(
    property: &P,
    input: &Record,
    at: Range<usize>,
    text: &[u8],
) -> Option<Record> {
    let mut values = input.values();
    let start = at.start;
    values.splice(at, text_values(input, start, text)?);
    let record = replay(property, values)?;
    let mut places = text_positions(&record).into_iter();
    let is_there = places.any(|at| at.start == start && text_of(&record, at) == text);
    is_there.then_some(record)
}

/// Returns the choices of inputs that differ in a branch, and are otherwise as simple as possible from there on.
fn other_branches(input: &Record) -> Vec<Vec<ChoiceValue>> {
    let branches = (0..input.choices.len()).filter(|at| input.choices[*at].role == Role::Branch);
    let mut others = Vec::new();
    for at in branches {
        let current = &input.choices[at].value;
        for alternative in alternatives(input.constraint(at)) {
            if alternative != *current {
                let mut values = input.values();
                values.truncate(at);
                values.push(alternative);
                others.push(values);
            }
        }
    }
    others
}

fn alternatives(constraint: &Constraint) -> Vec<ChoiceValue> {
    match constraint {
        Constraint::Bool => vec![ChoiceValue::Bool(false), ChoiceValue::Bool(true)],
        Constraint::Integer { min, max, .. } => {
            let max = (*max).min(min.saturating_add(MAX_ALTERNATIVES));
            (*min..=max).map(ChoiceValue::Integer).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the choices of each string, byte string and list of bytes, in their order. A list without elements may be a list
/// of bytes.
fn text_positions(record: &Record) -> Vec<Range<usize>> {
    let is_text = |at: usize| {
        matches!(record.constraint(at), Constraint::String { .. } | Constraint::Bytes { .. })
    };
    let is_list = |range: &Range<usize>| {
        let mut choices = range.clone();
        choices.all(|at| record.choices[at].role == Role::More || is_byte(record.constraint(at)))
    };
    let lists = record.spans.iter().filter(|span| span.label == SpanLabel::LIST);
    let mut places: Vec<_> = lists.map(|span| span.start..span.end).filter(is_list).collect();
    places.extend((0..record.choices.len()).filter(|at| is_text(*at)).map(|at| at..at + 1));
    places.sort_by_key(|range| range.start);
    places
}

fn is_byte(constraint: &Constraint) -> bool {
    matches!(constraint, Constraint::Integer { min: 0, max: 255, .. })
}

/// Returns the values of the choices at `start` that make a text.
fn text_values(record: &Record, start: usize, text: &[u8]) -> Option<Vec<ChoiceValue>> {
    let constraint = record.choices.get(start).map(|_| record.constraint(start));
    match constraint {
        Some(Constraint::String { .. }) => {
            Some(vec![ChoiceValue::String(String::from_utf8(text.to_vec()).ok()?)])
        }
        Some(Constraint::Bytes { .. }) => Some(vec![ChoiceValue::Bytes(text.to_vec())]),
        _ => Some(list_values(record, start, text)),
    }
}

/// Returns the values of a list of bytes. The elements that the shortest list has are not optional.
fn list_values(record: &Record, start: usize, text: &[u8]) -> Vec<ChoiceValue> {
    let required = (start..record.choices.len()).take_while(|at| is_byte(record.constraint(*at)));
    let required = required.count();
    let byte = |byte: &u8| ChoiceValue::Integer((*byte).into());
    let (first, others) = text.split_at(required.min(text.len()));
    let others = others.iter().flat_map(|other| [ChoiceValue::Bool(true), byte(other)]);
    let end = iter::once(ChoiceValue::Bool(false));
    first.iter().map(byte).chain(others).chain(end).collect()
}

fn text_of(record: &Record, choices: Range<usize>) -> Vec<u8> {
    let mut text = Vec::new();
    for choice in &record.choices[choices] {
        match &choice.value {
            ChoiceValue::String(string) => text.extend_from_slice(string.as_bytes()),
            ChoiceValue::Bytes(bytes) => text.extend_from_slice(bytes),
            ChoiceValue::Integer(byte) => text.push(*byte as u8),
            _ => {}
        }
    }
    text
}
