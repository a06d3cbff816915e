//! The collections in a record, and how to write the choices of a collection with other elements.

use std::ops::Range;

use crate::source::{ChoiceValue, Record, Role, SpanLabel};

/// A collection, as it was recorded.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// The index of its span.
    pub(super) span: usize,
    /// The range of its choices.
    pub(super) range: Range<usize>,
    /// The choices of each element, without the choice that there is an element.
    pub(super) bodies: Vec<Range<usize>>,
    /// The minimum length. Elements up to it have no such choice.
    pub(super) min: usize,
    /// Whether the collection ends with the choice that there are no more elements.
    pub(super) ended: bool,
}

impl List {
    /// Returns the collection at this span, if the span is one.
    pub(super) fn at(record: &Record, span: usize) -> Option<List> {
        let outer = record.spans.get(span).filter(|outer| outer.label == SpanLabel::LIST)?;
        let mut list =
            List { span, range: outer.start..outer.end, bodies: Vec::new(), min: 0, ended: false };
        for element in children(record, span) {
            let Range { start, end } = range(record, element);
            let inner = record.spans.get(element + 1);
            let nested = inner.is_some_and(|inner| {
                inner.depth > record.spans[element].depth && inner.start == start
            });
            let first = record.choices.get(start).filter(|_| start < end && !nested);
            match first.filter(|choice| choice.role == Role::More) {
                Some(choice) if choice.value == ChoiceValue::Bool(true) => {
                    list.bodies.push(start + 1..end);
                }
                Some(_) => list.ended = true,
                None => {
                    list.min = list.bodies.len() + 1;
                    list.bodies.push(start..end);
                }
            }
        }
        Some(list)
    }

    /// Returns all collections, outer ones first.
    pub(super) fn all(record: &Record) -> Vec<List> {
        (0..record.spans.len()).filter_map(|span| List::at(record, span)).collect()
    }

    /// Returns the number of elements.
    pub(super) fn len(&self) -> usize {
        self.bodies.len()
    }

    /// Returns the choices of all elements except these.
    pub(super) fn others(&self, gone: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let others = self.bodies.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        others.map(|(_, body)| body.clone())
    }

    /// Returns the choices of a collection like this one with these elements.
    pub(super) fn write<'v>(
        &self,
        bodies: impl IntoIterator<Item = &'v [ChoiceValue]>,
    ) -> Vec<ChoiceValue> {
        let mut values = Vec::new();
        let mut count = 0;
        for body in bodies {
            if count >= self.min {
                values.push(ChoiceValue::Bool(true));
            }
            values.extend_from_slice(body);
            count += 1;
        }
        let may_go_on = self.ended || count < self.len();
        if count >= self.min && may_go_on {
            values.push(ChoiceValue::Bool(false));
        }
        values
    }

    /// Returns the values of a whole record in which this collection has these elements.
    pub(super) fn replaced<'v>(
        &self,
        values: &'v [ChoiceValue],
        bodies: impl IntoIterator<Item = &'v [ChoiceValue]>,
    ) -> Vec<ChoiceValue> {
        let list = self.write(bodies);
        [&values[..self.range.start], &list, &values[self.range.end..]].concat()
    }
}

/// Returns the spans directly inside this one.
pub(super) fn children(record: &Record, span: usize) -> Vec<usize> {
    let depth = record.spans[span].depth;
    let inner = (span + 1..record.spans.len()).take_while(|k| record.spans[*k].depth > depth);
    inner.filter(|k| record.spans[*k].depth == depth + 1).collect()
}

/// Returns the innermost span around this choice.
pub(super) fn innermost(record: &Record, at: usize) -> Option<usize> {
    let before = spans_before(record, at + 1);
    (0..before).rev().find(|span| record.spans[*span].end > at)
}

/// Returns the number of spans that start before this choice. Spans are in the order in which they start.
pub(super) fn spans_before(record: &Record, at: usize) -> usize {
    record.spans.partition_point(|span| span.start < at)
}

/// Returns the range of the choices of this span.
pub(super) fn range(record: &Record, span: usize) -> Range<usize> {
    record.spans[span].start..record.spans[span].end
}
