//! Enumerates small replacements for one part of the best case, while the rest stays as it is.
//!
//! A part is a span, such as an element of a list or a subterm, or two spans side by side, such as a type and the term
//! that depends on it. Two or three spans side by side may also be replaced by fewer.

use super::GeneratedCase;
use super::descent::Descent;
use super::shape::range;
use crate::enumeration::ChoiceTree;
use crate::source::{Policy, Record, Source, SpanLabel};

/// The greatest number of choices of a part.
const MAX_CHOICES: usize = 40;

/// The least number of property calls for a part.
const MIN_TRIES: u64 = 8;

/// The number of generated inputs for each property call: most replacements are not simpler, or not new.
const STEPS_PER_TRY: u64 = 10;

/// How many spans side by side are replaced by how many. Fewer than before are possible for elements of a list.
const COUNTS: [(usize, usize); 5] = [(2, 1), (1, 1), (3, 1), (3, 2), (2, 2)];

/// A part of the best case, and what replaces it.
struct Part {
    /// The index of its first span.
    span: usize,
    start: usize,
    end: usize,
    /// The number of spans that replace it.
    spans: usize,
}

impl Part {
    fn ranges(&self) -> (usize, usize, usize) {
        (self.start, self.end, self.spans)
    }
}

/// Tries small replacements of each part, with at most `tries` property calls. Returns whether one of them fails.
pub(super) fn replacements(descent: &mut Descent<'_>, tries: u64) -> bool {
    let max_tried = descent.tried() + tries;
    let parts = parts(descent.best());
    let share = (tries / parts.len().max(1) as u64).max(MIN_TRIES);
    parts.iter().any(|part| {
        let left = max_tried.saturating_sub(descent.tried());
        replace(descent, part, share.min(left))
    })
}

/// Returns the parts, the outer ones first.
fn parts(record: &Record) -> Vec<Part> {
    let mut parts: Vec<Part> = Vec::new();
    for (count, spans) in COUNTS {
        for span in 0..record.spans.len() {
            let first = &record.spans[span];
            let is_possible = count == spans || first.label == SpanLabel::ELEMENT;
            let Some(end) = end_of(record, span, count).filter(|_| is_possible) else { continue };
            let part = Part { span, start: first.start, end, spans };
            let is_new = parts.iter().all(|known| known.ranges() != part.ranges());
            if is_new && (2..=MAX_CHOICES).contains(&(end - first.start)) {
                parts.push(part);
            }
        }
    }
    parts
}

/// Returns where the last of `count` spans side by side ends, or `None` if there are fewer.
fn end_of(record: &Record, first: usize, count: usize) -> Option<usize> {
    let depth = record.spans.get(first)?.depth;
    let after = record.spans[first..].iter().take_while(|span| span.depth >= depth);
    let last = after.filter(|span| span.depth == depth).nth(count - 1)?;
    Some(last.end).filter(|end| *end >= record.spans[first].start)
}

/// Enumerates what may replace a part.
fn replace(descent: &mut Descent<'_>, part: &Part, tries: u64) -> bool {
    let values = descent.values();
    let max_tried = descent.tried() + tries;
    let mut tree = ChoiceTree::by_digits();
    while descent.tried() < max_tried && tree.steps() < STEPS_PER_TRY * tries && !descent.spent() {
        let Some(choices) = tree.next_choices() else { return false };
        let before = [&values[..part.start], &choices].concat();
        let case = descent.generate_from(Source::replay(before, Policy::SIMPLEST));
        let Some(drawn) = drawn(case, part) else { return false };
        let is_new = tree.visit(&drawn);
        if is_new && drawn.choices.len() <= part.end - part.start {
            let replaced = [&values[..part.start], &drawn.values(), &values[part.end..]].concat();
            if descent.attempt(replaced) {
                return true;
            }
        }
    }
    false
}

/// Returns the choices that this case draws in place of a part, or `None` if it has no such part.
fn drawn(case: GeneratedCase, part: &Part) -> Option<Record> {
    let GeneratedCase { record, is_rejected } = case;
    let start =
        record.spans.get(part.span).filter(|_| range(&record, part.span).start == part.start);
    let end = end_of(&record, part.span, part.spans).filter(|_| !is_rejected);
    let end = end.unwrap_or(record.choices.len());
    let choices = record.choices.get(part.start..end).filter(|_| start.is_some())?;
    Some(Record {
        choices: choices.to_vec(),
        constraints: record.constraints.clone(),
        ..Record::default()
    })
}
