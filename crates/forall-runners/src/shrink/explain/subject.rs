//! The case to explain, and changes of some of its parts.

use super::words::words;
use crate::report::Binding;
use crate::source::{ChoiceValue, Policy, Record, Source, Span, SpanLabel};

/// A failing case, as it was drawn and as it is printed.
pub(super) struct Subject {
    pub(super) record: Record,
    /// The span of each variable.
    pub(super) variables: Vec<Span>,
    /// The printed words of each variable.
    pub(super) texts: Vec<Vec<String>>,
}

/// A change of one choice or of one variable.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// Replaces one choice by this value.
    Choice(usize, ChoiceValue),
    /// Replaces the choices of one variable by these, followed by fresh ones.
    Variable(usize, Vec<ChoiceValue>),
}

/// How fresh choices are drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Draw {
    pub(super) seed: u64,
    pub(super) size: u32,
}

impl Subject {
    /// Creates a subject, unless it is not clear which variable drew which choices.
    pub(super) fn new(record: Record, shown: &[Binding]) -> Option<Subject> {
        let variables = outermost(&record);
        let texts = shown.iter().map(|binding| words(&binding.value)).collect();
        (variables.len() == shown.len()).then_some(Subject { record, variables, texts })
    }

    /// Returns whether this choice has its simplest value.
    pub(super) fn is_simplest(&self, at: usize) -> bool {
        self.record.constraint(at).simplest() == self.record.choices[at].value
    }

    /// Returns a source of the choices with these changes. Fresh choices come from `draw`.
    pub(super) fn changed(&self, changes: &[Change], draw: Draw) -> Source {
        let mut values = self.record.values();
        for change in changes {
            if let Change::Choice(at, value) = change {
                values[*at] = value.clone();
            }
        }
        let spans = self.variables.iter().enumerate().map(
            |(number, span)| -> (SpanLabel, Vec<ChoiceValue>) {
                let whole = changes.iter().find_map(|change| match change {
                    Change::Variable(of, values) if *of == number => Some(values.clone()),
                    _ => None,
                });
                (span.label, whole.unwrap_or_else(|| values[span.start..span.end].to_vec()))
            },
        );
        Source::from_seed(draw.seed, draw.size).replaying_spans(spans.collect(), Policy::NEAREST)
    }

    /// Returns whether `record` has the same choices everywhere except in the changed parts.
    pub(super) fn draws_rest_as_before(&self, changes: &[Change], record: &Record) -> bool {
        let variables = outermost(record);
        let mut pairs = self.variables.iter().zip(&variables).enumerate();
        variables.len() == self.variables.len()
            && pairs.all(|(number, (old, new))| {
                is_replaced(changes, number) || self.same_span(changes, old, record, new)
            })
    }

    fn same_span(&self, changes: &[Change], old: &Span, record: &Record, new: &Span) -> bool {
        let is_changed =
            |at| changes.iter().any(|c| matches!(c, Change::Choice(of, _) if *of == at));
        let mut pairs = (old.start..old.end).zip(new.start..new.end);
        old.label == new.label
            && old.end - old.start == new.end - new.start
            && pairs.all(|(at, there)| {
                let old = &self.record.choices[at];
                let new = &record.choices[there];
                old.role == new.role && (is_changed(at) || old.value == new.value)
            })
    }

    /// Returns whether everything except the changed parts is printed as before. Covered words may differ.
    pub(super) fn prints_rest_as_before(
        &self,
        changes: &[Change],
        shown: &[Binding],
        covered: &[Vec<bool>],
    ) -> bool {
        let mut pairs = self.texts.iter().zip(shown).enumerate();
        pairs.all(|(number, (old, new))| {
            let new = words(&new.value);
            let same = |at: usize| covered[number][at] || old[at] == new[at];
            is_replaced(changes, number) || old.len() == new.len() && (0..old.len()).all(same)
        })
    }

    /// Returns what the changed choice or variable drew in `record`.
    pub(super) fn drawn(&self, change: &Change, record: &Record) -> Vec<ChoiceValue> {
        let spans = outermost(record);
        let values = |from, to| record.choices[from..to].iter().map(|c| c.value.clone()).collect();
        match change {
            Change::Variable(number, _) => values(spans[*number].start, spans[*number].end),
            Change::Choice(at, _) => {
                let number = self.variable_of(*at);
                let there = spans[number].start + at - self.variables[number].start;
                values(there, there + 1)
            }
        }
    }

    /// Returns the index of the variable that this choice belongs to.
    pub(super) fn variable_of(&self, at: usize) -> usize {
        let inside = |span: &Span| (span.start..span.end).contains(&at);
        self.variables.iter().position(inside).unwrap_or_default()
    }
}

/// Returns whether a whole variable is replaced.
fn is_replaced(changes: &[Change], number: usize) -> bool {
    changes.iter().any(|change| matches!(change, Change::Variable(of, _) if *of == number))
}

/// Returns the spans of the variables.
fn outermost(record: &Record) -> Vec<Span> {
    record.spans.iter().filter(|span| span.depth == 0).cloned().collect()
}
