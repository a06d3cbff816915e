//! The sampling runner: shows inputs and does not test them.
//!
//! ```text
//!   ┌── generation ──┐
//!   │       G        │ ──▶ P, each
//!   └────────────────┘
//! ```
//!
//! After QuickCheck's `sample`, which shows the values of one generator. This shows the inputs of a whole
//! property: those that satisfy the premises, which are the inputs that a run would test. Use it to look at a
//! domain before you trust it. The predicate is not checked.

use std::fmt;

use forall::block::{Property, RetryPolicy, generate_valid, print};
use forall::part::{Options, Session};
use forall::report::{Binding, Tally, Verdict};

/// Shows the inputs of the first `options.tests` tests that reach the predicate of `property`.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, sample};
///
/// let property = property! {
///     forall x in 0..100_u8;
///     forall y in 0..100_u8;
///     implies x < y;
///     check x <= y
/// };
/// let samples = sample(&property, &Options { tests: 20, ..Options::default() });
/// assert_eq!(samples.inputs.len(), 20);
/// println!("{samples}");
/// ```
pub fn sample<P: Property>(property: &P, options: &Options) -> Samples {
    let mut session = Session::new(property, options);
    let mut inputs = Vec::new();
    while session.has_budget(session.tests()) {
        let n = session.tests();
        session.limit_large_tests(n);
        match generate_valid(property, &mut session.source(n), &mut RetryPolicy::no_retries()) {
            Ok(generated) => {
                session.pass_inputs(None);
                inputs.push((n, print(property, &generated))); // P
            }
            Err(Verdict::Discard(premise)) => session.discard(premise),
            Err(Verdict::Reject(variable, reason)) => session.reject(variable, reason),
            // A domain or premise that panics generates no inputs either.
            Err(_) => session.reject(0, "a domain or premise panicked"),
        }
    }
    Samples { inputs, tally: session.tally().clone() }
}

/// Printed inputs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The inputs of each test, with its number.
    pub inputs: Vec<(u64, Vec<Binding>)>,
    /// The number of tests, and of those that were discarded.
    pub tally: Tally,
}

impl fmt::Display for Samples {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (test, inputs) in &self.inputs {
            writeln!(f, "test {}", test + 1)?;
            for Binding { name, value } in inputs {
                writeln!(f, "  {name} = {value}")?;
            }
        }
        writeln!(
            f,
            "{} shown, {} discarded",
            self.tally.passed,
            self.tally.tests() - self.tally.passed
        )
    }
}
