//! Splicing: what belongs together is taken out, doubled, moved or exchanged.

use std::ops::Range;

use super::values_of;
use forall::source::{ChoiceValue, Random, Record, Span};

/// Changes one span inside of `part`, whose values are in `values`. Others of its label, in this record
/// or in a donor, may come to stand in its place. Says where, or nothing if there was no span to
/// change.
pub(super) fn splice(
    record: &Record,
    part: &Range<usize>,
    values: &mut Vec<ChoiceValue>,
    donors: &[Record],
    random: &mut Random,
) -> Option<usize> {
    let span = pick(record, random, |span| inside(span, part))?;
    let other = |random: &mut Random| {
        let other = pick(record, random, |other| inside(other, part) && other.label == span.label)?;
        Some(other.start - part.start..other.end - part.start)
    };
    let here = span.start - part.start..span.end - part.start;
    let mut first = here.start;
    match random.below(6) {
        0 => drop(values.drain(here)),
        1 => {
            let other = other(random)?;
            first = first.min(other.start);
            values.drain(first..here.start.max(other.start));
        }
        2 => {
            let again = values[here.clone()].to_vec();
            values.splice(here.end..here.end, again);
        }
        3 => {
            let other = other(random)?;
            first = first.min(other.start);
            exchange(values, here, other);
        }
        4 => {
            let again = values[other(random)?].to_vec();
            values.splice(here, again);
        }
        _ => {
            let donor = donors.get(random.below(donors.len() as u64) as usize).unwrap_or(record);
            let alike = |other: &Span| other.label == span.label && other.depth > 0;
            let other = pick(donor, random, alike)?;
            values.splice(here, values_of(donor, other.start..other.end));
        }
    }
    Some(first)
}

/// Is it in the part, and not all of it?
fn inside(span: &Span, part: &Range<usize>) -> bool {
    span.depth > 0 && span.start < span.end && part.start <= span.start && span.end <= part.end
}

/// Any of the spans that are wanted.
fn pick<'r>(
    record: &'r Record,
    random: &mut Random,
    wanted: impl Fn(&Span) -> bool,
) -> Option<&'r Span> {
    let count = record.spans.iter().filter(|span| wanted(span)).count() as u64;
    let number = random.below(count) as usize;
    record.spans.iter().filter(|span| wanted(span)).nth(number)
}

/// Exchanges two ranges, unless they overlap.
fn exchange(values: &mut Vec<ChoiceValue>, left: Range<usize>, right: Range<usize>) {
    let (left, right) = if left.start < right.start { (left, right) } else { (right, left) };
    if left.end > right.start {
        return;
    }
    let (first, second) = (values[left.clone()].to_vec(), values[right.clone()].to_vec());
    values.splice(right, first);
    values.splice(left, second);
}
