//! Lengths: resizes a value whose length is one side of a comparison to the other side.
//!
//! A length is not a choice. But code that expects a string of eleven bytes compares the length first, and
//! compares the bytes only if the length is right.

use std::iter::repeat_n;

use super::Part;
use super::substitution::Edit;
use forall::source::{ChoiceValue, Role, Span, SpanLabel};

/// Nothing is resized to or from more elements than this.
const MAX_LENGTH: usize = 256;

/// Adds all edits that resize a value with `old` elements to `new` elements.
pub(super) fn find_resizes(part: &Part<'_>, old: i128, new: i128, edits: &mut Vec<Edit>) {
    let length = |number: i128| usize::try_from(number).ok().filter(|length| *length <= MAX_LENGTH);
    let (Some(old), Some(new)) = (length(old), length(new)) else { return };
    for (at, value) in part.values.iter().enumerate() {
        let constraint = part.constraint(at);
        if let Some(value) = resized(value, old, new).filter(|new| constraint.permits(new)) {
            edits.push(Edit { range: at..at + 1, values: vec![value] });
        }
    }
    let is_list = |span: &&Span| span.label == SpanLabel::LIST && part.contains(span);
    for list in part.record.spans.iter().filter(is_list) {
        edits.extend(resized_list(part, list, old, new));
    }
}

/// Returns a string or bytes of `new` instead of `old` bytes: truncated, or padded with the last element.
fn resized(value: &ChoiceValue, old: usize, new: usize) -> Option<ChoiceValue> {
    match value {
        ChoiceValue::String(text) if text.len() == old => {
            let mut text = text.clone();
            let last = text.chars().next_back().filter(char::is_ascii).unwrap_or('a');
            if text.is_char_boundary(new.min(old)) {
                text.truncate(new);
            }
            text.extend(repeat_n(last, new.saturating_sub(old)));
            Some(ChoiceValue::String(text))
        }
        ChoiceValue::Bytes(bytes) if bytes.len() == old => {
            let mut bytes = bytes.clone();
            bytes.resize(new, bytes.last().copied().unwrap_or(0));
            Some(ChoiceValue::Bytes(bytes))
        }
        _ => None,
    }
}

/// Returns an edit that gives a list `new` instead of `old` elements: deletes the last ones, or repeats the
/// last one.
fn resized_list(part: &Part<'_>, list: &Span, old: usize, new: usize) -> Option<Edit> {
    // The last choice of a list, that there is no other element, has a span that contains no element.
    let is_end = |span: &Span| {
        let choice = &part.record.choices[span.start];
        choice.role == Role::More && choice.value == ChoiceValue::Bool(false)
    };
    let is_element = |span: &&Span| {
        span.label == SpanLabel::ELEMENT
            && span.depth == list.depth + 1
            && list.start <= span.start
            && span.end <= list.end
            && span.start < span.end
            && !is_end(span)
    };
    let elements: Vec<&Span> = part.record.spans.iter().filter(is_element).collect();
    let last = *elements.last().filter(|_| elements.len() == old)?;
    let last = part.positions(last);
    if let Some(first) = elements.get(new) {
        let start = part.positions(first).start;
        return Some(Edit { range: start..last.end, values: Vec::new() });
    }
    let copies = repeat_n(&part.values[last.clone()], new - old).flatten().cloned().collect();
    Some(Edit { range: last.end..last.end, values: copies })
}
