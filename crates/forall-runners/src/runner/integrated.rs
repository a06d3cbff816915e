//! The integrated runner: generate and check, then shrink the choices, generate and check.
//!
//! ```text
//!   ┌── generation ──┐          ┌─── shrinking ────┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │  S ──▶ G ◀──▶ C  │ ──▶ P
//!   └────────────────┘          │  ▲───────────┘   │
//!                               └──────────────────┘
//! ```
//!
//! After RackCheck and Hypothesis (MacIver and Donaldson, 2020): what shrinks is not the value but
//! that of which it was made, so no domain has to say how. We depart from them in that choices have
//! types and roles, and from the figure as [`quick_check`](crate::runner::quick_check) does.
//!
//! For properties whose domains have a shrinker of their own that one does not trust: it is never asked. It
//! costs what `quick_check` costs.

use forall::block::{Property, streak};
use forall::part::{Budget, Census, Options};
use forall::report::{Report, Tally, Verdict};
use forall::shrink::{FailedTest, Integrated, ShrinkConfig, shrink_failure};

/// Runs `property` on fresh inputs until one falsifies it.
///
/// ```
/// use forall::domain::{Domain, any};
/// use forall::property::forall;
/// use forall::runner::{Options, integrated};
///
/// let squares = any::<i32>().mapped(|x| i64::from(x) * i64::from(x));
/// let small = forall("x", squares).check(|(x, ())| *x < 500);
/// let report = integrated(&small, &Options::default());
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "529");
/// ```
pub fn integrated<P: Property>(property: &P, options: &Options) -> Report {
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
                let config = ShrinkConfig { shrinker: &Integrated, ..options.shrink_config() };
                let counterexample = shrink_failure(property, test, config); // S, P
                return Report::new(property, options.seed, tally, counterexample.into())
                    .with_observed(census.observed());
            }
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}
