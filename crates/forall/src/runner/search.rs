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
//! 2017): which input scores best, and is there one at all?

use std::rc::Rc;

use forall::block::{Attempt, Property, check, mutate, observe};
use forall::feedback::score_of;
use forall::panics;
use forall::pool::{Climb, Directive, Energy, Resetting, Seed, SeedPool, Utility};
use forall::report::{Tally, Verdict};
use forall::runner::{Budget, Options, begin};
use forall::source::{Mutator, Random};

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
    let mut best: Option<Scored<P>> = None;
    search(property, &score, options, &mut |scored, _| {
        if best.as_ref().is_none_or(|best| scored.score > best.score) {
            best = Some(scored);
        }
        false
    });
    best.and_then(Scored::own)
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
    let mut found: Option<Scored<P>> = None;
    search(property, &score, options, &mut |scored, holds| {
        if holds {
            found = Some(scored);
        }
        holds
    });
    found.and_then(Scored::own)
}

/// Inputs that the pool may hold too.
struct Scored<P: Property> {
    made: Rc<Attempt<P::Inputs>>,
    score: f64,
    test: u64,
}

impl<P: Property> Scored<P> {
    /// The inputs alone, when the pool is gone.
    fn own(self) -> Option<Best<P::Inputs>> {
        let Scored { made, score, test } = self;
        Some(Best { inputs: Rc::into_inner(made)?.inputs.ok()?, score, test })
    }
}

/// Climbs. `each` is told of all inputs that no premise turned away, and whether the predicate holds; it
/// says whether to end.
fn search<P: Property>(
    property: &P,
    score: &dyn Fn(&P::Inputs) -> f64,
    options: &Options,
    each: &mut dyn FnMut(Scored<P>, bool) -> bool,
) {
    let (campaign, mut budget) = (options.campaign(), Budget::new(options));
    let (mut tally, mut utility) = (Tally::default(), Climb);
    let mut pool: Resetting<Rc<Attempt<P::Inputs>>, f64> = Resetting::new(Energy::Fixed(1_000));
    let mut mutator = Mutator::new(Random::from_seed(!options.seed));
    let mut earlier = options.earlier();

    while budget.grant(&tally).is_some() {
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
        let holds = match verdict {
            Verdict::Pass => true,
            Verdict::Fail(_) => false,
            Verdict::Discard(premise) => {
                tally.discard(premise);
                continue;
            }
            Verdict::Reject(variable, reason) => {
                tally.reject(variable, reason);
                continue;
            }
        };
        tally.passed += 1;
        let Ok(inputs) = &made.inputs else { continue };
        let score = panics::catch(|| score(inputs)).unwrap_or(f64::NAN); // F
        let made = Rc::new(made);
        if each(Scored { made: made.clone(), score, test: n }, holds) {
            return;
        }
        if utility.useful(&pool, &score) {
            let worth = utility.utility(&pool, &score);
            mutator.learn(&made.record);
            options.keep(&made.record);
            pool.invest(Seed::new(made, score, worth));
        }
    }
}
