//! Lengths: what has as many elements as one side of a comparison says, made as long as the other.
//!
//! A length is no choice, but code that wants a text of eleven bytes compares its length first, and looks
//! at the bytes only when it is right.

use std::iter::repeat_n;
use std::ops::Range;

use super::substitution::Edit;
use forall::source::{ChoiceValue, Record, Role, Span, SpanLabel};

/// Nothing is made longer than that.
const LONGEST: usize = 256;

/// All ways to make something of `old` elements one of `new`.
pub(super) fn find(
    record: &Record,
    part: &Range<usize>,
    values: &[ChoiceValue],
    (old, new): (i128, i128),
    ways: &mut Vec<Edit>,
) {
    let length = |number: i128| usize::try_from(number).ok().filter(|length| *length <= LONGEST);
    let (Some(old), Some(new)) = (length(old), length(new)) else { return };
    for (at, value) in values.iter().enumerate() {
        let constraint = record.constraint(part.start + at);
        if let Some(value) = resized(value, old, new).filter(|new| constraint.permits(new)) {
            ways.push((at..at + 1, vec![value]));
        }
    }
    for list in
        record.spans.iter().filter(|span| span.label == SpanLabel::LIST && is_in(span, part))
    {
        ways.extend(resized_list(record, part, values, list, (old, new)));
    }
}

/// The text or bytes of `old` bytes with `new` bytes: cut off, or filled with what it ends in.
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

/// The list of `old` elements with `new` of them: the last are taken out, or the last is repeated.
fn resized_list(
    record: &Record,
    part: &Range<usize>,
    values: &[ChoiceValue],
    list: &Span,
    (old, new): (usize, usize),
) -> Option<Edit> {
    let all = list.start..list.end;
    // The span of the last choice, that there are no more, has no element in it.
    let ends = |span: &Span| {
        let choice = &record.choices[span.start];
        choice.role == Role::More && choice.value == ChoiceValue::Bool(false)
    };
    let of_list = |span: &&Span| {
        let element = span.label == SpanLabel::ELEMENT && span.depth == list.depth + 1;
        element && is_in(span, &all) && span.start < span.end && !ends(span)
    };
    let elements: Vec<&Span> = record.spans.iter().filter(of_list).collect();
    let last = *elements.last().filter(|_| elements.len() == old)?;
    let end = last.end - part.start;
    if let Some(first) = elements.get(new) {
        return Some((first.start - part.start..end, Vec::new()));
    }
    let again = &values[last.start - part.start..end];
    Some((end..end, repeat_n(again, new - old).flatten().cloned().collect()))
}

fn is_in(span: &Span, part: &Range<usize>) -> bool {
    part.start <= span.start && span.end <= part.end
}
