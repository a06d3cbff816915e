//! Alike: what two variables have at the same place is made the same, or changed in both.
//!
//! Premises relate variables: two keys are equal, two states look alike. Changed alone, a variable is
//! no longer what the other one asks for, and there may be no way from one pair that is alike to the
//! next that leads through pairs that are.

use std::ops::Range;

use super::variables;
use forall::source::{Random, Record, Span};

/// One in so many changes is of two variables, if both have the same there.
const SAME: u64 = 2;

/// One in so many is, if they do not: most variables have nothing to do with each other.
const OTHER: u64 = 8;

/// One in so many steps is the last on the way from two variables to a part of both.
const STAY: u64 = 2;

/// Two parts of two variables, at the same place in both.
pub(super) struct MatchingSpans {
    /// The part of the variable that is changed.
    pub here: Range<usize>,
    /// The part of another.
    pub there: Range<usize>,
    /// Have both the same there?
    pub same: bool,
}

/// A part of the variable whose span is the one at `chosen`, and that of another, if both are to be changed.
pub(super) fn matching_spans(
    record: &Record,
    chosen: usize,
    random: &mut Random,
) -> Option<MatchingSpans> {
    let of_a_kind = |other: &usize| *other != chosen && kin(record, chosen, *other);
    let count = variables(record).filter(of_a_kind).count() as u64;
    if count == 0 {
        return None;
    }
    let other = variables(record).filter(of_a_kind).nth(random.below(count) as usize)?;
    let (here, there) = part(record, (chosen, other), random);
    let [here, there] = [here, there].map(|at| record.spans[at].start..record.spans[at].end);
    let [left, right] = [&here, &there].map(|place| &record.choices[place.clone()]);
    let same = left.iter().map(|choice| &choice.value).eq(right.iter().map(|choice| &choice.value));
    random.one_in(if same { SAME } else { OTHER }).then_some(MatchingSpans { here, there, same })
}

/// Two spans, or two at the same place inside of both.
fn part(record: &Record, (left, right): (usize, usize), random: &mut Random) -> (usize, usize) {
    if random.one_in(STAY) {
        return (left, right);
    }
    let number = random.below(children(record, left).count() as u64) as usize;
    let pair = children(record, left).nth(number).zip(children(record, right).nth(number));
    match pair {
        Some((l, r)) if record.spans[l].label == record.spans[r].label => {
            part(record, (l, r), random)
        }
        _ => (left, right),
    }
}

/// Do two variables begin alike?
fn kin(record: &Record, left: usize, right: usize) -> bool {
    let label = |at| children(record, at).next().map(|child| record.spans[child].label);
    let first = |at: usize| record.constraint(record.spans[at].start);
    first(left) == first(right) && label(left) == label(right)
}

/// The spans that are inside of this one, and not inside of another that is. Empty ones do not count.
fn children(record: &Record, at: usize) -> impl Iterator<Item = usize> {
    let depth = record.spans[at].depth;
    let inside = record.spans[at + 1..].iter().take_while(move |span| span.depth > depth);
    let child = move |span: &Span| span.depth == depth + 1 && span.start < span.end;
    inside.enumerate().filter(move |(_, span)| child(span)).map(move |(n, _)| at + 1 + n)
}
