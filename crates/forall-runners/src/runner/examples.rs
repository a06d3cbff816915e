//! The runner of examples: inputs written by the author of the property.
//!
//! ```text
//!   ┌─ each in turn ─┐          ┌── shrinking ──┐
//!   │       C        │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! After the `example` of Hypothesis, which does not shrink examples. They are not part of the random run
//! or of its statistics: each is checked once, in order. A failing example is shrunk like any other input if
//! its domains can recover its choices. Otherwise it is left as it is: its values may not belong to the domains.

use forall::block::{Property, check, invert};
use forall::panics;
use forall::part::{Options, Session};
use forall::report::{Counterexample, Failure, Origin, Outcome, Report, Shrinking, Verdict};
use forall::shrink::shrink_inputs;
use forall::source::Provenance;

/// Runs `property` on these inputs until one falsifies it. An example that a premise discards tests nothing,
/// which its author should know: the run is then vacuous. An example that breaks a contract is reported as invalid.
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
    let mut session = Session::new(property, options);
    let mut discarded = None;
    for (i, inputs) in examples.into_iter().enumerate() {
        let verdict = check(property, &inputs); // C
        if matches!(verdict, Verdict::Discard(_) | Verdict::Reject(..)) {
            discarded = discarded.or(Some(i + 1));
        }
        match verdict {
            Verdict::Pass => {
                if let Some(failure) = panics::drop_failure(|| drop(inputs)) {
                    return session.end(dropped(i + 1, failure).into());
                }
                session.pass_inputs(None);
            }
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let mut config = options.shrink_config();
                let is_invalid = matches!(failure.origin, Origin::Contract(_));
                if is_invalid || invert(property, &inputs).is_none() {
                    config.limits.tries = 0;
                }
                let mut shrunk = shrink_inputs(property, inputs, *failure, config); // S, P
                shrunk.provenance = Provenance::Example;
                shrunk.number = i as u64 + 1;
                return session.end(shrunk.into());
            }
        }
    }
    let outcome = if discarded.is_some() { Outcome::Vacuous } else { Outcome::Passed };
    Report { discarded_example: discarded, ..session.end(outcome) }
}

/// Describes an example whose destructor panicked.
fn dropped(number: usize, failure: Failure) -> Counterexample {
    let shrinking = Shrinking { failure, ..Shrinking::default() };
    let provenance = Provenance::Example;
    Counterexample { number: number as u64, provenance, shrinking, ..Counterexample::default() }
}
