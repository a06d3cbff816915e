//! The targeted runner: generate or mutate, check and score, and keep inputs with good scores.
//!
//! ```text
//!   ┌───────── targeting ─────────┐          ┌── shrinking ──┐
//!   │  ┌ pool ┐                   │          │               │
//!   │  │ G  M │ ────────────▶  C  │ ─ fail ▶ │   S ◀──▶ C    │ ──▶ P
//!   │  └──────┘ ◀──── F ◀──────┘  │          └───────────────┘
//!   └─────────────────────────────┘
//! ```
//!
//! After targeted testing (Löscher and Sagonas, 2017) as "Programmable Property-Based Testing" presents it:
//! the feedback is a function of the inputs, and not of the behaviour of the code under test. We depart from
//! it in two things, like [`fuzz`](crate::runner::fuzz): the pool is revised after every mutation, and a run
//! begins with the inputs that earlier runs saved.
//!
//! Use it if you can compute how close an input is to a failure. It costs a recording of every test, and the
//! score of every test that passes.

use forall::block::{Attempt, Observation, Property, check, observe, regenerate};
use forall::feedback::score_of;
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{GuidedInputs, Options, ScoreSearch, Session, counterexample_from_attempt};
use forall::pool::{Energy, HillClimbing, Resetting, SeedPool, Utility};
use forall::property::{NodeKind, ObservationKind, nodes};
use forall::report::{Report, Verdict};
use forall::source::Random;

/// Runs `property` on inputs with better and better scores until one falsifies it. The score is the sum of
/// the values to `maximize` minus the sum of those to `minimize`. The search climbs, and starts over when a
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
///
/// # Panics
///
/// If the property has nothing to maximize or minimize.
#[track_caller]
pub fn target<P: Property>(property: &P, options: &Options) -> Report {
    assert!(has_score(property, options), "{NO_SCORE}");
    let score = |inputs: &P::Inputs| score_of(&observe(property, inputs));
    let mut pool = Resetting::new(Energy::Fixed(1_000));
    target_with(property, score, &mut HillClimbing, &mut pool, options)
}

const NO_SCORE: &str = "the runner `target` follows scores, and this property has none: add `maximize` or `minimize` \
                        to it, or choose a runner that needs no score, such as `fuzz`";

/// Returns whether the property has something to maximize or minimize. Observes its first inputs for that.
fn has_score<P: Property>(property: &P, options: &Options) -> bool {
    let observes = nodes(property).iter().any(|info| info.kind == NodeKind::Observe);
    observes
        && (0..MAX_OBSERVED_TESTS).all(|n| {
            let case = regenerate(property, options.campaign().source(n));
            let observations =
                case.and_then(|case| panics::catch(|| observe(property, &case.inputs)).ok());
            // Inputs that cannot be observed, because a premise does not hold, say nothing about the property.
            observations.is_none_or(|observations| observations.iter().any(is_score))
        })
}

/// The number of tests that are observed to find out whether there is a score.
const MAX_OBSERVED_TESTS: u64 = 8;

fn is_score(observation: &Observation) -> bool {
    matches!(observation.kind, ObservationKind::Maximize | ObservationKind::Minimize)
}

/// Runs `property` on the inputs that `pool` requests, and adds those with a useful `score` to it.
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
        session.limit_large_tests(search.fresh());
        let attempt = search.next(session.campaign(), n); // G or M
        let verdict = match &attempt.inputs {
            Ok(inputs) => check(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        match verdict {
            Verdict::Pass => {
                let inputs = attempt.inputs.as_ref().ok();
                session.pass_inputs(inputs);
                let scored = inputs.and_then(|inputs| panics::catch(|| score(inputs)).ok()); // F
                search.learn(attempt, scored.unwrap_or(f64::NAN));
            }
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => {
                let found =
                    counterexample_from_attempt(property, n, attempt, *failure, session.options()); // S, P
                break session.end(found.into());
            }
        }
    };
    report.with_guidance(|names| names.push("score"), search.progress())
}
