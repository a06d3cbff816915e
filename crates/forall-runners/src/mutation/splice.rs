//! Splicing: deletes, duplicates, moves or exchanges whole spans.

use std::ops::Range;

use super::step_list::StepList;
use super::{Part, values_of};
use forall::source::{ChoiceValue, Random, Record, Span};

/// Changes one span inside of `part`. Its replacement may be another span with the same label, from this
/// record or from a donor. Returns the position of the first change, or `None` if there is no suitable span.
pub(super) fn splice(part: &mut Part<'_>, donors: &[Record], random: &mut Random) -> Option<usize> {
    let record = part.record;
    let span = pick(record, random, |span| is_inside(span, part))?;
    let here = part.positions(span);
    let pick_other = |part: &Part<'_>, random: &mut Random| {
        let is_similar = |other: &Span| is_inside(other, part) && other.label == span.label;
        pick(record, random, is_similar).map(|other| part.positions(other))
    };
    let mut first = here.start;
    let steps = StepList::around(record, span);
    match random.below(6) {
        0 => {
            steps.delete(part, here.clone());
            part.values.drain(here);
        }
        1 => {
            let other = pick_other(part, random)?;
            first = first.min(other.start);
            let gone = first..here.start.max(other.start);
            steps.delete(part, gone.clone());
            part.values.drain(gone);
        }
        2 => {
            steps.duplicate(part, here.clone());
            let copy = part.values[here.clone()].to_vec();
            part.values.splice(here.end..here.end, copy);
        }
        3 => {
            let other = pick_other(part, random)?;
            first = first.min(other.start);
            steps.exchange(part, here.clone(), other.clone());
            exchange(&mut part.values, here, other);
        }
        4 => {
            let copy = part.values[pick_other(part, random)?].to_vec();
            part.values.splice(here, copy);
        }
        _ => {
            let donor = donors.get(random.below(donors.len() as u64) as usize).unwrap_or(record);
            replace(part, span, donor, random)?;
        }
    }
    Some(first)
}

/// Replaces one span inside of `part` by a span of `donor` with the same label. Returns the position of the change, or
/// `None` if there is no suitable span.
pub(super) fn take_from(part: &mut Part<'_>, donor: &Record, random: &mut Random) -> Option<usize> {
    let span = pick(part.record, random, |span| is_inside(span, part))?;
    replace(part, span, donor, random)
}

/// Replaces this span by one of `donor` with the same label.
fn replace(part: &mut Part<'_>, span: &Span, donor: &Record, random: &mut Random) -> Option<usize> {
    let here = part.positions(span);
    let is_similar = |other: &Span| other.label == span.label && other.depth > 0;
    let other = pick(donor, random, is_similar)?;
    let start = here.start;
    part.values.splice(here, values_of(donor, other.start..other.end));
    Some(start)
}

/// Returns whether the span contains choices, lies in the part, and is not a whole variable.
fn is_inside(span: &Span, part: &Part<'_>) -> bool {
    span.depth > 0 && span.start < span.end && part.contains(span)
}

/// Picks a random span that satisfies the predicate.
fn pick<'r>(
    record: &'r Record,
    random: &mut Random,
    predicate: impl Fn(&Span) -> bool,
) -> Option<&'r Span> {
    let count = record.spans.iter().filter(|span| predicate(span)).count() as u64;
    let number = random.below(count) as usize;
    record.spans.iter().filter(|span| predicate(span)).nth(number)
}

/// Exchanges two ranges, unless they overlap.
fn exchange(values: &mut Vec<ChoiceValue>, one: Range<usize>, other: Range<usize>) {
    let (left, right) = if one.start < other.start { (one, other) } else { (other, one) };
    if left.end > right.start {
        return;
    }
    let left_values = values[left.clone()].to_vec();
    let right_values = values[right.clone()].to_vec();
    values.splice(right, left_values);
    values.splice(left, right_values);
}
