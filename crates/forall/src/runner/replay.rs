//! The replaying runner: one test of a campaign once more.
//!
//! Test *n* is a function of the seed and *n*, so that is all a replay needs.

use forall::block::{Property, run};
use forall::report::{Outcome, Report, Tally, Verdict};
use forall::runner::Options;
use forall::shrink::{Both, counterexample};

/// Runs test `n` of the campaign that `options` name, and shrinks it again if it fails again.
pub fn replay<P: Property>(property: &P, options: &Options, n: u64) -> Report {
    let campaign = options.campaign();
    let mut tally = Tally::default();
    let outcome = match run(property, &mut campaign.source(n)) {
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
            let test = (n, campaign.source(n));
            counterexample(property, test, *failure, &Both, options.limits()).into()
        }
    };
    Report::new(property, options.seed, tally, outcome)
}
