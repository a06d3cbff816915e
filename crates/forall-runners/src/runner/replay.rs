//! The replaying runner: one test once more.
//!
//! ```text
//!   ┌─ one test ─┐          ┌── shrinking ──┐
//!   │  G ──▶ C   │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────┘          └───────────────┘
//! ```
//!
//! All libraries have one. Test *n* is a function of the seed and *n*, so that is all a replay needs; or it
//! has the choices, which survive a change of the seed and most changes of the domains.

use forall::block::{Property, run};
use forall::part::Options;
use forall::report::{Outcome, Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::{Choices, End, Mismatch, Policy, Provenance, Source};

/// Runs test `n` of the campaign that `options` name, and shrinks it again if it fails again.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check, replay};
///
/// let (property, options) = (property! { forall x: u32; check *x < 100 }, Options::default());
/// let report = quick_check(&property, &options);
/// let number = report.counterexample().and_then(|found| found.test_number()).unwrap();
/// let again = replay(&property, &options, number);
/// assert_eq!(again.counterexample(), report.counterexample());
/// ```
pub fn replay<P: Property>(property: &P, options: &Options, n: u64) -> Report {
    replay_source(property, options, n, options.campaign().source(n))
}

/// Runs the test that these choices make, and shrinks it again if it fails again. Where they do not
/// fit the domains any more, those nearest to them are taken.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, replay_choices};
/// use forall::source::{Choices, Value};
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 2 };
/// let element = |x| [Value::Bool(true), Value::Integer(x)];
/// let choices = Choices([5, 7, 9].into_iter().flat_map(element).collect());
/// let report = replay_choices(&property, &Options::default(), &choices);
/// let found = report.counterexample().unwrap();
/// assert_eq!((&*found.original[0].value, &*found.shrunk[0].value), ("[5, 7, 9]", "[0, 0]"));
/// ```
pub fn replay_choices<P: Property>(property: &P, options: &Options, choices: &Choices) -> Report {
    let policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };
    let source = Source::replay(choices.0.clone(), policy);
    let mut report = replay_source(property, options, 0, source);
    if let Outcome::Falsified(counterexample) = &mut report.outcome {
        counterexample.provenance = Provenance::Regression;
    }
    report
}

/// Runs the test that `source` generates, and shrinks it if it fails. The report calls it test `number`.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, replay_source};
/// use forall::source::Source;
///
/// let property = property! { forall x: u8; check *x != 65 };
/// let crash = |bytes| replay_source(&property, &Options::default(), 0, Source::from_bytes(bytes));
/// assert!(crash(b"A").counterexample().is_some() && crash(b"B").passed());
/// ```
pub fn replay_source<P: Property>(
    property: &P,
    options: &Options,
    number: u64,
    source: Source,
) -> Report {
    let mut tally = Tally::default();
    let outcome = match run(property, &mut source.clone()) {
        Verdict::Pass => {
            tally.passed += 1;
            Outcome::Passed
        }
        Verdict::Discard(premise) => {
            tally.discard(premise);
            Outcome::Vacuous
        }
        Verdict::Reject(variable, reason) => {
            tally.reject(variable, reason);
            Outcome::Vacuous
        }
        Verdict::Fail(failure) => {
            let test = FailedTest { number, source, failure: *failure };
            shrink_failure(property, test, options.shrink_config()).into()
        }
    };
    Report::new(property, options.seed, tally, outcome)
}
