//! All inputs of one size.
//!
//! The runner [`enumerate`](forall::runner::enumerate) checks the inputs that it enumerates. This
//! module returns the inputs instead. The tests use it to verify that no counterexample is smaller
//! than the tables say.

use forall::block::{Property, generate};
use forall::source::{ChoiceValue, Constraint, Policy, Record, Source};

/// An iterator over all inputs of a size. It yields `None` for choices that a domain rejects.
#[derive(Debug)]
pub struct Inputs<'p, P> {
    property: &'p P,
    size: u32,
    /// The prefix of choices to replay next.
    next: Option<Vec<ChoiceValue>>,
}

impl<'p, P: Property> Inputs<'p, P> {
    /// Starts with the simplest inputs.
    pub fn of(property: &'p P, size: u32) -> Inputs<'p, P> {
        Inputs { property, size, next: Some(Vec::new()) }
    }
}

impl<P: Property> Iterator for Inputs<'_, P> {
    type Item = Option<P::Inputs>;

    fn next(&mut self) -> Option<Option<P::Inputs>> {
        let values = self.next.take()?;
        let mut source = Source::from_seed(0, self.size).replaying(values, Policy::SIMPLEST);
        let inputs = generate(self.property, &mut source).ok();
        self.next = successor(&source.into_record());
        Some(inputs)
    }
}

/// Returns the prefix of choices that follows these, or `None` after the last.
fn successor(record: &Record) -> Option<Vec<ChoiceValue>> {
    let value = |at: usize| &record.choices[at].value;
    (0..record.choices.len()).rev().find_map(|at| {
        let next = following(record.constraint(at), value(at))?;
        Some((0..at).map(|before| value(before).clone()).chain([next]).collect())
    })
}

/// Returns the next value under this constraint. Integers go up from the simplest, then down from
/// it.
fn following(constraint: &Constraint, value: &ChoiceValue) -> Option<ChoiceValue> {
    match (constraint, value) {
        (Constraint::Bool, ChoiceValue::Bool(false)) => Some(ChoiceValue::Bool(true)),
        (Constraint::Integer { min, max, toward }, ChoiceValue::Integer(x)) => {
            let next = match x {
                x if x >= toward && x < max => x + 1,
                x if x >= toward => toward - 1,
                x => x - 1,
            };
            (next >= *min).then_some(ChoiceValue::Integer(next))
        }
        _ => None,
    }
}
