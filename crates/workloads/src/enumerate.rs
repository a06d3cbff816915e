//! All inputs of a size, as a list.
//!
//! The runner [`enumerate`](forall::runner::enumerate) runs what it makes. This is for those who want the
//! inputs themselves: all smaller terms to shrink to, or all that are smaller than the smallest
//! counterexample that is known.

use forall::block::{Property, generate};
use forall::source::{ChoiceValue, Constraint, Policy, Record, Source};

/// All inputs of a size: nothing where a domain rejects the choices.
#[derive(Debug)]
pub struct Inputs<'p, P> {
    property: &'p P,
    size: u32,
    /// The choices to be made next.
    next: Option<Vec<ChoiceValue>>,
}

impl<'p, P: Property> Inputs<'p, P> {
    /// From the simplest on.
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

/// The choices that come after these; none after the last.
fn successor(record: &Record) -> Option<Vec<ChoiceValue>> {
    let value = |at: usize| &record.choices[at].value;
    (0..record.choices.len()).rev().find_map(|at| {
        let next = following(record.constraint(at), value(at))?;
        Some((0..at).map(|before| value(before).clone()).chain([next]).collect())
    })
}

/// The next value under this constraint; numbers go up from the simplest and then down from it.
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
