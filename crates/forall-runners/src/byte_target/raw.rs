//! Inputs with a given text: the files of a corpus of another fuzz target, whose bytes are the text itself.

use std::iter;
use std::ops::Range;

use forall::block::{Property, regenerate};
use forall::source::{
    ChoiceValue, Constraint, OnExhausted, OnMismatch, Policy, Record, Role, Source, SpanLabel,
};

/// Returns the choices of an input whose first string, byte string or list of bytes is `text`. All other parts of the
/// input are as simple as possible. Returns `None` if the property has no such input.
///
/// ```
/// use forall::block::{print, regenerate};
/// use forall::byte_target::record_with_text;
/// use forall::property::property;
/// use forall::source::{Policy, Source};
///
/// let property = property! { forall strict: bool; forall bytes: Vec<u8>; check *strict || bytes.len() < 9 };
/// let record = record_with_text(&property, b"ab").unwrap();
/// let inputs = regenerate(&property, Source::replay(record.values(), Policy::STRICT)).unwrap().inputs;
/// assert_eq!(inputs, (vec![97, 98], (false, ())));
///
/// let digits = property! { forall text in forall::domain::string("0123456789", ..); check text.len() < 9 };
/// assert!(record_with_text(&digits, b"42").is_some() && record_with_text(&digits, b"x").is_none());
/// ```
pub fn record_with_text<P: Property>(property: &P, text: &[u8]) -> Option<Record> {
    let simplest = replay(property, Vec::new())?;
    let at = text_position(&simplest)?;
    let mut values = simplest.values();
    values.splice(at.start..at.end, text_values(&simplest, at.start, text)?);
    let record = replay(property, values)?;
    let is_same = text_position(&record).is_some_and(|at| text_of(&record, at) == text);
    is_same.then_some(record)
}

fn replay<P: Property>(property: &P, values: Vec<ChoiceValue>) -> Option<Record> {
    let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
    Some(regenerate(property, Source::replay(values, policy))?.record)
}

/// Returns the choices of the first string, byte string or list of bytes. A list without elements may be a list of
/// bytes.
fn text_position(record: &Record) -> Option<Range<usize>> {
    let is_text = |at: usize| {
        matches!(record.constraint(at), Constraint::String { .. } | Constraint::Bytes { .. })
    };
    let single = (0..record.choices.len()).find(|at| is_text(*at)).map(|at| at..at + 1);
    let is_list = |range: &Range<usize>| {
        let mut choices = range.clone();
        choices.all(|at| record.choices[at].role == Role::More || is_byte(record.constraint(at)))
    };
    let lists = record.spans.iter().filter(|span| span.label == SpanLabel::LIST);
    let list = lists.map(|span| span.start..span.end).find(is_list);
    [single, list].into_iter().flatten().min_by_key(|range| range.start)
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
