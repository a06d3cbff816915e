//! The replaying runner: runs one test again.
//!
//! ```text
//!   ┌─ one test ─┐          ┌── shrinking ──┐
//!   │  G ──▶ C   │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────┘          └───────────────┘
//! ```
//!
//! All libraries have one. Test *n* is a function of the seed and *n*, so a replay needs only these.
//! Alternatively, it replays the choices, which remain valid after a change of the seed and after most
//! changes of the domains.

use forall::block::{Property, run};
use forall::part::{Options, Session};
use forall::report::{Outcome, Report, Verdict};
use forall::source::{ChoiceSequence, OnExhausted, OnMismatch, Policy, Provenance, Source};

/// Runs test `n` of the campaign that `options` describe, and shrinks it if it fails.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check, replay};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let options = Options::default();
/// let report = quick_check(&property, &options);
/// let number = report.counterexample().and_then(|found| found.test_number()).unwrap();
/// let again = replay(&property, &options, number);
/// assert_eq!(again.counterexample(), report.counterexample());
/// ```
pub fn replay<P: Property>(property: &P, options: &Options, n: u64) -> Report {
    replay_source(property, options, n, options.campaign().source(n))
}

/// Runs the test with inputs generated from these choices, and shrinks it if it fails. Choices that no longer
/// fit the domains are replaced by the nearest ones that do.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, replay_choices};
/// use forall::source::{ChoiceSequence, ChoiceValue};
///
/// let property = property! { forall xs: Vec<u8>; check xs.len() < 2 };
/// let element = |x| [ChoiceValue::Bool(true), ChoiceValue::Integer(x)];
/// let choices = ChoiceSequence([5, 7, 9].into_iter().flat_map(element).collect());
/// let report = replay_choices(&property, &Options::default(), &choices);
/// let found = report.counterexample().unwrap();
/// assert_eq!((&*found.original[0].value, &*found.shrunk[0].value), ("[5, 7, 9]", "[0, 0]"));
/// ```
pub fn replay_choices<P: Property>(
    property: &P,
    options: &Options,
    choices: &ChoiceSequence,
) -> Report {
    let policy = Policy { mismatch: OnMismatch::Nearest, end: OnExhausted::Simplest };
    let source = Source::replay(choices.0.clone(), policy);
    let mut report = replay_source(property, options, 0, source);
    if let Outcome::Falsified(counterexample) = &mut report.outcome {
        counterexample.provenance = Provenance::Regression;
    }
    report
}

/// Runs the test with inputs generated from `source`, and shrinks it if it fails. The report calls it test `n`.
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
    n: u64,
    source: Source,
) -> Report {
    let mut session = Session::new(property, options);
    match run(property, &mut source.clone()) {
        Verdict::Pass => session.pass_inputs(None),
        Verdict::Discard(premise) => session.discard(premise),
        Verdict::Reject(variable, reason) => session.reject(variable, reason),
        Verdict::Fail(failure) => return session.falsified_from(n, source, *failure), // S, P
    }
    session.finish()
}
