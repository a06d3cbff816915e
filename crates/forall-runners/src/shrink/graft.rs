//! Grafting: another variant in the place of one, with what was in that.

use std::ops::Range;

use super::branch::is_whole;
use super::descent::Descent;
use super::shape::{List, range};
use crate::source::{ChoiceValue, Label, Record, Span};

/// Where a variant is turned, and what was drawn when it was turned with nothing after it.
pub(super) struct Graft {
    /// The choice of the variant.
    pub(super) at: usize,
    /// The span of what it selects, before and after.
    pub(super) span: usize,
    /// Where that ends in the probe.
    pub(super) end: usize,
    /// What was drawn.
    pub(super) probe: Record,
}

impl Graft {
    /// Where the other variant is a collection, or has one, puts into it what values of the kind of
    /// the whole there are inside of this one.
    pub(super) fn listed(&self, descent: &Descent<'_>) -> Option<Vec<ChoiceValue>> {
        let values = descent.values();
        let bodies = self.inside(descent.best());
        let bodies: Vec<&[ChoiceValue]> = bodies.into_iter().map(|body| &values[body]).collect();
        let list = (self.span..self.probe.spans.len()).find_map(|k| List::at(&self.probe, k));
        let list = list.filter(|list| list.range.end <= self.end && !bodies.is_empty())?;
        Some(self.with(descent, &list.range, &list.write(bodies)))
    }

    /// Where the other variant holds one value of the kind of the whole, puts one of those inside of
    /// this one there. Those that are simplest are there already.
    pub(super) fn filled(&self, descent: &Descent<'_>) -> Vec<Vec<ChoiceValue>> {
        let Some(label) = self.kind(descent.best()) else { return Vec::new() };
        let slots = outermost(&self.probe, label, self.at + 1..self.end);
        let [slot] = &slots[..] else { return Vec::new() };
        let values = descent.values();
        let parts = self.inside(descent.best()).into_iter();
        let parts = parts.filter(|part| !part.clone().all(|at| descent.is_simplest(at)));
        parts.map(|part| self.with(descent, slot, &values[part])).collect()
    }

    /// Where the other variant holds one number, puts there the opposite of the only one inside of
    /// this one.
    pub(super) fn mirrored(&self, descent: &Descent<'_>) -> Option<Vec<ChoiceValue>> {
        let old = range(descent.best(), self.span);
        let mut numbers = (old.start.max(self.at + 1)..old.end)
            .filter_map(|at| descent.number(at))
            .filter(|number| number.distance() > 0);
        let (number, others) = (numbers.next()?, numbers.next());
        let place = self.at + 1;
        let opposite = number.value.checked_neg()?;
        let fits = self.probe.choices.len() > place
            && self.end == place + 1
            && self.probe.constraint(place) == descent.best().constraint(number.at)
            && number.permits(opposite);
        let opposite = [ChoiceValue::Integer(opposite)];
        (fits && others.is_none()).then(|| self.with(descent, &(place..place + 1), &opposite))
    }

    /// The values of the probe with others at this place, and then what came after.
    fn with(
        &self,
        descent: &Descent<'_>,
        place: &Range<usize>,
        by: &[ChoiceValue],
    ) -> Vec<ChoiceValue> {
        let (probed, values) = (self.probe.values(), descent.values());
        let rest = range(descent.best(), self.span).end;
        [&probed[..place.start], by, &probed[place.end..self.end], &values[rest..]].concat()
    }

    /// The values of the kind of the whole that are inside of it, without what is inside of those.
    fn inside(&self, record: &Record) -> Vec<Range<usize>> {
        let old = range(record, self.span);
        let inside = old.start.max(self.at + 1)..old.end;
        self.kind(record).map_or(Vec::new(), |label| outermost(record, label, inside))
    }

    /// The label of the value of which this is the variant.
    fn kind(&self, record: &Record) -> Option<Label> {
        let around =
            |outer: &&Span| outer.start <= self.at && self.at < outer.end && is_whole(outer.label);
        record.spans.iter().rfind(around).map(|outer| outer.label)
    }
}

/// The spans of this label in a range, without those inside of them.
fn outermost(record: &Record, label: Label, inside: Range<usize>) -> Vec<Range<usize>> {
    let mut covered = inside.start;
    let spans = record.spans.iter().filter(|span| {
        let outer = span.label == label && span.start >= covered && span.end <= inside.end;
        covered = if outer { span.end } else { covered };
        outer
    });
    spans.map(|span| span.start..span.end).collect()
}
