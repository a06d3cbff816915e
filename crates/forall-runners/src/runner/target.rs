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

use forall::block::{Attempt, Property, check};
use forall::feedback::{Feedback, Probes, Reducer, Scored, Scores};
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{
    Direction, GuidedInputs, Instrumented, Options, ScoreSearch, Session,
    counterexample_from_attempt,
};
use forall::pool::{Energy, HillClimbing, Resetting, SeedPool, Utility};
use forall::report::{Report, Verdict};
use forall::source::Random;

/// Runs `property` on inputs with better and better scores until one falsifies it. The score is the sum of
/// the values to `maximize` minus the sum of those to `minimize`: those that the property declares, and those that
/// the code under test [records](forall::feedback::maximize()). The search climbs, and starts over when a thousand
/// mutations have not improved the score.
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
/// If there is nothing to maximize or minimize in the first thousand tests that pass, or in all of them if there are
/// fewer.
#[track_caller]
pub fn target<P: Property>(property: &P, options: &Options) -> Report {
    let mut pool = Resetting::new(Energy::Fixed(1_000));
    let mut instruments = (Scores, Probes);
    let mut instrumented = Instrumented::new(property, &mut instruments);
    let mut feedback = Feedback::new();
    let mut direction = Direction::new(NO_SCORE);
    let run = |attempt: &Attempt<P::Inputs>| {
        let verdict = instrumented.run(attempt, &mut feedback);
        let score = score_in(&feedback);
        direction.add_test(&verdict, score.is_some());
        ScoredTest { verdict, score: score.unwrap_or(f64::NAN) }
    };
    let report = climb(property, run, &mut HillClimbing, &mut pool, options);
    direction.finish(&report);
    report
}

const NO_SCORE: &str = "the runner `target` follows scores, and this property has none: add `maximize` or `minimize` \
                        to it, or choose a runner that needs no score, such as `fuzz`";

/// Returns the score in the feedback of a test, if it has any.
fn score_in(feedback: &Feedback) -> Option<f64> {
    let is_score = |reducer| matches!(reducer, Reducer::Max | Reducer::Min);
    feedback.entries().iter().any(|entry| is_score(entry.reducer)).then(|| feedback.score())
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
    let run = |attempt: &Attempt<P::Inputs>| {
        let verdict = match &attempt.inputs {
            Ok(inputs) => check(property, inputs),
            Err(verdict) => verdict.clone(),
        };
        let passed = attempt.inputs.as_ref().ok().filter(|_| verdict == Verdict::Pass);
        let score = passed.and_then(|inputs| panics::catch(|| score(inputs)).ok());
        ScoredTest { verdict, score: score.unwrap_or(f64::NAN) }
    };
    climb(property, run, utility, pool, options)
}

/// The verdict of a test, and its score if it passed.
struct ScoredTest {
    verdict: Verdict,
    score: f64,
}

/// Searches for high scores with tests that `run` runs.
fn climb<P: Property>(
    property: &P,
    mut run: impl FnMut(&Attempt<P::Inputs>) -> ScoredTest,
    utility: &mut impl Utility<f64>,
    pool: &mut impl SeedPool<Attempt<P::Inputs>, f64>,
    options: &Options,
) -> Report {
    let mut session = Session::new(property, options);
    let mut mutator = Mutator::new(Random::from_seed(options.seed));
    options.begin_corpus(|names| names.push("score"));
    let inputs = GuidedInputs::new(property, options, &mut mutator);
    let mut search = ScoreSearch::new(inputs, utility, pool);

    let report = loop {
        let n = session.tests();
        if !session.has_budget(n) {
            break session.finish();
        }
        session.limit_large_tests(search.fresh());
        let attempt = search.next(session.campaign(), n); // G or M
        let ScoredTest { verdict, score } = run(&attempt); // C and F
        match verdict {
            Verdict::Pass => {
                session.pass_inputs(attempt.inputs.as_ref().ok());
                search.learn(attempt, score);
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
