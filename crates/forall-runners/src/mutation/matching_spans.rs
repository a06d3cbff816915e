//! Matching spans: gives the same part of two variables the same values, or mutates both in the same way.
//!
//! Premises relate variables: two keys are equal, or two states look the same to an observer. A mutation of
//! one variable breaks such a premise, and a sequence of such mutations may never lead to another pair that
//! satisfies it.

use std::ops::Range;

use super::variables;
use forall::source::{Random, Record, Span};

/// If two spans have equal values, one in this many mutations changes both.
const EQUAL_PERIOD: u64 = 2;

/// If their values differ, one in this many mutations changes both: most variables are unrelated.
const DIFFERENT_PERIOD: u64 = 8;

/// On the way from two variables to smaller spans inside of them, one in this many steps is the last.
const STOP_PERIOD: u64 = 2;

/// Spans at the same position in two variables.
pub(super) struct MatchingSpans {
    /// The choices of the span in the variable that was chosen for mutation.
    pub first: Range<usize>,
    /// The choices of the span in the other variable.
    pub second: Range<usize>,
    /// Whether both have the same values.
    pub are_equal: bool,
}

/// The positions of two spans.
struct SpanPair {
    first: usize,
    second: usize,
}

/// Returns a span of the variable at `chosen` and a matching span of another variable, if both should be
/// mutated.
pub(super) fn matching_spans(
    record: &Record,
    chosen: usize,
    random: &mut Random,
) -> Option<MatchingSpans> {
    let matches = |other: &usize| *other != chosen && begin_equally(record, chosen, *other);
    let count = variables(record).filter(matches).count() as u64;
    if count == 0 {
        return None;
    }
    let second = variables(record).filter(matches).nth(random.below(count) as usize)?;
    let pair = descend(record, SpanPair { first: chosen, second }, random);
    let range = |at: usize| record.spans[at].start..record.spans[at].end;
    let values = |at: usize| record.choices[range(at)].iter().map(|choice| &choice.value);
    let are_equal = values(pair.first).eq(values(pair.second));
    let period = if are_equal { EQUAL_PERIOD } else { DIFFERENT_PERIOD };
    let matching =
        MatchingSpans { first: range(pair.first), second: range(pair.second), are_equal };
    random.one_in(period).then_some(matching)
}

/// Returns the two spans, or two spans at the same position inside of both.
fn descend(record: &Record, pair: SpanPair, random: &mut Random) -> SpanPair {
    if random.one_in(STOP_PERIOD) {
        return pair;
    }
    let number = random.below(children(record, pair.first).count() as u64) as usize;
    let first = children(record, pair.first).nth(number);
    let second = children(record, pair.second).nth(number);
    match (first, second) {
        (Some(first), Some(second)) if record.spans[first].label == record.spans[second].label => {
            descend(record, SpanPair { first, second }, random)
        }
        _ => pair,
    }
}

/// Returns whether two variables begin with the same constraint and the same kind of span.
fn begin_equally(record: &Record, left: usize, right: usize) -> bool {
    let label = |at| children(record, at).next().map(|child| record.spans[child].label);
    let constraint = |at: usize| record.constraint(record.spans[at].start);
    constraint(left) == constraint(right) && label(left) == label(right)
}

/// Returns the positions of the spans directly inside of this one that contain choices.
fn children(record: &Record, at: usize) -> impl Iterator<Item = usize> {
    let depth = record.spans[at].depth;
    let inside = record.spans[at + 1..].iter().take_while(move |span| span.depth > depth);
    let is_child = move |span: &Span| span.depth == depth + 1 && span.start < span.end;
    inside.enumerate().filter(move |(_, span)| is_child(span)).map(move |(n, _)| at + 1 + n)
}
