//! The collecting runner: does not stop at the first failure.
//!
//! ```text
//!   ┌── generation ──┐               ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ failures ─▶ │   S ◀──▶ C    │ ──▶ P, each
//!   └────────────────┘               └───────────────┘
//! ```
//!
//! After Hypothesis, which goes on for a while too: a property may be false for several reasons, and
//! the one that is found first need not be the one to mend first. Failures are told apart by their
//! origin: where they panicked, or that the predicate was false. We depart from it in that the run
//! is as long as one that passes.
//!
//! For a first look at code that fails in many ways. Each origin is shrunk by itself, with what a run may
//! spend on that, so a run with five origins takes five times as long to shrink.

use forall::block::{Property, streak};
use forall::part::{Budget, Census, Options};
use forall::report::{Failure, Outcome, Report, Tally, Verdict};
use forall::shrink::{FailedTest, ShrinkConfig, shrink_failure};

/// Runs all tests of `property`, and shrinks the first failure of each origin.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, collect};
///
/// let property = forall("x", 0..1000_u32).check(|(x, ())| {
///     assert!(*x < 900, "much too large");
///     assert!(*x < 400, "too large");
/// });
/// let report = collect(&property, &Options::default());
/// let all = report.counterexample().into_iter().chain(&report.also);
/// let mut shrunk: Vec<&str> = all.map(|found| &*found.shrunk[0].value).collect();
/// shrunk.sort();
/// assert_eq!(shrunk, ["400", "900"]);
/// ```
pub fn collect<P: Property>(property: &P, options: &Options) -> Report {
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);
    let mut failed = 0;
    let mut failures: Vec<(u64, Failure)> = Vec::new();

    // A test that fails counts as if it had passed, until the end: the run has to come to one.
    while let Some(tests) = budget.grant(&tally) {
        let (n, verdict) = streak(property, &campaign, tests.clone()); // G ◀──▶ C
        tally.passed += n - tests.start;
        census.count(property, &campaign, tests.start..n);
        match verdict {
            Verdict::Pass if census.outcome().is_some() => break,
            Verdict::Pass => {}
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                tally.passed += 1;
                failed += 1;
                if !failures.iter().any(|(_, known)| known.origin == failure.origin) {
                    failures.push((n, *failure));
                }
            }
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    tally.passed -= failed;
    let found = failures.into_iter().enumerate().map(|(i, (n, failure))| {
        let test = FailedTest { number: n, source: campaign.source(n), failure };
        // Reports print the explanation of the first failure only.
        let config = ShrinkConfig { explain: options.explain && i == 0, ..options.shrink_config() };
        shrink_failure(property, test, config) // S, P
    });
    let mut found = found.collect::<Vec<_>>().into_iter();
    let outcome = found.next().map_or(outcome, Outcome::from);
    let report =
        Report::new(property, options.seed, tally, outcome).with_observed(census.observed());
    Report { also: found.collect(), ..report }
}
