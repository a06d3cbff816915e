//! The runner that finds all failures: it does not stop at the first one.
//!
//! ```text
//!   ┌── generation ──┐               ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ failures ─▶ │   S ◀──▶ C    │ ──▶ P, each
//!   └────────────────┘               └───────────────┘
//! ```
//!
//! After Hypothesis, which also goes on for a while: a property may be false for several reasons, and the
//! first one found need not be the one to fix first. Failures are distinguished by their origin: where they
//! panicked, or that the predicate was false. We depart from it in that the run is as long as one that passes.
//!
//! Use it for a first look at code that fails in many ways. Each origin is shrunk by itself, with the whole
//! shrinking budget of a run, so five origins take five times as long to shrink.

use forall::block::{Property, run_batch};
use forall::part::{Options, Session};
use forall::report::{Failure, Report, Verdict};

/// Runs all tests of `property`, and shrinks the first failure of each origin.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, find_all};
///
/// let property = forall("x", 0..1000_u32).check(|(x, ())| {
///     assert!(*x < 900, "much too large");
///     assert!(*x < 400, "too large");
/// });
/// let report = find_all(&property, &Options::default());
/// let all = report.counterexample().into_iter().chain(&report.other_failures);
/// let mut shrunk: Vec<&str> = all.map(|found| &*found.shrunk[0].value).collect();
/// shrunk.sort();
/// assert_eq!(shrunk, ["400", "900"]);
/// ```
pub fn find_all<P: Property>(property: &P, options: &Options) -> Report {
    let mut session = Session::new(property, options);
    let mut failures: Vec<(u64, Failure)> = Vec::new();
    while let Some(batch) = session.next_batch() {
        let (n, verdict) = run_batch(property, &session.campaign(), batch.clone()); // G ◀──▶ C
        session.pass(batch.start..n);
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                session.fail();
                if !failures.iter().any(|(_, known)| known.origin == failure.origin) {
                    failures.push((n, *failure));
                }
            }
        }
    }
    let shrunk = failures.into_iter().map(|(n, failure)| session.counterexample(n, failure)); // S, P
    let mut others: Vec<_> = shrunk.collect();
    if others.is_empty() {
        return session.finish();
    }
    let first = others.remove(0);
    Report { other_failures: others, ..session.end(first.into()) }
}
