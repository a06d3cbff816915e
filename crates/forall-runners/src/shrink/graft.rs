//! Grafting: replaces a variant by another one that reuses its contents.

use std::ops::Range;

use super::branch::is_whole;
use super::descent::Descent;
use super::shape::{List, range};
use crate::source::{ChoiceValue, Record, Span, SpanLabel};

/// A change of variant, and what was drawn for the other variant with nothing after it.
pub(super) struct Graft {
    /// The index of the choice of the variant.
    pub(super) at: usize,
    /// The span of the contents, before and after.
    pub(super) span: usize,
    /// The end of the contents in the probe.
    pub(super) end: usize,
    /// The record of the other variant.
    pub(super) probe: Record,
}

impl Graft {
    /// If the other variant is a collection or contains one, fills it with the values inside this variant that
    /// are of the same kind as the whole.
    pub(super) fn listed(&self, descent: &Descent<'_>) -> Option<Vec<ChoiceValue>> {
        let values = descent.values();
        let bodies = self.inside(descent.best());
        let bodies: Vec<&[ChoiceValue]> = bodies.into_iter().map(|body| &values[body]).collect();
        let list = (self.span..self.probe.spans.len()).find_map(|k| List::at(&self.probe, k));
        let list = list.filter(|list| list.range.end <= self.end && !bodies.is_empty())?;
        Some(self.with(descent, &list.range, &list.write(bodies)))
    }

    /// If the other variant contains one value of the same kind as the whole, replaces it by each of those inside
    /// this variant. The simplest ones were tried before.
    pub(super) fn filled(&self, descent: &Descent<'_>) -> Vec<Vec<ChoiceValue>> {
        let Some(label) = self.kind(descent.best()) else { return Vec::new() };
        let slots = outermost(&self.probe, label, self.at + 1..self.end);
        let [slot] = &slots[..] else { return Vec::new() };
        let values = descent.values();
        let parts = self.inside(descent.best()).into_iter();
        let parts = parts.filter(|part| !part.clone().all(|at| descent.is_simplest(at)));
        parts.map(|part| self.with(descent, slot, &values[part])).collect()
    }

    /// If each variant contains one number, negates the number of this one and uses it for the other.
    pub(super) fn mirrored(&self, descent: &Descent<'_>) -> Option<Vec<ChoiceValue>> {
        let old = range(descent.best(), self.span);
        let mut numbers = (old.start.max(self.at + 1)..old.end)
            .filter_map(|at| descent.number(at))
            .filter(|number| number.distance() > 0);
        let number = numbers.next()?;
        let another = numbers.next();
        let place = self.at + 1;
        let opposite = number.value.checked_neg()?;
        let fits = self.probe.choices.len() > place
            && self.end == place + 1
            && self.probe.constraint(place) == descent.best().constraint(number.at)
            && number.permits(opposite);
        let opposite = [ChoiceValue::Integer(opposite)];
        (fits && another.is_none()).then(|| self.with(descent, &(place..place + 1), &opposite))
    }

    /// Returns the values of the probe with this range replaced, followed by the values after the old variant.
    fn with(
        &self,
        descent: &Descent<'_>,
        place: &Range<usize>,
        by: &[ChoiceValue],
    ) -> Vec<ChoiceValue> {
        let probed = self.probe.values();
        let values = descent.values();
        let rest = range(descent.best(), self.span).end;
        [&probed[..place.start], by, &probed[place.end..self.end], &values[rest..]].concat()
    }

    /// Returns the outermost values inside this variant that are of the same kind as the whole.
    fn inside(&self, record: &Record) -> Vec<Range<usize>> {
        let old = range(record, self.span);
        let inside = old.start.max(self.at + 1)..old.end;
        self.kind(record).map_or(Vec::new(), |label| outermost(record, label, inside))
    }

    /// Returns the label of the value that this is a variant of.
    fn kind(&self, record: &Record) -> Option<SpanLabel> {
        let around =
            |outer: &&Span| outer.start <= self.at && self.at < outer.end && is_whole(outer.label);
        record.spans.iter().rfind(around).map(|outer| outer.label)
    }
}

/// Returns the outermost spans of this label in a range.
fn outermost(record: &Record, label: SpanLabel, inside: Range<usize>) -> Vec<Range<usize>> {
    let mut covered = inside.start;
    let spans = record.spans.iter().filter(|span| {
        let outer = span.label == label && span.start >= covered && span.end <= inside.end;
        covered = if outer { span.end } else { covered };
        outer
    });
    spans.map(|span| span.start..span.end).collect()
}
