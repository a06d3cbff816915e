//! The targeted runner: generate or change, check and score, and keep what scores well.
//!
//! ```text
//!   ┌───────── targeting ─────────┐          ┌── shrinking ──┐
//!   │  ┌ pool ┐                   │          │               │
//!   │  │ G  M │ ────────────▶  C  │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │  └──────┘ ◀──── F ◀──────┘  │          └───────────────┘
//!   └─────────────────────────────┘
//! ```
//!
//! After targeted testing (Löscher and Sagonas, 2017) as "Programmable Property-Based Testing" writes it:
//! the feedback is a function of the inputs and not of what they did. We depart from it as
//! [`fuzz`](crate::runner::fuzz) does in that the pool is revised after every change, and that a run begins
//! with what earlier ones kept.

use forall::block::{Attempt, Property, check, mutate, observe};
use forall::feedback::score_of;
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{Budget, Census, Growth, Options, begin, found};
use forall::pool::{Climb, Directive, Energy, Resetting, Seed, SeedPool, Utility};
use forall::report::{Report, Tally, Verdict};
use forall::source::Random;

/// Runs `property` on inputs that score ever better, until one falsifies it. The score is what the property
/// wants to `maximize`, less what it wants to `minimize`; the search climbs, and begins anew when a
/// thousand changes have not led further up.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, target};
///
/// let sums = property! {
///     forall xs: Vec<u8>;
///     maximize xs.iter().map(|x| f64::from(*x)).sum::<f64>();
///     check xs.iter().map(|x| u32::from(*x)).sum::<u32>() < 50_000
/// };
/// assert!(target(&sums, &Options { tests: 20_000, ..Options::default() }).counterexample().is_some());
/// ```
pub fn target<P: Property>(property: &P, options: &Options) -> Report {
    let score = |inputs: &P::Inputs| score_of(&observe(property, inputs));
    let mut pool = Resetting::new(Energy::Fixed(1_000));
    target_with(property, score, &mut Climb, &mut pool, options)
}

/// Runs `property` on what `pool` asks for, and tells `pool` of inputs whose `score` is useful.
///
/// ```
/// use forall::pool::{Climb, Static};
/// use forall::property::forall;
/// use forall::runner::{Options, target_with};
///
/// let small = forall("x", 0..1_000_000_u32).check(|(x, ())| *x != 999_999);
/// let score = |(x, ()): &(u32, ())| f64::from(*x);
/// let options = Options { tests: 5_000, ..Options::default() };
/// let report = target_with(&small, score, &mut Climb, &mut Static::new(), &options);
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "999999");
/// ```
pub fn target_with<P: Property>(
    property: &P,
    score: impl Fn(&P::Inputs) -> f64,
    utility: &mut impl Utility<f64>,
    pool: &mut impl SeedPool<Attempt<P::Inputs>, f64>,
    options: &Options,
) -> Report {
    let (campaign, mut budget) = (options.campaign(), Budget::new(options));
    let mut tally = Tally::default();
    let (mut census, mut growth) = (Census::new(property), Growth::default());
    let mut earlier = options.earlier();
    let mut mutator = Mutator::new(Random::from_seed(!options.seed));

    let outcome = loop {
        if budget.grant(&tally).is_none() {
            // Neighbours are alike, so a share says little before all tests are run.
            break census.outcome().unwrap_or_else(|| budget.outcome(&tally));
        }
        let n = tally.tests();
        let kept = earlier.next();
        let directive = if kept.is_some() { Directive::Generate } else { pool.sample() };
        let mutated = matches!(directive, Directive::Mutate(_));
        let made = match directive {
            Directive::Generate => begin(property, kept, campaign.source(n), &mut || ()), // G
            Directive::Mutate(seed) => {
                let source = mutator.source(&seed.input.record, &[], options.sizes.of(n));
                mutate(property, &seed.input, source, &mut || ()) // M
            }
        };
        if mutated {
            pool.revise();
        }
        let verdict = match &made.inputs {
            Ok(inputs) => check(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        match (verdict, &made.inputs) {
            (Verdict::Fail(failure), _) => {
                break found(property, (n, made), *failure, options).into(); // S, P
            }
            (Verdict::Pass, inputs) => {
                tally.passed += 1;
                inputs.iter().for_each(|inputs| census.look(property, inputs));
                let score = |inputs| panics::catch(|| score(inputs)).ok();
                let feedback = inputs.as_ref().ok().and_then(score).unwrap_or(f64::NAN); // F
                if utility.useful(pool, &feedback) {
                    let worth = utility.utility(pool, &feedback);
                    utility.learn(&feedback);
                    mutator.learn(&made.record);
                    growth.keep_scored(feedback);
                    options.keep(&made.record, &growth);
                    pool.invest(Seed::new(made, feedback, worth));
                }
            }
            (Verdict::Discard(premise), _) => tally.discard(premise),
            (Verdict::Reject(variable, reason), _) => tally.reject(variable, reason),
        }
    };
    let report =
        Report::new(property, options.seed, tally, outcome).with_observed(census.observed());
    report.guided_by(|names| names.push("score"), growth.progress())
}
