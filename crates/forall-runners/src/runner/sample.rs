//! The sampling runner: shows inputs and asks nothing of them.
//!
//! ```text
//!   ┌── generation ──┐
//!   │       G        │ ──▶ P, each
//!   └────────────────┘
//! ```
//!
//! After QuickCheck's `sample`, which shows the values of one generator. This shows the inputs of a
//! whole property: those for which the premises hold, and so what a run would test. For a look at a
//! domain before one trusts it. The predicate is not asked.

use std::fmt;

use forall::block::{Patience, Property, print, satisfy};
use forall::part::{Budget, Options};
use forall::report::{Binding, Tally, Verdict};

/// Shows the inputs of the first `options.tests` tests that come to the predicate of `property`.
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
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut samples = Samples::default();

    while budget.allows(&samples.tally, samples.tally.tests()) {
        let n = samples.tally.tests();
        match satisfy(property, &mut campaign.source(n), &mut Patience::none()) {
            Ok(inputs) => {
                samples.tally.passed += 1;
                samples.inputs.push((n, print(property, &inputs))); // P
            }
            Err(Verdict::Reject(variable, reason)) => samples.tally.reject(variable, reason),
            Err(Verdict::Discard(node)) => samples.tally.discard(node),
            // A domain or premise that panics makes no inputs either.
            Err(_) => samples.tally.reject(0, "it panicked"),
        }
    }
    samples
}

/// Inputs, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Samples {
    /// The number of the test, and its inputs.
    pub inputs: Vec<(u64, Vec<Binding>)>,
    /// How many there were, and how many were turned away.
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
            "{} shown, {} turned away",
            self.tally.passed,
            self.tally.tests() - self.tally.passed
        )
    }
}
