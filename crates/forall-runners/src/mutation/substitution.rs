//! Swapping: one side of a comparison for the other.
//!
//! Code that compares a value with a constant shows the constant, and a choice that equals the value
//! shows where it came from (input-to-state correspondence, after REDQUEEN: Aschermann, Schumilo,
//! Blazytko, Gawlik and Holz, 2019). Choices are whole values, so there is little to guess.

use std::ops::Range;

use super::lengths;
use forall::source::{ChoiceValue, Random, Record, SpanLabel};

/// More places than this of one piece in one text are not tried.
const MOST: usize = 16;

/// One way to put one side of a comparison into the place of the other.
pub(super) type Edit = (Range<usize>, Vec<ChoiceValue>);

/// Puts one side of one comparison into the place of the other, where that is permitted. Says where, if
/// one was found in `part`, whose values are in `values`.
pub(super) fn substitute(
    record: &Record,
    part: &Range<usize>,
    values: &mut Vec<ChoiceValue>,
    compared: &[(ChoiceValue, ChoiceValue)],
    random: &mut Random,
) -> Option<usize> {
    for at in any_order(compared.len(), random) {
        let (left, right) = &compared[at];
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

/// The numbers below `count` in one of many orders. (To go on with the next where one comparison shows no
/// way would favour those that stand behind many of these.)
fn any_order(count: usize, random: &mut Random) -> impl Iterator<Item = usize> + use<> {
    let mask = count.next_power_of_two() - 1;
    let first = random.word() as usize & mask;
    let step = random.word() as usize | 1;
    (0..=mask)
        .map(move |n| first.wrapping_add(n.wrapping_mul(step)) & mask)
        .filter(move |at| *at < count)
}

/// All ways to put `new` into the place of `old`.
fn find(
    record: &Record,
    part: &Range<usize>,
    values: &[ChoiceValue],
    (old, new): (&ChoiceValue, &ChoiceValue),
    ways: &mut Vec<Edit>,
) {
    for (at, value) in values.iter().enumerate() {
        let constraint = record.constraint(part.start + at);
        for value in replaced(value, old, new).into_iter().filter(|new| constraint.permits(new)) {
            ways.push((at..at + 1, vec![value]));
        }
    }
    if let (ChoiceValue::Integer(old), ChoiceValue::Integer(new)) = (old, new) {
        lengths::find(record, part, values, (*old, *new), ways);
    }
    let (Some(old), Some(new)) = (numbers(old), numbers(new)) else { return };
    if !old.is_empty() {
        find_runs(record, part, values, (&old, &new), ways);
    }
}

/// The value with `new` in the place of `old`: the whole of it, or a piece of a text or of bytes, wherever
/// there is one. Which of them was compared is not known.
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

/// A text or bytes, as bytes.
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
    let put = |at: usize| [&bytes[..at], new, &bytes[at + old.len()..]].concat();
    found.take(MOST).map(|(at, _)| put(at)).collect()
}

/// The text with one of ASCII for a character that begins with the byte `old`. (That of ASCII itself is
/// compared as a text.)
fn replaced_characters(text: &str, old: i128, new: i128) -> Vec<ChoiceValue> {
    let (Ok(128..), Ok(new @ ..128)) = (u8::try_from(old), u8::try_from(new)) else {
        return Vec::new();
    };
    let begins = |(at, _): &(usize, char)| i128::from(text.as_bytes()[*at]) == old;
    let put = |(at, character): (usize, char)| {
        let rest = &text[at + character.len_utf8()..];
        ChoiceValue::String([&text[..at], char::from(new).encode_utf8(&mut [0; 4]), rest].concat())
    };
    text.char_indices().filter(begins).take(MOST).map(put).collect()
}

/// The bytes or characters, as choices of a list would be.
fn numbers(value: &ChoiceValue) -> Option<Vec<i128>> {
    match value {
        ChoiceValue::Bytes(bytes) => Some(bytes.iter().map(|byte| i128::from(*byte)).collect()),
        ChoiceValue::String(text) => Some(text.bytes().map(i128::from).collect()),
        _ => None,
    }
}

/// Lists of numbers that hold `old` in a row: each element of the run becomes one of `new`. What comes
/// after the shorter of them is taken out, or put in with the last element's other choices.
fn find_runs(
    record: &Record,
    part: &Range<usize>,
    values: &[ChoiceValue],
    (old, new): (&[i128], &[i128]),
    ways: &mut Vec<Edit>,
) {
    let elements = elements(record, part, values);
    for run in elements.windows(old.len()) {
        let follows = run.windows(2).all(|two| two[0].end == two[1].start);
        let value = |element: &Range<usize>| values[element.end - 1].clone();
        if !follows || !run.iter().map(value).eq(old.iter().map(|n| ChoiceValue::Integer(*n))) {
            continue;
        }
        let whole = run[0].start..run[run.len() - 1].end;
        let mut replacement = Vec::new();
        for (at, number) in new.iter().enumerate() {
            let like = &run[at.min(run.len() - 1)];
            replacement.extend_from_slice(&values[like.start..like.end - 1]);
            replacement.push(ChoiceValue::Integer(*number));
        }
        ways.push((whole, replacement));
    }
}

/// The elements of lists whose last choice is a number: the places of their values.
fn elements(record: &Record, part: &Range<usize>, values: &[ChoiceValue]) -> Vec<Range<usize>> {
    let spans = record.spans.iter().filter(|span| {
        span.label == SpanLabel::ELEMENT
            && (part.start..part.end).contains(&span.start)
            && span.end <= part.end
            && span.end > span.start
    });
    let places = spans.map(|span| span.start - part.start..span.end - part.start);
    places.filter(|place| matches!(values[place.end - 1], ChoiceValue::Integer(_))).collect()
}
