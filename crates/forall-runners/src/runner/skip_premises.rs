//! The premise-skipping runner: generates inputs and checks the predicate, but not the premises.
//!
//! ```text
//!   ┌── generation ──┐          ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! Our own. Use it for domains that are correct by construction, whose premises only repeat what the domain
//! guarantees and may take longer than the test: a tree that is generated sorted need not be checked for
//! being sorted. All premises of a failing test are checked before the failure is reported, so if the domain
//! is not as correct as thought, the test is discarded and there is no false alarm. A test that passes
//! although it should have been discarded is not noticed.
//!
//! It saves the cost of the premises, and costs a second run of each failing test.

use forall::block::{self, Property, check_predicate, generate};
use forall::panics;
use forall::part::{Options, Session};
use forall::report::{Report, Verdict};
use forall::source::Source;

/// Runs the predicate of `property` on fresh inputs until one falsifies the property.
///
/// ```
/// use forall::domain::Domain;
/// use forall::property::property;
/// use forall::runner::{Options, skip_premises};
///
/// let property = property! {
///     forall even in (0..1000_u32).mapped(|x| 2 * x);
///     implies { std::thread::sleep(std::time::Duration::from_secs(60)); even % 2 == 0 };
///     check (even + 1) % 2 == 1
/// };
/// assert!(skip_premises(&property, &Options::default()).passed());
/// ```
pub fn skip_premises<P: Property>(property: &P, options: &Options) -> Report {
    let mut session = Session::new(property, options);
    while session.may_continue(session.tests()) {
        let n = session.tests();
        match run_without_premises(property, session.source(n)) {
            Verdict::Pass => session.pass(n..n + 1),
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => return session.falsified(n, *failure), // S, P
        }
    }
    session.finish()
}

/// Runs one test. If it does not pass, runs it again with its premises, which may discard it. If it passes
/// then, it is flaky, and counts as failed.
pub(super) fn run_without_premises<P: Property>(property: &P, source: Source) -> Verdict {
    let verdict = panics::catch(|| {
        let inputs = generate(property, &mut source.clone()).ok()?;
        Some(check_predicate(property, &inputs)) // G ◀──▶ C
    });
    match verdict {
        Ok(Some(Verdict::Fail(failure))) => match block::run(property, &mut source.clone()) {
            Verdict::Pass => Verdict::Fail(failure),
            verdict => verdict,
        },
        Ok(Some(verdict)) => verdict,
        _ => block::run(property, &mut source.clone()),
    }
}
