//! Texts of an input: strings, byte strings and lists of bytes, which a byte-based fuzzer can mutate.

use std::ops::Range;

use super::MutateBytes;
use forall::mutation::MutatedSpans;
use forall::source::{ChoiceValue, Constraint, Random, Record, Role, Span, SpanLabel};

/// A text, and the choices that it comes from.
struct Text {
    choices: Range<usize>,
    form: Form,
}

/// How the choices represent a text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    String,
    Bytes,
    /// For each byte, the choice that there is an element, and the byte.
    List,
}

/// Lets `mutate_bytes` mutate a random text of the record. Returns `None` if it has no text.
pub(super) fn mutate(
    record: &Record,
    max_length: usize,
    random: &mut Random,
    mutate_bytes: &mut MutateBytes<'_>,
) -> Option<MutatedSpans> {
    let mut texts = texts(record);
    let chosen = random.below(texts.len() as u64) as usize;
    let text = texts.drain(..).nth(chosen)?;
    let new = mutate_bytes(&text.bytes(record), max_length);
    Some(replaced(record, &text.choices, text.form.values(&new)))
}

fn texts(record: &Record) -> Vec<Text> {
    let single = |at: usize| {
        let form = match record.choices[at].value {
            ChoiceValue::String(_) => Form::String,
            ChoiceValue::Bytes(_) => Form::Bytes,
            _ => return None,
        };
        Some(Text { choices: at..at + 1, form })
    };
    let lists = record.spans.iter().filter_map(|span| byte_list(record, span));
    (0..record.choices.len()).filter_map(single).chain(lists).collect()
}

/// Returns the elements of a list, if they are bytes and each of them is optional.
fn byte_list(record: &Record, span: &Span) -> Option<Text> {
    let choices = &record.choices[span.start..span.end];
    if span.label != SpanLabel::LIST || choices.first()?.role != Role::More {
        return None;
    }
    let mut end = span.start;
    for (at, pair) in choices.chunks_exact(2).enumerate() {
        let is_byte = match record.constraint(span.start + 2 * at + 1) {
            Constraint::Integer { min, max, .. } => (*min, *max) == (0, 255),
            _ => false,
        };
        if pair[0].role != Role::More || !is_byte {
            return None;
        }
        end += 2;
    }
    (end > span.start).then_some(Text { choices: span.start..end, form: Form::List })
}

impl Text {
    fn bytes(&self, record: &Record) -> Vec<u8> {
        let mut bytes = Vec::new();
        for choice in &record.choices[self.choices.clone()] {
            match &choice.value {
                ChoiceValue::String(text) => bytes.extend_from_slice(text.as_bytes()),
                ChoiceValue::Bytes(text) => bytes.extend_from_slice(text),
                ChoiceValue::Integer(byte) => bytes.push(*byte as u8),
                _ => {}
            }
        }
        bytes
    }
}

impl Form {
    fn values(self, bytes: &[u8]) -> Vec<ChoiceValue> {
        match self {
            Form::String => vec![ChoiceValue::String(String::from_utf8_lossy(bytes).into_owned())],
            Form::Bytes => vec![ChoiceValue::Bytes(bytes.to_vec())],
            Form::List => {
                let pair =
                    |byte: &u8| [ChoiceValue::Bool(true), ChoiceValue::Integer((*byte).into())];
                bytes.iter().flat_map(pair).collect()
            }
        }
    }
}

/// Returns the values of the outermost spans, with other values for these choices.
fn replaced(record: &Record, choices: &Range<usize>, values: Vec<ChoiceValue>) -> MutatedSpans {
    let outermost = record.spans.iter().filter(|span| span.depth == 0);
    let spans = outermost.map(|span| {
        let old = record.choices[span.start..span.end].iter().map(|choice| choice.value.clone());
        let mut all: Vec<ChoiceValue> = old.collect();
        if span.start <= choices.start && choices.end <= span.end {
            let range = choices.start - span.start..choices.end - span.start;
            all.splice(range, values.iter().cloned());
        }
        (span.label, all)
    });
    MutatedSpans { spans: spans.collect(), first_change: Some(choices.start) }
}
