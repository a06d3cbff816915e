//! Small parts: the shortest choices seen for each kind of span.

use crate::source::{ChoiceValue, Random, Record, Span, SpanLabel};

/// The greatest number of parts of one kind.
const MAX_PARTS: usize = 64;
/// The greatest number of choices of a part.
const MAX_LENGTH: usize = 24;

/// The shortest parts that any generated case contained, even one that passed or was rejected.
#[derive(Debug, Default)]
pub(super) struct SmallParts(Vec<PartsOfKind>);

#[derive(Debug)]
struct PartsOfKind {
    label: SpanLabel,
    /// The choices of each part, the shortest first.
    parts: Vec<Vec<ChoiceValue>>,
}

impl SmallParts {
    /// Adds the parts of a case.
    pub(super) fn add(&mut self, record: &Record) {
        for span in record.spans.iter().filter(|span| !span.discarded) {
            let length = span.end.saturating_sub(span.start);
            if (1..=MAX_LENGTH).contains(&length) {
                self.of_kind(span.label).add(record, span);
            }
        }
    }

    /// Picks a part of this kind; short ones are more likely.
    pub(super) fn pick(&self, label: SpanLabel, random: &mut Random) -> Option<Vec<ChoiceValue>> {
        let parts = &self.0.iter().find(|kind| kind.label == label)?.parts;
        let one = random.below(parts.len() as u64);
        let other = random.below(parts.len() as u64);
        Some(parts[one.min(other) as usize].clone())
    }

    fn of_kind(&mut self, label: SpanLabel) -> &mut PartsOfKind {
        let known = self.0.iter().position(|kind| kind.label == label);
        let at = known.unwrap_or_else(|| {
            self.0.push(PartsOfKind { label, parts: Vec::new() });
            self.0.len() - 1
        });
        &mut self.0[at]
    }
}

impl PartsOfKind {
    fn add(&mut self, record: &Record, span: &Span) {
        let choices = &record.choices[span.start..span.end];
        let is_full = self.parts.len() == MAX_PARTS;
        if is_full && self.parts.last().is_some_and(|longest| longest.len() <= choices.len()) {
            return;
        }
        let first = self.parts.partition_point(|part| part.len() < choices.len());
        let same = self.parts[first..].iter().take_while(|part| part.len() == choices.len());
        let end = first + same.clone().count();
        let is_known = |part: &Vec<ChoiceValue>| {
            part.iter().zip(choices).all(|(value, choice)| *value == choice.value)
        };
        if same.clone().any(is_known) {
            return;
        }
        let values = choices.iter().map(|choice| choice.value.clone()).collect();
        self.parts.insert(end, values);
        self.parts.truncate(MAX_PARTS);
    }
}
