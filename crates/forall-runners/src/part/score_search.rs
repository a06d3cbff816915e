//! Searches for a high score: what `target` and `search` share.

use std::borrow::Borrow;

use forall::block::{Attempt, Property};
use forall::part::GuidedInputs;
use forall::pool::{Directive, Seed, SeedPool, Utility};
use forall::report::Progress;
use forall::source::Campaign;

/// A search for inputs with a high score. It generates the inputs that its pool requests, and adds those with
/// a useful score to the pool.
///
/// ```
/// use forall::mutation::Mutator;
/// use forall::part::{GuidedInputs, Options, ScoreSearch};
/// use forall::pool::{HillClimbing, Static};
/// use forall::property::forall;
/// use forall::source::Random;
///
/// let property = forall("x", 0..1_000_000_u32).check(|_| true);
/// let options = Options::default();
/// let mut mutator = Mutator::new(Random::from_seed(1));
/// let inputs = GuidedInputs::new(&property, &options, &mut mutator);
/// let mut utility = HillClimbing;
/// let mut pool = Static::new();
/// let mut search = ScoreSearch::new(inputs, &mut utility, &mut pool);
/// for n in 0..5_000 {
///     let attempt = search.next(options.campaign(), n);
///     let score = attempt.inputs.as_ref().map_or(0.0, |(x, ())| f64::from(*x));
///     search.learn(attempt, score);
/// }
/// assert_eq!(search.progress().best, Some(999_999.0));
/// assert!((1..5_000).contains(&search.fresh()), "the others are mutants");
/// ```
#[derive(Debug)]
pub struct ScoreSearch<'s, P, U, S> {
    inputs: GuidedInputs<'s, P>,
    utility: &'s mut U,
    pool: &'s mut S,
}

impl<'s, P: Property, U: Utility<f64>, S> ScoreSearch<'s, P, U, S> {
    /// Creates a search with this utility and this pool.
    pub fn new(inputs: GuidedInputs<'s, P>, utility: &'s mut U, pool: &'s mut S) -> Self {
        ScoreSearch { inputs, utility, pool }
    }

    /// Generates the inputs of test `n` of the campaign: saved ones, fresh ones or mutants.
    pub fn next<A: Borrow<Attempt<P::Inputs>>>(
        &mut self,
        campaign: Campaign,
        n: u64,
    ) -> Attempt<P::Inputs>
    where
        S: SeedPool<A, f64>,
    {
        self.inputs.campaign = campaign;
        match self.inputs.sample(self.pool) {
            Directive::Generate => self.inputs.generate(&mut || ()),
            Directive::Mutate(seed) => {
                let attempt = self.inputs.mutate(seed.input.borrow(), &[], n, &mut || ());
                self.pool.revise();
                attempt
            }
        }
    }

    /// Saves inputs with this score, if the score is useful.
    pub fn learn<A: Borrow<Attempt<P::Inputs>>>(&mut self, attempt: A, score: f64)
    where
        S: SeedPool<A, f64>,
    {
        if self.utility.useful(self.pool, &score) {
            let worth = self.utility.utility(self.pool, &score);
            self.utility.remember(&score);
            self.inputs.progress.add_scored(score);
            self.inputs.save(&attempt.borrow().record);
            self.pool.invest(Seed::new(attempt, score, worth));
        }
    }

    /// Returns the number of [fresh inputs](GuidedInputs::fresh) so far.
    pub fn fresh(&self) -> u64 {
        self.inputs.fresh()
    }

    /// Returns the progress of the search.
    pub fn progress(&self) -> Progress {
        self.inputs.progress.summary()
    }
}
