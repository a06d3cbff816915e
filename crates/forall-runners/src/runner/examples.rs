//! The runner of examples: inputs that somebody wrote down.
//!
//! ```text
//!   ┌─ each in turn ─┐          ┌── shrinking ──┐
//!   │       C        │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! After the `example` of Hypothesis, which does not shrink them.
//! They are no part of the random run, and none of its figures: each is checked once, in order. One
//! that fails is shrunk like any other if its domains can tell its choices. If not, it is left as it is:
//! it may be none of their values.

use forall::block::{Property, check, invert};
use forall::part::Options;
use forall::report::{Outcome, Report, Tally, Verdict};
use forall::shrink::shrink_inputs;
use forall::source::Provenance;

/// Runs `property` on these inputs until one falsifies it. An example that a premise turns away tests
/// nothing, which its author should know: the run is then vacuous.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, examples};
///
/// let property = property! { forall x: u32; check *x != 7 };
/// let report = examples(&property, &Options::default(), vec![(1, ()), (7, ())]);
/// assert!(report.to_string().contains("found by example 2"));
/// ```
pub fn examples<P: Property>(property: &P, options: &Options, examples: Vec<P::Inputs>) -> Report {
    let mut tally = Tally::default();
    let mut idle = None;
    for (i, inputs) in examples.into_iter().enumerate() {
        match check(property, &inputs) {
            Verdict::Pass => tally.passed += 1,
            Verdict::Discard(premise) => {
                tally.discard(premise);
                idle = idle.or(Some(i + 1));
            }
            Verdict::Reject(variable, reason) => {
                tally.reject(variable, reason);
                idle = idle.or(Some(i + 1));
            }
            Verdict::Fail(failure) => {
                let mut config = options.shrink_config();
                if invert(property, &inputs).is_none() {
                    config.limits.tries = 0;
                }
                let mut told = shrink_inputs(property, inputs, *failure, config);
                told.provenance = Provenance::Example;
                told.number = i as u64 + 1;
                return Report::new(property, options.seed, tally, told.into());
            }
        }
    }
    let outcome = if idle.is_some() { Outcome::Vacuous } else { Outcome::Passed };
    Report { idle_example: idle, ..Report::new(property, options.seed, tally, outcome) }
}
