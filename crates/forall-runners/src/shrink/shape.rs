//! Shape: the collections of a record, and how to write one down with other elements.

use std::ops::Range;

use crate::source::{ChoiceValue, Label, Record, Role};

/// A collection, as it was recorded.
#[derive(Clone, Debug)]
pub(super) struct List {
    /// Its place among the spans.
    pub(super) span: usize,
    /// All its choices.
    pub(super) range: Range<usize>,
    /// The choices of each element, without the one that there is an element.
    pub(super) bodies: Vec<Range<usize>>,
    /// How many elements there are without that choice, since there must be as many.
    pub(super) min: usize,
    /// Could it have been longer?
    pub(super) ended: bool,
}

impl List {
    /// The collection at this place among the spans, if there is one.
    pub(super) fn at(record: &Record, span: usize) -> Option<List> {
        let outer = record.spans.get(span).filter(|outer| outer.label == Label::LIST)?;
        let mut list =
            List { span, range: outer.start..outer.end, bodies: Vec::new(), min: 0, ended: false };
        for element in children(record, span) {
            let Range { start, end } = range(record, element);
            let inner = record.spans.get(element + 1);
            let nested = inner.is_some_and(|inner| {
                inner.depth > record.spans[element].depth && inner.start == start
            });
            let asked = record.choices.get(start).filter(|_| start < end && !nested);
            match asked.filter(|choice| choice.role == Role::More) {
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

    /// All collections, outer ones first.
    pub(super) fn all(record: &Record) -> Vec<List> {
        (0..record.spans.len()).filter_map(|span| List::at(record, span)).collect()
    }

    /// How many elements it has.
    pub(super) fn len(&self) -> usize {
        self.bodies.len()
    }

    /// The choices of all elements but these.
    pub(super) fn others(&self, gone: &Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let others = self.bodies.iter().enumerate().filter(|(at, _)| !gone.contains(at));
        others.map(|(_, body)| body.clone())
    }

    /// The choices of a collection like this one with these elements.
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

    /// The values of a whole record, with these elements in this collection.
    pub(super) fn replaced<'v>(
        &self,
        values: &'v [ChoiceValue],
        bodies: impl IntoIterator<Item = &'v [ChoiceValue]>,
    ) -> Vec<ChoiceValue> {
        let list = self.write(bodies);
        [&values[..self.range.start], &list, &values[self.range.end..]].concat()
    }
}

/// The spans directly inside of this one.
pub(super) fn children(record: &Record, span: usize) -> Vec<usize> {
    let depth = record.spans[span].depth;
    let inner = (span + 1..record.spans.len()).take_while(|k| record.spans[*k].depth > depth);
    inner.filter(|k| record.spans[*k].depth == depth + 1).collect()
}

/// The place of the innermost span around this choice.
pub(super) fn innermost(record: &Record, at: usize) -> Option<usize> {
    let begun = begun(record, at + 1);
    (0..begun).rev().find(|span| record.spans[*span].end > at)
}

/// How many spans begin before this choice. They are in the order in which they begin.
pub(super) fn begun(record: &Record, at: usize) -> usize {
    record.spans.partition_point(|span| span.start < at)
}

/// The choices of this span.
pub(super) fn range(record: &Record, span: usize) -> Range<usize> {
    record.spans[span].start..record.spans[span].end
}
