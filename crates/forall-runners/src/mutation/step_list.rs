//! Steps that refer to earlier steps by their index: when steps are deleted, duplicated or exchanged, the references in
//! the others still mean the same steps.

use std::ops::Range;

use super::Part;
use forall::source::{ChoiceValue, Record, Span, SpanLabel};

/// A list of steps, as it was recorded.
#[derive(Default)]
pub(super) struct StepList {
    /// The range of the choices of each step.
    steps: Vec<Range<usize>>,
    /// The indices of the choices that refer to a step.
    references: Vec<usize>,
}

impl StepList {
    /// Returns the list in which `span` is a step. Returns an empty list if it is not a step.
    pub(super) fn around(record: &Record, span: &Span) -> StepList {
        let contains = |outer: &Span, inner: &Span| {
            outer.depth < inner.depth && outer.start <= inner.start && inner.end <= outer.end
        };
        let is_around = |list: &&Span| {
            list.label == SpanLabel::STEPS && list.depth + 2 == span.depth && contains(list, span)
        };
        let is_step = span.label == SpanLabel::ELEMENT;
        let Some(list) = record.spans.iter().filter(|_| is_step).find(is_around) else {
            return StepList::default();
        };
        let inside = || record.spans.iter().filter(|inner| contains(list, inner));
        let steps = inside().filter(|inner| {
            inner.label == SpanLabel::ELEMENT
                && inner.depth == span.depth
                && inner.start < inner.end
        });
        let references = inside().filter(|inner| inner.label == SpanLabel::REFERENCE);
        StepList {
            steps: steps.map(|step| step.start..step.end).collect(),
            references: references.map(|reference| reference.start).collect(),
        }
    }

    /// Renumbers the references for the deletion of these positions of the part. A reference to a deleted step then
    /// means an earlier one.
    pub(super) fn delete(&self, part: &mut Part<'_>, gone: Range<usize>) {
        let gone = self.steps_in(part, &gone);
        self.renumber(part, |step| match step {
            step if step >= gone.end => step - gone.len(),
            step if step >= gone.start => gone.start.saturating_sub(1),
            step => step,
        });
    }

    /// Renumbers the references for a copy of the step at these positions, which is inserted behind it.
    pub(super) fn duplicate(&self, part: &mut Part<'_>, copied: Range<usize>) {
        let copied = self.steps_in(part, &copied);
        self.renumber(part, |step| if step >= copied.end { step + copied.len() } else { step });
    }

    /// Renumbers the references for two steps that change places.
    pub(super) fn exchange(&self, part: &mut Part<'_>, one: Range<usize>, other: Range<usize>) {
        let [one, other] = [one, other].map(|positions| self.steps_in(part, &positions));
        if one.len() == 1 && other.len() == 1 {
            self.renumber(part, |step| match step {
                step if step == one.start => other.start,
                step if step == other.start => one.start,
                step => step,
            });
        }
    }

    /// Returns the indices of the steps that begin at these positions of the part.
    fn steps_in(&self, part: &Part<'_>, positions: &Range<usize>) -> Range<usize> {
        let index = |position: usize| {
            let at = part.range.start + position;
            self.steps.partition_point(|step| step.start < at)
        };
        index(positions.start)..index(positions.end)
    }

    fn renumber(&self, part: &mut Part<'_>, new: impl Fn(usize) -> usize) {
        for at in &self.references {
            if let ChoiceValue::Integer(step) = &mut part.values[at - part.range.start]
                && let Ok(old) = usize::try_from(*step)
            {
                *step = new(old) as i128;
            }
        }
    }
}
