//! The portfolio runner: several runners share one budget.
//!
//! ```text
//!   ┌──────── slices ────────┐
//!   │  bandit ──▶ runner 1   │
//!   │    ▲   └──▶ runner 2   │ ─ fail ▶ its report
//!   │    └── progress ──┘    │
//!   └────────────────────────┘
//! ```
//!
//! Our own. It is not known in advance which runner suits a property, and the right one is often far better
//! than the others. So each gets a slice of the tests, and those that make progress get more; which to try
//! next is a bandit problem ([`Bandit`]). Progress is how far tests get: a test that passes counts as one,
//! and a test that a premise discards as the share of the property before that premise. The first failure
//! ends the run, and so does a proof.
//!
//! The slices of a runner double, since some runners start over in each: then most work of a slice is new.
//! Nothing depends on the clock unless the options do, so a seed and a budget determine a run.
//!
//! Use it for long runs of a property that you know little about. With *k* runners, the right one gets at least
//! about one *k*-th of the first tests, and most of the later ones. Statistics are those of all slices
//! together, each with the bias of its runner.

use forall::block::Property;
use forall::part::{Bandit, Options, Session};
use forall::report::{Outcome, Report};
use forall::source::Random;

/// A runner that takes a property and options. Wrap one that takes more in a closure.
pub type PortfolioRunner<'r, P> = &'r dyn Fn(&P, &Options) -> Report;

/// The number of tests in the first slice of a runner.
const FIRST_SLICE: u64 = 32;

/// Runs `property` under these runners in turn until one of them falsifies it.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, backjump, enumerate, portfolio, quick_check};
///
/// let rare = property! {
///     forall a in 0..1_000_u32;
///     forall b in 0..1_000_u32;
///     implies a + 1 == *b;
///     forall c in 0..1_000_u32;
///     implies b + 1 == *c;
///     check *c < 900
/// };
/// let report = portfolio(&rare, &Options::default(), &[&quick_check, &backjump, &enumerate]);
/// assert_eq!(report.counterexample().unwrap().shrunk[2].value, "900");
/// ```
pub fn portfolio<P: Property>(
    property: &P,
    options: &Options,
    runners: &[PortfolioRunner<'_, P>],
) -> Report {
    let mut session = Session::new(property, options);
    let mut bandit = Bandit::new(runners.len());
    let mut tests = vec![0; runners.len()];

    while session.may_continue(session.tests()) {
        let Some(arm) = bandit.choose() else { break };
        let slice = Slice { arm: arm as u64, number: bandit.pulls(arm), tests_before: tests[arm] };
        let report = runners[arm](property, &slice.options(session.remaining()));
        bandit.reward(arm, progress(&report));
        tests[arm] += report.tally.tests();
        if report.tally.tests() == 0 {
            bandit.retire(arm);
        }
        session.add(&report);
        match report.outcome {
            Outcome::Passed | Outcome::GaveUp | Outcome::Vacuous => {}
            Outcome::InsufficientCoverage => {} // Something rare in a slice may be frequent in all of them.
            _ => return session.end_with(report),
        }
    }
    session.finish()
}

/// A share of the budget for one runner.
struct Slice {
    arm: u64,
    /// Counts the slices of this runner, from 0.
    number: u64,
    /// The number of tests in its earlier slices.
    tests_before: u64,
}

impl Slice {
    /// Returns the options of the slice: tests that differ from those of other slices, with sizes that
    /// continue where the last slice of this runner ended.
    fn options(&self, remaining: Options) -> Options {
        let most = FIRST_SLICE.saturating_mul(1 << self.number.min(40));
        let sizes = remaining.sizes.after(self.tests_before);
        let seed = if self.arm == 0 && self.number == 0 {
            remaining.seed
        } else {
            Random::for_test(remaining.seed, self.arm << 32 | self.number).word()
        };
        Options { seed, tests: most.min(remaining.tests), sizes, ..remaining }
    }
}

/// Returns how far the tests of a slice got on average, from 0 to 1.
fn progress(report: &Report) -> f64 {
    let nodes = report.nodes.len().max(1) as f64;
    let discarded = report.tally.by_node.iter().enumerate();
    let partly: f64 = discarded.map(|(at, count)| at as f64 / nodes * *count as f64).sum();
    (report.tally.passed as f64 + partly) / report.tally.tests().max(1) as f64
}
