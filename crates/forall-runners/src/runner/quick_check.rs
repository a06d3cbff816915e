//! The simple generational runner: generate and check, then shrink and check.
//!
//! ```text
//!   ┌── generation ──┐          ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! After QuickCheck (Claessen and Hughes, 2000). Sizes grow with the logarithm of the tests run. We
//! depart from the figure in one thing: generation and check are one walk ([`streak`]), which ends at
//! the first false premise, and the inputs of the test that failed are made again from its number.
//!
//! For every day. It costs what the same loop by hand costs: nothing is recorded until a test fails. What it
//! is bad at are premises that seldom hold ([`backjump`](crate::runner::backjump)) and inputs that are seldom
//! drawn ([`fuzz`](crate::runner::fuzz) and [`target`](crate::runner::target), which are led to them).

use forall::block::{Property, streak};
use forall::part::{Budget, Census, Options};
use forall::report::{Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};

/// Runs `property` on fresh inputs until one falsifies it.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let sorted = forall("xs", any::<Vec<i32>>()).check(|(xs, ())| xs.is_sorted());
/// let report = quick_check(&sorted, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "[0, -1]");
/// ```
pub fn quick_check<P: Property>(property: &P, options: &Options) -> Report {
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);

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
                let source = campaign.source(n);
                let test = FailedTest { number: n, source, failure: *failure };
                let counterexample = shrink_failure(property, test, options.shrink_config()); // S, P
                return Report::new(property, options.seed, tally, counterexample.into())
                    .with_observed(census.observed());
            }
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}
