//! The enumerating runner: all inputs of size 0, all of size 1, and so on.
//!
//! ```text
//!   ┌──── enumeration ─────┐
//!   │  next ──▶ G ──▶ C    │ ─ fail ▶ P
//!   │   ▲─────────────┘    │
//!   └──────────────────────┘
//! ```
//!
//! After SmallCheck (Runciman, Naylor and Lindblad, 2008). What is enumerated is not a type but the
//! choices that the domains draw: the last choice that can be another becomes the next one, and those
//! after it begin anew. So any domain can be enumerated in which few choices make many values. Nothing
//! is shrunk, since what is found first is small.

use std::time::{Duration, Instant};

use forall::block::{Property, check, generate, print};
use forall::report::{Counterexample, Failure, Found, Outcome, Report, Shrinking, Tally, Verdict};
use forall::source::{Constraint, Policy, Record, Source, Value};

/// After how many tests to look at the clock.
const GLANCE: u64 = 64;

/// Runs `property` on all inputs of sizes up to `largest`, as long as there is time.
pub fn enumerate<P: Property>(property: &P, largest: u32, time: Duration) -> Report {
    let began = Instant::now();
    let mut tally = Tally::default();
    for size in 0..=largest {
        for inputs in Inputs::of(property, size) {
            if tally.tests() % GLANCE == 0 && began.elapsed() >= time {
                return Report::new(property, 0, tally, Outcome::GaveUp);
            }
            let Some(inputs) = inputs else {
                tally.rejected += 1;
                continue;
            };
            match check(property, &inputs) {
                Verdict::Pass => tally.passed += 1,
                Verdict::Discard(premise) => tally.discard(premise),
                Verdict::Reject(variable, reason) => tally.reject(variable, reason),
                Verdict::Fail(failure) => {
                    let found = counterexample(property, &inputs, (tally.tests(), size), *failure);
                    return Report::new(property, 0, tally, found.into());
                }
            }
        }
    }
    let outcome = if tally.passed == 0 { Outcome::Vacuous } else { Outcome::Passed };
    Report::new(property, 0, tally, outcome)
}

fn counterexample<P: Property>(
    property: &P,
    inputs: &P::Inputs,
    (number, size): (u64, u32),
    failure: Failure,
) -> Counterexample {
    let shrinking = Shrinking { failure, ..Shrinking::default() };
    let (found, shown) = (Found::Test { number, size }, print(property, inputs));
    let original = shown.clone();
    Counterexample { found, original, shrunk: shown, shrinking, ..Counterexample::default() }
}

/// All inputs of a size: nothing where a domain rejects the choices.
#[derive(Debug)]
pub struct Inputs<'p, P> {
    property: &'p P,
    size: u32,
    /// The choices to be made next.
    next: Option<Vec<Value>>,
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
fn successor(record: &Record) -> Option<Vec<Value>> {
    let value = |at: usize| &record.choices[at].value;
    (0..record.choices.len()).rev().find_map(|at| {
        let next = following(record.constraint(at), value(at))?;
        Some((0..at).map(|before| value(before).clone()).chain([next]).collect())
    })
}

/// The next value under this constraint; numbers go up from the simplest and then down from it.
fn following(constraint: &Constraint, value: &Value) -> Option<Value> {
    match (constraint, value) {
        (Constraint::Bool, Value::Bool(false)) => Some(Value::Bool(true)),
        (Constraint::Integer { min, max, toward }, Value::Integer(x)) => {
            let next = match x {
                x if x >= toward && x < max => x + 1,
                x if x >= toward => toward - 1,
                x => x - 1,
            };
            (next >= *min).then_some(Value::Integer(next))
        }
        _ => None,
    }
}
