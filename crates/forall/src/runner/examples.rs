//! The runner of examples: inputs that somebody wrote down.
//!
//! They are no part of the random run, and none of its figures: each is checked once, in order. One
//! that fails is shrunk like any other, on its choices if its domains can tell them.

use forall::block::{Property, check};
use forall::report::{Found, Outcome, Report, Tally, Verdict};
use forall::runner::Options;
use forall::shrink::counterexample_of;

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
    let mut outcome = Outcome::Passed;
    for (i, inputs) in examples.into_iter().enumerate() {
        match check(property, &inputs) {
            Verdict::Pass => {
                tally.passed += 1;
                continue;
            }
            Verdict::Discard(premise) => {
                tally.discard(premise);
                outcome = Outcome::Vacuous;
            }
            Verdict::Reject(variable, reason) => {
                tally.reject(variable, reason);
                outcome = Outcome::Vacuous;
            }
            Verdict::Fail(failure) => {
                let mut found = counterexample_of(property, inputs, *failure, options.means());
                found.found = Found::Example(i + 1);
                outcome = found.into();
            }
        }
        break;
    }
    Report::new(property, options.seed, tally, outcome)
}
