//! Random changes of a case: one to four of its parts and choices are replaced, all at once.

use std::ops::Range;

use super::super::GeneratedCase;
use super::super::descent::Descent;
use super::failing_cases::FailingCases;
use super::small_parts::SmallParts;
use crate::enumeration::{count_values, nth_value};
use crate::source::{ChoiceValue, OnExhausted, OnMismatch, Policy, Random, Record, Source, Span};

/// The greatest size of fresh values.
const MAX_SIZE: u64 = 4;
/// A changed choice gets one of this many of its simplest values.
const MAX_VALUES: u128 = 8;
/// Fresh values for whatever is not replayed.
const FRESH: Policy = Policy { mismatch: OnMismatch::Random, end: OnExhausted::Random };

/// What the search has found so far.
pub(super) struct KnownCases {
    pub(super) failing: FailingCases,
    pub(super) parts: SmallParts,
}

/// A range of choices, and those that replace them.
struct Change {
    range: Range<usize>,
    values: Vec<ChoiceValue>,
}

/// Returns a source of fresh choices for small values.
pub(super) fn fresh(random: &mut Random) -> Source {
    let size = random.below(MAX_SIZE + 1) as u32;
    Source::from_seed(random.word(), size).recording()
}

/// Returns a source of the choices of a failing case with some of them changed. What no longer fits is fresh,
/// nearest to what it was, or simplest.
pub(super) fn changed(
    descent: &mut Descent<'_>,
    known: &KnownCases,
    random: &mut Random,
) -> Option<Source> {
    let record = known.failing.pick(random);
    let mut changes: Vec<Change> = Vec::new();
    for _ in 0..count(random) {
        let change = if random.below(5) == 0 {
            choice(record, random)
        } else {
            part(descent, record, known, random)
        };
        let Some(change) = change else { continue };
        if changes.iter().all(|other| is_apart(&other.range, &change.range)) {
            changes.push(change);
        }
    }
    changes.sort_by_key(|change| change.range.start);
    let mismatches = [OnMismatch::Random, OnMismatch::Nearest, OnMismatch::Simplest];
    let mismatch = mismatches[random.below(3) as usize];
    let end = if random.one_in(2) { OnExhausted::Random } else { OnExhausted::Simplest };
    let values = applied(&record.values(), &changes);
    Some(fresh(random).replaying(values, Policy { mismatch, end })).filter(|_| !changes.is_empty())
}

/// Returns the number of changes.
fn count(random: &mut Random) -> u32 {
    match random.below(20) {
        0..10 => 1,
        10..16 => 2,
        16..19 => 3,
        _ => 4,
    }
}

fn is_apart(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.end <= other.start || other.end <= one.start
}

fn applied(values: &[ChoiceValue], changes: &[Change]) -> Vec<ChoiceValue> {
    let mut applied = Vec::with_capacity(values.len());
    let mut from = 0;
    for change in changes {
        applied.extend_from_slice(&values[from..change.range.start]);
        applied.extend_from_slice(&change.values);
        from = change.range.end;
    }
    applied.extend_from_slice(&values[from..]);
    applied
}

/// Changes one choice. The value may be one that fresh inputs never have.
fn choice(record: &Record, random: &mut Random) -> Option<Change> {
    let at = random.below(record.choices.len() as u64) as usize;
    let constraint = record.constraint(at);
    let count = count_values(constraint).min(MAX_VALUES);
    let value = nth_value(constraint, u128::from(random.below(count as u64)))?;
    Some(Change { range: at..at + 1, values: vec![value] })
}

/// Replaces one part by a part of the same kind: one inside it, a small one seen earlier, one of another failing case,
/// or a fresh one.
fn part(
    descent: &mut Descent<'_>,
    record: &Record,
    known: &KnownCases,
    random: &mut Random,
) -> Option<Change> {
    let at = random.below(record.spans.len() as u64) as usize;
    let outer = record.spans.get(at).filter(|span| span.end > span.start)?;
    let values = match random.below(20) {
        0..5 => one_of(record, inside(record, at), outer, random)?,
        5..15 => known.parts.pick(outer.label, random)?,
        15..17 => {
            let donor = known.failing.pick(random);
            one_of(donor, &donor.spans, outer, random)?
        }
        _ => {
            let before = record.values()[..outer.start].to_vec();
            let case = descent.generate_from(fresh(random).replaying(before, FRESH));
            regenerated(&case, at, outer.start)?
        }
    };
    Some(Change { range: outer.start..outer.end, values })
}

/// Returns the spans inside of a span.
fn inside(record: &Record, at: usize) -> &[Span] {
    let after = &record.spans[at + 1..];
    let count = after.iter().take_while(|inner| inner.depth > record.spans[at].depth).count();
    &after[..count]
}

/// Picks one of these spans that is of the same kind as another span, and returns its choices.
fn one_of(
    record: &Record,
    spans: &[Span],
    like: &Span,
    random: &mut Random,
) -> Option<Vec<ChoiceValue>> {
    let same = spans.iter().filter(|span| span.label == like.label && span.end > span.start);
    let last = same.clone().count().checked_sub(1)?;
    let mut same = same;
    let span = same.nth(random.below(last as u64 + 1) as usize)?;
    Some(values(record, span.start..span.end))
}

/// Returns the choices of a span that was generated again, or `None` if the case ended before it.
fn regenerated(case: &GeneratedCase, at: usize, start: usize) -> Option<Vec<ChoiceValue>> {
    let GeneratedCase { record, is_rejected } = case;
    let span = record.spans.get(at).filter(|span| span.start == start)?;
    let end = if *is_rejected { record.choices.len().max(span.end) } else { span.end };
    Some(values(record, start..end))
}

fn values(record: &Record, range: Range<usize>) -> Vec<ChoiceValue> {
    record.choices[range].iter().map(|choice| choice.value.clone()).collect()
}
