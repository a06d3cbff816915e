//! What is explained: a case, with other choices in some of its parts.

use super::words::words;
use crate::report::Binding;
use crate::source::{ChoiceValue, Label, Policy, Record, Source, Span};

/// A case that fails, as it was drawn and as it is shown.
pub(super) struct Subject {
    pub(super) record: Record,
    /// What each variable drew.
    pub(super) variables: Vec<Span>,
    /// The words with which each is shown.
    pub(super) texts: Vec<Vec<String>>,
}

/// What is drawn instead.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// This value, for one choice.
    Choice(usize, ChoiceValue),
    /// These and then fresh ones, for all choices of one variable.
    Variable(usize, Vec<ChoiceValue>),
}

impl Subject {
    /// There is none if it is not clear which variable drew what.
    pub(super) fn new(record: Record, shown: &[Binding]) -> Option<Subject> {
        let variables = outermost(&record);
        let texts = shown.iter().map(|binding| words(&binding.value)).collect();
        (variables.len() == shown.len()).then_some(Subject { record, variables, texts })
    }

    pub(super) fn is_simplest(&self, at: usize) -> bool {
        self.record.constraint(at).simplest() == self.record.choices[at].value
    }

    /// The choices with these changes. `seed` and `size` say what is drawn where there are none.
    pub(super) fn changed(&self, changes: &[Change], (seed, size): (u64, u32)) -> Source {
        let mut values = self.record.values();
        for change in changes {
            if let Change::Choice(at, value) = change {
                values[*at] = value.clone();
            }
        }
        let spans =
            self.variables.iter().enumerate().map(|(number, span)| -> (Label, Vec<ChoiceValue>) {
                let whole = changes.iter().find_map(|change| match change {
                    Change::Variable(of, values) if *of == number => Some(values.clone()),
                    _ => None,
                });
                (span.label, whole.unwrap_or_else(|| values[span.start..span.end].to_vec()))
            });
        Source::from_seed(seed, size).replaying_spans(spans.collect(), Policy::NEAREST)
    }

    /// Was all else drawn as before?
    pub(super) fn draws_alike(&self, changes: &[Change], record: &Record) -> bool {
        let variables = outermost(record);
        let mut pairs = self.variables.iter().zip(&variables).enumerate();
        variables.len() == self.variables.len()
            && pairs.all(|(number, (old, new))| {
                is_whole(changes, number) || self.span_alike(changes, old, (record, new))
            })
    }

    fn span_alike(&self, changes: &[Change], old: &Span, (record, new): (&Record, &Span)) -> bool {
        let is_changed =
            |at| changes.iter().any(|c| matches!(c, Change::Choice(of, _) if *of == at));
        let mut pairs = (old.start..old.end).zip(new.start..new.end);
        old.label == new.label
            && old.end - old.start == new.end - new.start
            && pairs.all(|(at, there)| {
                let (old, new) = (&self.record.choices[at], &record.choices[there]);
                old.role == new.role && (is_changed(at) || old.value == new.value)
            })
    }

    /// Is all else shown as before? `covered` says which words may be others.
    pub(super) fn shows_alike(
        &self,
        changes: &[Change],
        shown: &[Binding],
        covered: &[Vec<bool>],
    ) -> bool {
        let mut pairs = self.texts.iter().zip(shown).enumerate();
        pairs.all(|(number, (old, new))| {
            let new = words(&new.value);
            let same = |at: usize| covered[number][at] || old[at] == new[at];
            is_whole(changes, number) || old.len() == new.len() && (0..old.len()).all(same)
        })
    }

    /// What this choice or variable drew there.
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

    /// The number of the variable that this choice belongs to.
    pub(super) fn variable_of(&self, at: usize) -> usize {
        let inside = |span: &Span| (span.start..span.end).contains(&at);
        self.variables.iter().position(inside).unwrap_or_default()
    }
}

fn is_whole(changes: &[Change], number: usize) -> bool {
    changes.iter().any(|change| matches!(change, Change::Variable(of, _) if *of == number))
}

fn outermost(record: &Record) -> Vec<Span> {
    record.spans.iter().filter(|span| span.depth == 0).cloned().collect()
}
