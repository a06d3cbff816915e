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
//! Ours. Nobody knows beforehand which runner a property wants, and one that is right for it is often
//! far better than the rest. So each gets a slice of the tests, and then those get more that make
//! progress; which to try next is a bandit's problem (UCB1; Auer, Cesa-Bianchi and Fischer, 2002).
//! Progress is how far tests come: those that pass count as one, those that a premise turns away as
//! the share of the property that is before it. The first failure wins, and so does a proof.
//!
//! Slices of a runner double, since some begin anew with each: what is done twice is then less than
//! what is new. Nothing depends on the clock unless `options` do, so a seed and a budget name a run.
//!
//! For long runs of a property of which one knows little. With *k* runners, one that is right for it gets at
//! least about one *k*-th of the first tests, and most of the later ones. Shares of what is observed are
//! those of all slices together, each with the bias of its runner.

use forall::block::Property;
use forall::part::{Budget, Census, Options};
use forall::report::{Outcome, Report, Tally};
use forall::source::{Random, Sizes};

/// A runner without parts of its own: others are wrapped in a closure.
pub type Runner<'r, P> = &'r dyn Fn(&P, &Options) -> Report;

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
    runners: &[Runner<'_, P>],
) -> Report {
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);
    let mut arms: Vec<Arm> = (0..runners.len() as u64).map(Arm::new).collect();

    while census.outcome().is_none() && budget.allows(&tally, tally.tests()) {
        let Some(arm) = Arm::most_promising(&mut arms) else { break };
        let mut slice = arm.slice(options, budget.left(&tally));
        if let Some(time) = options.time {
            slice.time = Some(time.saturating_sub(budget.elapsed()));
        }
        let report = runners[arm.index as usize](property, &slice);
        arm.learn(&report);
        tally.add(&report.tally);
        census.add(&report);
        match report.outcome {
            Outcome::Passed | Outcome::GaveUp | Outcome::Vacuous => {}
            Outcome::TooRare => {} // What is rare in a slice may be frequent in all of them.
            _ => return Report { tally, ..report }.with_observed(census.observed()),
        }
    }
    let outcome = census.outcome().unwrap_or_else(|| budget.outcome(&tally));
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}

/// How many tests a runner gets at first.
const FIRST: u64 = 32;

/// What is known of a runner.
#[derive(Debug)]
struct Arm {
    index: u64,
    slices: u64,
    tests: u64,
    /// The sum of the progress of its slices, each at most one.
    progress: f64,
    /// It has nothing to run.
    idle: bool,
}

impl Arm {
    fn new(index: u64) -> Arm {
        Arm { index, slices: 0, tests: 0, progress: 0.0, idle: false }
    }

    /// The one with the best mean, and some more for each the less is known of it.
    fn most_promising(arms: &mut [Arm]) -> Option<&mut Arm> {
        let slices: u64 = arms.iter().map(|arm| arm.slices).sum();
        let busy = arms.iter_mut().filter(|arm| !arm.idle);
        // Of equals the first, so the order of the runners counts.
        busy.rev().max_by(|a, b| a.promise(slices).total_cmp(&b.promise(slices)))
    }

    fn promise(&self, slices: u64) -> f64 {
        let own = self.slices as f64;
        if self.slices == 0 {
            return f64::INFINITY;
        }
        self.progress / own + (2.0 * (slices as f64).ln() / own).sqrt()
    }

    /// What the next slice may spend: other tests than the ones before it, of sizes that go on from
    /// where they were.
    fn slice(&self, options: &Options, left: u64) -> Options {
        let most = FIRST.saturating_mul(1 << self.slices.min(40));
        let sizes = match options.sizes {
            Sizes::Log2(plus) => Sizes::Log2(plus + (self.tests + 1).ilog2()),
            other => other,
        };
        let seed = match (self.index, self.slices) {
            (0, 0) => options.seed,
            (index, slices) => Random::of_test(options.seed, index << 32 | slices).word(),
        };
        Options { seed, tests: most.min(left), sizes, ..options.clone() }
    }

    fn learn(&mut self, report: &Report) {
        let nodes = report.notes.len().max(1) as f64;
        let turned_away = report.tally.by_node.iter().enumerate();
        let partly: f64 = turned_away.map(|(at, count)| at as f64 / nodes * *count as f64).sum();
        let tests = report.tally.tests();
        self.slices += 1;
        self.tests += tests;
        self.idle = tests == 0;
        self.progress += (report.tally.passed as f64 + partly) / tests.max(1) as f64;
    }
}
