//! The targeted runner: generate or mutate, check and score, and keep what scores well.
//!
//! ```text
//!   ┌───────── targeting ─────────┐          ┌── shrinking ──┐
//!   │  ┌ pool ┐                   │          │               │
//!   │  │ G  M │ ────────────▶  C  │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │  └──────┘ ◀──── F ◀──────┘  │          └───────────────┘
//!   └─────────────────────────────┘
//! ```
//!
//! After targeted testing (Löscher and Sagonas, 2017) as "Programmable Property-Based Testing" presents it: the
//! feedback is a function of the inputs, and not of what the code under test did. We depart from it in two
//! things, like [`fuzz`](crate::runner::fuzz): the pool is revised after every mutation, and a run begins with
//! the inputs that earlier runs saved.
//!
//! Use it if you can compute how close an input is to a failure. It costs a recording of every test, and the
//! score of every test that passes.

use forall::block::{Attempt, Property, check, observe};
use forall::feedback::score_of;
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{GuidedInputs, Options, ScoreSearch, Session, counterexample_from_attempt};
use forall::pool::{Energy, HillClimbing, Resetting, SeedPool, Utility};
use forall::report::{Report, Verdict};
use forall::source::Random;

/// Runs `property` on inputs with better and better scores until one falsifies it. The score is what the
/// property wants to `maximize`, less what it wants to `minimize`. The search climbs, and starts over when a
/// thousand mutations have not improved the score.
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
    target_with(property, score, &mut HillClimbing, &mut pool, options)
}

/// Runs `property` on the inputs that `pool` asks for, and invests those whose `score` is useful.
///
/// ```
/// use forall::pool::{HillClimbing, Static};
/// use forall::property::forall;
/// use forall::runner::{Options, target_with};
///
/// let small = forall("x", 0..1_000_000_u32).check(|(x, ())| *x != 999_999);
/// let score = |(x, ()): &(u32, ())| f64::from(*x);
/// let options = Options { tests: 5_000, ..Options::default() };
/// let report = target_with(&small, score, &mut HillClimbing, &mut Static::new(), &options);
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "999999");
/// ```
pub fn target_with<P: Property>(
    property: &P,
    score: impl Fn(&P::Inputs) -> f64,
    utility: &mut impl Utility<f64>,
    pool: &mut impl SeedPool<Attempt<P::Inputs>, f64>,
    options: &Options,
) -> Report {
    let mut session = Session::new(property, options);
    let mut mutator = Mutator::new(Random::from_seed(options.seed));
    let inputs = GuidedInputs::new(property, options, &mut mutator);
    let mut search = ScoreSearch::new(inputs, utility, pool);

    let report = loop {
        let n = session.tests();
        if !session.has_budget(n) {
            break session.finish();
        }
        let made = search.next(n); // G or M
        let verdict = match &made.inputs {
            Ok(inputs) => check(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        match verdict {
            Verdict::Pass => {
                let inputs = made.inputs.as_ref().ok();
                session.pass_inputs(inputs);
                let scored = inputs.and_then(|inputs| panics::catch(|| score(inputs)).ok()); // F
                search.learn(made, scored.unwrap_or(f64::NAN));
            }
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let found = counterexample_from_attempt(property, n, made, *failure, options); // S, P
                break session.end(found.into());
            }
        }
    };
    report.with_guidance(|names| names.push("score"), search.progress())
}
