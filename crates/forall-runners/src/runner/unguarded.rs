//! The unguarded runner: generate and ask the predicate, but not the premises.
//!
//! ```text
//!   ┌── generation ──┐          ┌── shrinking ──┐
//!   │    G ◀──▶ C    │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   └────────────────┘          └───────────────┘
//! ```
//!
//! For domains that are correct by construction, where a premise says again what the domain sees to,
//! and may take longer than the test: a tree that is made to be sorted need not be asked whether it
//! is. A test that fails is asked all premises before it is believed, so a domain that is not as
//! correct as one thought shows as a test turned away and not as a false alarm. What passes although
//! it should have been turned away does not show.
//!
//! Ours. It saves what the premises cost, and costs a second run of each test that fails.

use forall::block::{self, Property, conclude, generate};
use forall::panics;
use forall::part::{Budget, Census, Options};
use forall::report::{Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::Source;

/// Runs the predicate of `property` on fresh inputs until one falsifies the property.
///
/// ```
/// use forall::domain::Domain;
/// use forall::property::property;
/// use forall::runner::{Options, unguarded};
///
/// let property = property! {
///     forall even in (0..1000_u32).mapped(|x| 2 * x);
///     implies { std::thread::sleep(std::time::Duration::from_secs(60)); even % 2 == 0 };
///     check (even + 1) % 2 == 1
/// };
/// assert!(unguarded(&property, &Options::default()).passed());
/// ```
pub fn unguarded<P: Property>(property: &P, options: &Options) -> Report {
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);

    while census.outcome().is_none() && budget.allows(&tally, tally.tests()) {
        let n = tally.tests();
        match run(property, campaign.source(n)) {
            Verdict::Pass => {
                tally.passed += 1;
                census.count(property, &campaign, n..n + 1);
            }
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => {
                let source = campaign.source(n);
                let test = FailedTest { number: n, source, failure: *failure };
                let found = shrink_failure(property, test, options.shrink_config()); // S, P
                return Report::new(property, options.seed, tally, found.into())
                    .with_observed(census.observed());
            }
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}

/// One test. What does not pass is run again with all premises asked, which may show that it was not
/// one. Where it passes then, it is flaky, and failed all the same.
fn run<P: Property>(property: &P, source: Source) -> Verdict {
    let bold = panics::catch(|| {
        let inputs = generate(property, &mut source.clone()).ok()?;
        Some(conclude(property, &inputs)) // G ◀──▶ C
    });
    match bold {
        Ok(Some(Verdict::Fail(failure))) => match block::run(property, &mut source.clone()) {
            Verdict::Pass => Verdict::Fail(failure),
            verdict => verdict,
        },
        Ok(Some(verdict)) => verdict,
        _ => block::run(property, &mut source.clone()),
    }
}
