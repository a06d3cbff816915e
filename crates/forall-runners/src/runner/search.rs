//! Searching: the targeted runner without a property to falsify.
//!
//! ```text
//!   ┌──────── targeting ────────┐
//!   │  ┌ pool ┐                 │
//!   │  │ G  M │ ◀──▶  C ──▶ F   │ ──▶ the best
//!   │  └──────┘                 │
//!   └───────────────────────────┘
//! ```
//!
//! `maximize` and `exists` are the other two questions that targeted testing answers (Löscher and Sagonas,
//! 2017): which input has the best score, and is there one at all? The loop is that of
//! [`target`](crate::runner::target), over the same [`ScoreSearch`], but no test fails, and the result is the
//! best input.

use std::cell::Cell;
use std::rc::Rc;

use forall::block::{Attempt, Observation, Property, check, observe};
use forall::feedback::score_of;
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{GuidedInputs, Options, ScoreSearch, Session};
use forall::pool::{Energy, HillClimbing, Resetting, SeedPool, Utility};
use forall::property::ObservationKind;
use forall::report::Verdict;
use forall::source::Random;

/// The best input of a search.
#[derive(Clone, Debug)]
pub struct Best<Inputs> {
    /// The input.
    pub inputs: Inputs,
    /// The score of the input.
    pub score: f64,
    /// The number of the test that found the input.
    pub test: u64,
}

/// Finds the inputs with the greatest `score` among those for which the premises of `property` hold. Its
/// predicate does not matter. Returns `None` if its premises never hold.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, maximize};
///
/// let peak = forall("x", -1_000_000..1_000_000).check(|_| true);
/// let score = |(x, ()): &(i32, ())| -f64::from(*x - 31_415).abs();
/// let best = maximize(&peak, score, &Options { tests: 5_000, ..Options::default() }).unwrap();
/// assert_eq!(best.inputs.0, 31_415);
/// ```
pub fn maximize<P: Property>(
    property: &P,
    score: impl Fn(&P::Inputs) -> f64,
    options: &Options,
) -> Option<Best<P::Inputs>> {
    let pool = Resetting::new(Energy::Fixed(1_000));
    search(property, |inputs, _| score(inputs), &mut HillClimbing, pool, options)
}

/// Finds inputs for which the premises and the predicate of `property` hold. The search follows the scores
/// that the property declares with `maximize` and `minimize`.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, exists};
///
/// let root = property! {
///     forall x: u32;
///     minimize f64::from(*x).powi(2).mul_add(1.0, -1e12).abs();
///     check u64::from(*x).pow(2) == 1_000_000_000_000
/// };
/// let found = exists(&root, &Options { tests: 20_000, ..Options::default() });
/// assert_eq!(found.unwrap().inputs.0, 1_000_000);
/// ```
///
/// # Panics
///
/// If it finds none, and the property declares no score that it could have followed.
#[track_caller]
pub fn exists<P: Property>(property: &P, options: &Options) -> Option<Best<P::Inputs>> {
    let has_score = Cell::new(false);
    let score = |inputs: &P::Inputs| {
        let observations = observe(property, inputs);
        has_score.set(has_score.get() || observations.iter().any(is_score));
        score_of(&observations)
    };
    let witness = |inputs: &P::Inputs, holds| if holds { f64::INFINITY } else { score(inputs) };
    let pool = Resetting::new(Energy::Fixed(1_000));
    let best = search(property, witness, &mut HillClimbing, pool, options)?;
    let is_found = best.score == f64::INFINITY;
    assert!(is_found || has_score.get(), "{NO_SCORE}");
    is_found.then(|| Best { score: score(&best.inputs), ..best })
}

const NO_SCORE: &str = "the search `exists` follows scores, and this property has none: add `maximize` or `minimize` \
                        to it";

fn is_score(observation: &Observation) -> bool {
    matches!(observation.kind, ObservationKind::Maximize | ObservationKind::Minimize)
}

/// Finds the inputs with the greatest `score` among those that `pool` requests and that satisfy the premises
/// of `property`. Adds inputs with a useful score to the pool. The second argument of `score` is whether the
/// predicate holds. A score of infinity ends the search.
///
/// ```
/// use forall::pool::{HillClimbing, Static};
/// use forall::property::forall;
/// use forall::runner::{Options, search};
///
/// let even = forall("x", 0..10_000).check(|(x, ())| x % 2 == 0);
/// let score = |(x, ()): &(i32, ()), holds: bool| f64::from(*x) - if holds { 0.0 } else { 1e9 };
/// let options = Options { tests: 5_000, ..Options::default() };
/// let best = search(&even, score, &mut HillClimbing, Static::new(), &options).unwrap();
/// assert_eq!(best.inputs, (9_998, ()));
/// ```
pub fn search<P: Property>(
    property: &P,
    score: impl Fn(&P::Inputs, bool) -> f64,
    utility: &mut impl Utility<f64>,
    mut pool: impl SeedPool<Rc<Attempt<P::Inputs>>, f64>,
    options: &Options,
) -> Option<Best<P::Inputs>> {
    let mut session = Session::new(property, options);
    let mut mutator = Mutator::new(Random::from_seed(options.seed));
    options.begin_corpus(|names| names.push("score"));
    let inputs = GuidedInputs::new(property, options, &mut mutator);
    let mut search = ScoreSearch::new(inputs, utility, &mut pool);
    let mut best: Option<Scored<P>> = None;

    while session.has_budget(session.tests()) && !best.as_ref().is_some_and(Scored::is_greatest) {
        let test = session.tests();
        session.limit_large_tests(search.fresh());
        let attempt = search.next(session.campaign(), test); // G or M
        let verdict = match &attempt.inputs {
            Ok(inputs) => check(property, inputs), // C
            Err(verdict) => verdict.clone(),
        };
        let holds = match verdict {
            Verdict::Pass => true,
            Verdict::Fail(_) => false,
            Verdict::Discard(premise) => {
                session.discard(premise);
                continue;
            }
            Verdict::Reject(variable, reason) => {
                session.reject(variable, reason);
                continue;
            }
        };
        session.pass_inputs(None);
        // A domain that panicked generated nothing to score.
        let Ok(inputs) = &attempt.inputs else { continue };
        let score = panics::catch(|| score(inputs, holds)).unwrap_or(f64::NAN); // F
        let attempt = Rc::new(attempt);
        if best.as_ref().is_none_or(|best| best.score.is_nan() || score > best.score) {
            best = Some(Scored { attempt: attempt.clone(), score, test });
        }
        search.learn(attempt, score);
    }
    drop(search);
    drop(pool); // It may hold the best inputs too.
    best.and_then(Scored::into_best)
}

/// Inputs with their score, which are shared with the pool.
struct Scored<P: Property> {
    attempt: Rc<Attempt<P::Inputs>>,
    score: f64,
    test: u64,
}

impl<P: Property> Scored<P> {
    fn is_greatest(&self) -> bool {
        self.score == f64::INFINITY
    }

    /// Returns the inputs, if they are not shared with the pool any more.
    fn into_best(self) -> Option<Best<P::Inputs>> {
        let inputs = Rc::into_inner(self.attempt)?.inputs.ok()?;
        Some(Best { inputs, score: self.score, test: self.test })
    }
}
