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
//! `maximize` and `exists` are the two other questions that targeted testing answers (Löscher and Sagonas,
//! 2017): which input scores best, and is there one at all? The loop is that of
//! [`target`](crate::runner::target), line for line, where no test fails; what is kept is the best.

use std::rc::Rc;

use forall::block::{Attempt, Property, check, mutate, observe};
use forall::feedback::score_of;
use forall::mutation::Mutator;
use forall::panics;
use forall::part::{Budget, Growth, Options, begin};
use forall::pool::{Climb, Directive, Energy, Resetting, Seed, SeedPool, Utility};
use forall::report::{Tally, Verdict};
use forall::source::Random;

/// The best input of a search.
#[derive(Clone, Debug)]
pub struct Best<Inputs> {
    /// The input.
    pub inputs: Inputs,
    /// How well it scores.
    pub score: f64,
    /// The number of the test that found it.
    pub test: u64,
}

/// Finds the inputs for which `score` is greatest, among those that the premises of `property` let pass.
/// What its predicate says does not matter. There are none if no premise ever holds.
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
    search(property, |inputs, _| score(inputs), &mut Climb, pool, options)
}

/// Finds inputs for which `property` holds, premises and predicate. The search climbs by what the property
/// wants to `maximize` and `minimize`.
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
pub fn exists<P: Property>(property: &P, options: &Options) -> Option<Best<P::Inputs>> {
    let score = |inputs: &P::Inputs| score_of(&observe(property, inputs));
    let witness = |inputs: &P::Inputs, holds| if holds { f64::INFINITY } else { score(inputs) };
    let pool = Resetting::new(Energy::Fixed(1_000));
    let best = search(property, witness, &mut Climb, pool, options)?;
    (best.score == f64::INFINITY).then(|| Best { score: score(&best.inputs), ..best })
}

/// Finds the inputs with the greatest `score` among those that the premises of `property` let pass, on what
/// `pool` asks for, and tells `pool` of inputs whose score is useful. The score is also told whether
/// the predicate holds; nothing is better than infinity, so that ends the search.
///
/// ```
/// use forall::pool::{Climb, Static};
/// use forall::property::forall;
/// use forall::runner::{Options, search};
///
/// let even = forall("x", 0..10_000).check(|(x, ())| x % 2 == 0);
/// let score = |(x, ()): &(i32, ()), holds: bool| f64::from(*x) - if holds { 0.0 } else { 1e9 };
/// let options = Options { tests: 5_000, ..Options::default() };
/// let best = search(&even, score, &mut Climb, Static::new(), &options).unwrap();
/// assert_eq!(best.inputs, (9_998, ()));
/// ```
pub fn search<P: Property>(
    property: &P,
    score: impl Fn(&P::Inputs, bool) -> f64,
    utility: &mut impl Utility<f64>,
    mut pool: impl SeedPool<Rc<Attempt<P::Inputs>>, f64>,
    options: &Options,
) -> Option<Best<P::Inputs>> {
    let (campaign, mut budget) = (options.campaign(), Budget::new(options));
    let (mut tally, mut growth) = (Tally::default(), Growth::default());
    let mut best: Option<Scored<P>> = None;
    let mut mutator = Mutator::new(Random::from_seed(!options.seed));
    let mut earlier = options.earlier();

    while budget.grant(&tally).is_some() && !best.as_ref().is_some_and(Scored::is_greatest) {
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
            (verdict @ (Verdict::Pass | Verdict::Fail(_)), Ok(inputs)) => {
                tally.passed += 1;
                let holds = matches!(verdict, Verdict::Pass);
                let score = panics::catch(|| score(inputs, holds)).unwrap_or(f64::NAN); // F
                let made = Rc::new(made);
                if best.as_ref().is_none_or(|best| best.score.is_nan() || score > best.score) {
                    best = Some(Scored { made: made.clone(), score, test: n });
                }
                if utility.useful(&pool, &score) {
                    let worth = utility.utility(&pool, &score);
                    utility.learn(&score);
                    mutator.learn(&made.record);
                    growth.keep_scored(score);
                    options.keep(&made.record, &growth);
                    pool.invest(Seed::new(made, score, worth));
                }
            }
            // A domain that panicked made nothing to score.
            (Verdict::Pass | Verdict::Fail(_), Err(_)) => tally.passed += 1,
            (Verdict::Discard(premise), _) => tally.discard(premise),
            (Verdict::Reject(variable, reason), _) => tally.reject(variable, reason),
        }
    }
    drop(pool);
    best.and_then(Scored::own)
}

/// Inputs that the pool may hold too.
struct Scored<P: Property> {
    made: Rc<Attempt<P::Inputs>>,
    score: f64,
    test: u64,
}

impl<P: Property> Scored<P> {
    fn is_greatest(&self) -> bool {
        self.score == f64::INFINITY
    }

    /// The inputs alone, when the pool is gone.
    fn own(self) -> Option<Best<P::Inputs>> {
        let Scored { made, score, test } = self;
        Some(Best { inputs: Rc::into_inner(made)?.inputs.ok()?, score, test })
    }
}
