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
use forall::report::{Found, Outcome, Report, Tally, Verdict};
use forall::runner::Options;
use forall::shrink::counterexample;
use forall::source::{Choices, End, Mismatch, Policy, Source};

/// Runs test `n` of the campaign that `options` name, and shrinks it again if it fails again.
pub fn replay<P: Property>(property: &P, options: &Options, n: u64) -> Report {
    replay_source(property, options, (n, options.campaign().source(n)))
}

/// Runs the test that these choices make, and shrinks it again if it fails again. Where they do not
/// fit the domains any more, those nearest to them are taken.
pub fn replay_choices<P: Property>(property: &P, options: &Options, choices: &Choices) -> Report {
    let policy = Policy { mismatch: Mismatch::Nearest, end: End::Simplest };
    let mut report =
        replay_source(property, options, (0, Source::replay(choices.0.clone(), policy)));
    if let Outcome::Falsified(counterexample) = &mut report.outcome {
        counterexample.found = Found::Choices;
    }
    report
}

/// Runs the test that this source makes, and shrinks it if it fails. `n` is what it is called.
pub fn replay_source<P: Property>(
    property: &P,
    options: &Options,
    (n, source): (u64, Source),
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
            counterexample(property, (n, source), *failure, options.means()).into()
        }
    };
    Report::new(property, options.seed, tally, outcome)
}
