//! Substitution: replaces one side of a comparison by the other.
//!
//! Code that compares a value with a constant shows the constant, and a choice that equals the value shows
//! where it came from (input-to-state correspondence, after REDQUEEN: Aschermann, Schumilo, Blazytko, Gawlik
//! and Holz, 2019). Choices are whole values, so there is little to guess.

use std::ops::Range;

use super::lengths::find_resizes;
use super::{ComparedValues, Part};
use forall::source::{ChoiceValue, Random, SpanLabel};

/// The number of occurrences of one side in one value that are tried.
const MAX_OCCURRENCES: usize = 16;

/// Replaces the values in a range by others.
pub(super) struct Edit {
    pub range: Range<usize>,
    pub values: Vec<ChoiceValue>,
}

/// Replaces one side of a random comparison by the other, if a side occurs in `part` and the result is
/// permitted. Returns the position of the change.
pub(super) fn substitute(
    part: &mut Part<'_>,
    compared: &[ComparedValues],
    random: &mut Random,
) -> Option<usize> {
    for at in shuffled(compared.len(), random) {
        let ComparedValues { left, right } = &compared[at];
        let mut edits = Vec::new();
        find_edits(part, left, right, &mut edits);
        find_edits(part, right, left, &mut edits);
        let chosen = random.below(edits.len() as u64) as usize;
        if let Some(Edit { range, values }) = edits.into_iter().nth(chosen) {
            let start = range.start;
            part.values.splice(range, values);
            return Some(start);
        }
    }
    None
}

/// Returns the numbers below `count` in a random order. (If a comparison that allows no edit were simply
/// followed by the next one, a comparison after many of them would be chosen more often.)
fn shuffled(count: usize, random: &mut Random) -> impl Iterator<Item = usize> + use<> {
    let mask = count.next_power_of_two() - 1;
    let first = random.word() as usize & mask;
    let step = random.word() as usize | 1;
    (0..=mask)
        .map(move |n| first.wrapping_add(n.wrapping_mul(step)) & mask)
        .filter(move |at| *at < count)
}

/// Adds all edits that replace `old` by `new`.
fn find_edits(part: &Part<'_>, old: &ChoiceValue, new: &ChoiceValue, edits: &mut Vec<Edit>) {
    for (at, value) in part.values.iter().enumerate() {
        let constraint = part.constraint(at);
        for value in replaced(value, old, new).into_iter().filter(|new| constraint.permits(new)) {
            edits.push(Edit { range: at..at + 1, values: vec![value] });
        }
    }
    if let (ChoiceValue::Integer(old), ChoiceValue::Integer(new)) = (old, new) {
        find_resizes(part, *old, *new, edits);
    }
    let (Some(old), Some(new)) = (numbers(old), numbers(new)) else { return };
    if !old.is_empty() {
        find_runs(part, &old, &new, edits);
    }
}

/// Returns all values in which `new` replaces `old`: the whole value, or one occurrence in a string or in
/// bytes. Which occurrence was compared is not known.
fn replaced(value: &ChoiceValue, old: &ChoiceValue, new: &ChoiceValue) -> Vec<ChoiceValue> {
    if value == old {
        return vec![new.clone()];
    }
    match (value, bytes_of(old), bytes_of(new)) {
        (ChoiceValue::String(text), Some(old), Some(new)) => {
            let all = replaced_bytes(text.as_bytes(), old, new).into_iter();
            all.filter_map(|bytes| String::from_utf8(bytes).ok()).map(ChoiceValue::String).collect()
        }
        (ChoiceValue::Bytes(bytes), Some(old), Some(new)) => {
            replaced_bytes(bytes, old, new).into_iter().map(ChoiceValue::Bytes).collect()
        }
        (ChoiceValue::String(text), ..) => match (old, new) {
            (ChoiceValue::Integer(old), ChoiceValue::Integer(new)) => {
                replaced_characters(text, *old, *new)
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns the bytes of a string or of bytes.
fn bytes_of(value: &ChoiceValue) -> Option<&[u8]> {
    match value {
        ChoiceValue::String(text) => Some(text.as_bytes()),
        ChoiceValue::Bytes(bytes) => Some(bytes),
        _ => None,
    }
}

fn replaced_bytes(bytes: &[u8], old: &[u8], new: &[u8]) -> Vec<Vec<u8>> {
    if old.is_empty() {
        return if bytes.is_empty() { vec![new.to_vec()] } else { Vec::new() };
    }
    let found = bytes.windows(old.len()).enumerate().filter(|(_, window)| *window == old);
    let replace = |at: usize| [&bytes[..at], new, &bytes[at + old.len()..]].concat();
    found.take(MAX_OCCURRENCES).map(|(at, _)| replace(at)).collect()
}

/// Returns the strings in which the ASCII character `new` replaces a character whose first byte is `old`. (If
/// `old` is an ASCII character too, the comparison is also recorded as strings, and nothing is done here.)
fn replaced_characters(text: &str, old: i128, new: i128) -> Vec<ChoiceValue> {
    let (Ok(128..), Ok(new @ ..128)) = (u8::try_from(old), u8::try_from(new)) else {
        return Vec::new();
    };
    let begins_with_old = |(at, _): &(usize, char)| i128::from(text.as_bytes()[*at]) == old;
    let replace = |(at, character): (usize, char)| {
        let rest = &text[at + character.len_utf8()..];
        ChoiceValue::String([&text[..at], char::from(new).encode_utf8(&mut [0; 4]), rest].concat())
    };
    text.char_indices().filter(begins_with_old).take(MAX_OCCURRENCES).map(replace).collect()
}

/// Returns the bytes of a value as the choices of a list of numbers.
fn numbers(value: &ChoiceValue) -> Option<Vec<i128>> {
    match value {
        ChoiceValue::Bytes(bytes) => Some(bytes.iter().map(|byte| i128::from(*byte)).collect()),
        ChoiceValue::String(text) => Some(text.bytes().map(i128::from).collect()),
        _ => None,
    }
}

/// Adds the edits that replace a run of list elements with the values `old` by elements with the values
/// `new`. If `new` is longer, the additional elements copy the other choices of the last element.
fn find_runs(part: &Part<'_>, old: &[i128], new: &[i128], edits: &mut Vec<Edit>) {
    let elements = number_elements(part);
    for run in elements.windows(old.len()) {
        let is_contiguous = run.windows(2).all(|two| two[0].end == two[1].start);
        let number = |element: &Range<usize>| part.values[element.end - 1].clone();
        let old_values = old.iter().map(|number| ChoiceValue::Integer(*number));
        if !is_contiguous || !run.iter().map(number).eq(old_values) {
            continue;
        }
        let mut values = Vec::new();
        for (at, number) in new.iter().enumerate() {
            let template = &run[at.min(run.len() - 1)];
            values.extend_from_slice(&part.values[template.start..template.end - 1]);
            values.push(ChoiceValue::Integer(*number));
        }
        edits.push(Edit { range: run[0].start..run[run.len() - 1].end, values });
    }
}

/// Returns the positions of the list elements whose last choice is a number.
fn number_elements(part: &Part<'_>) -> Vec<Range<usize>> {
    let spans = part.record.spans.iter().filter(|span| {
        span.label == SpanLabel::ELEMENT && part.contains(span) && span.start < span.end
    });
    let positions = spans.map(|span| part.positions(span));
    positions
        .filter(|positions| matches!(part.values[positions.end - 1], ChoiceValue::Integer(_)))
        .collect()
}
