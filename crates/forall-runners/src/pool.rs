//! Seed pools: choose the input to mutate next, and how often.
//!
//! A guided runner asks its [`SeedPool`] whether to generate a fresh input or to mutate a seed (`sample`),
//! reports each mutation (`revise`), and adds useful inputs (`invest`). A [`Utility`] decides which inputs
//! are useful, and how useful. Both interfaces, their method names and the six pools come from "Programmable
//! Property-Based Testing":
//!
//! | pool | holds | mutates next |
//! |---|---|---|
//! | [`Fifo`] | many seeds | the oldest |
//! | [`Filo`] | many seeds | the newest |
//! | [`Heap`] | many seeds | the most useful; the default |
//! | [`Static`] | one seed | its seed, without end |
//! | [`Monotonic`] | one seed | its seed, until the energy is spent; the seed stays the best so far |
//! | [`Resetting`] | one seed | its seed, until the energy is spent; then the seed is dropped |
//!
//! A seed with [energy](Energy) *n* is mutated exactly *n* times. A pool that has seeds always returns one of
//! them, so it cannot get stuck. [`Recycling`] wraps a pool and reuses seeds whose energy is spent when the
//! pool runs empty. [`Warmup`] wraps a pool and generates some fresh inputs first.
//!
//! [`TwoQueues`] keeps discarded seeds apart from valid ones.
//!
//! The utility defines the goal of the search. [`Novelty`] looks for behaviour that no earlier test had.
//! [`Maxima`] looks for slow inputs.
//! [`HillClimbing`] looks for a better score. [`SimulatedAnnealing`] does so too, but accepts worse scores at
//! first. You can write your own, and pass it to a runner with one line of its
//! [`Guidance`](crate::part::Guidance).
//!
//! ```
//! use forall::pool::{Directive, Energy, Heap, Seed, SeedPool};
//!
//! let mut pool = Heap::new(Energy::Fixed(1));
//! assert!(matches!(pool.sample(), Directive::Generate));
//! pool.invest(Seed::new("GET /", 200, 1.0));
//! pool.invest(Seed::new("GET /admin", 403, 9.0));
//! assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "GET /admin", .. })));
//! pool.revise();
//! assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "GET /", .. })));
//! ```

mod energy;
mod queue;
mod heap;
mod singleton;
mod recycling;
mod warmup;
mod two_queues;
mod seen_counts;
mod novelty;
mod maxima;
mod hill_climbing;
mod simulated_annealing;

pub use self::{
    energy::Energy,
    heap::Heap,
    hill_climbing::HillClimbing,
    maxima::Maxima,
    novelty::Novelty,
    queue::{Fifo, Filo},
    recycling::Recycling,
    simulated_annealing::SimulatedAnnealing,
    singleton::{Monotonic, Resetting, Static},
    two_queues::TwoQueues,
    warmup::Warmup,
};

/// An input to mutate.
///
/// ```
/// use forall::pool::{Energy, Heap, Seed, SeedPool};
///
/// let mut pool = Heap::new(Energy::UpTo(10));
/// pool.invest(Seed::new("GET /", 200, 3.0));
/// let Seed { input, feedback, energy, .. } = pool.best().unwrap();
/// assert_eq!((*input, *feedback, *energy), ("GET /", 200, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Seed<A, F> {
    /// The input.
    pub input: A,
    /// The feedback of its test.
    pub feedback: F,
    /// How useful it was when it was found.
    pub utility: f64,
    /// What a test of a mutant costs: the size of the input in choices and bytes, or more if it is slow. 0 if it is unknown.
    pub cost: u64,
    /// The number of mutations that are left. Set by the pool.
    pub energy: u64,
    /// The number of the seed, in the order in which they were found. Set by the pool.
    pub number: u64,
}

impl<A, F> Seed<A, F> {
    /// Creates a seed of unknown cost for a pool, which sets its energy and its number.
    pub fn new(input: A, feedback: F, utility: f64) -> Seed<A, F> {
        Seed { input, feedback, utility, cost: 0, energy: 0, number: 0 }
    }

    /// Sets the cost.
    ///
    /// ```
    /// use forall::pool::{Energy, Fifo, Seed, SeedPool};
    ///
    /// let mut pool = Fifo::new(Energy::Fixed(100));
    /// pool.invest(Seed::new("GET /", (), 1.0).with_cost(5_120));
    /// assert_eq!(pool.best().unwrap().energy, 10);
    /// ```
    #[must_use]
    pub fn with_cost(self, cost: u64) -> Seed<A, F> {
        Seed { cost, ..self }
    }
}

/// What a runner should do next.
///
/// ```
/// use forall::pool::{Directive, Energy, Fifo, Seed, SeedPool};
///
/// fn next(pool: &mut impl SeedPool<Vec<u8>, ()>) -> Vec<u8> {
///     match pool.sample() {
///         Directive::Generate => vec![0],
///         Directive::Mutate(seed) => seed.input.iter().map(|byte| byte + 1).collect(),
///     }
/// }
/// let mut pool = Fifo::new(Energy::Fixed(1));
/// assert_eq!(next(&mut pool), [0]);
/// pool.invest(Seed::new(vec![7, 8], (), 1.0));
/// assert_eq!(next(&mut pool), [8, 9]);
/// ```
#[derive(Clone, Copy, Debug)]
pub enum Directive<'p, A, F> {
    /// Generate a fresh input.
    Generate,
    /// Mutate this seed.
    Mutate(&'p Seed<A, F>),
}

/// Holds seeds: inputs of type `A` with feedback of type `F`.
///
/// ```
/// use forall::pool::{Directive, Seed, SeedPool};
/// use forall::property::forall;
/// use forall::part::Guidance;
/// use forall::runner::{Options, fuzz_with};
///
/// /// Alternates between fresh inputs and mutations of the last useful input.
/// struct ByTurns<A, F>(bool, Option<Seed<A, F>>);
///
/// impl<A, F> SeedPool<A, F> for ByTurns<A, F> {
///     fn invest(&mut self, seed: Seed<A, F>) {
///         self.1 = Some(seed);
///     }
///     fn revise(&mut self) -> Option<Seed<A, F>> {
///         None
///     }
///     fn sample(&mut self) -> Directive<'_, A, F> {
///         self.0 = !self.0;
///         let seed = self.1.as_ref().filter(|_| self.0);
///         seed.map_or(Directive::Generate, Directive::Mutate)
///     }
///     fn best(&self) -> Option<&Seed<A, F>> {
///         self.1.as_ref()
///     }
/// }
/// let small = forall("x", 0..100_u8).check(|(x, ())| *x < 100);
/// let options = Options { tests: 100, ..Options::default() };
/// assert!(fuzz_with(&small, &mut Guidance::new(ByTurns(false, None)), &options).passed());
/// ```
pub trait SeedPool<A, F> {
    /// Adds a useful seed, unless the pool gives it no energy.
    fn invest(&mut self, seed: Seed<A, F>);

    /// Reduces the energy of the sampled seed by one, since it was mutated once. If no energy is left, the
    /// pool returns the seed, unless it keeps using it.
    ///
    /// A runner calls this after each mutation, before it invests the result. (In the paper, a runner calls
    /// it only if the result was not useful; then a seed with energy *n* is mutated more than *n* times.)
    fn revise(&mut self) -> Option<Seed<A, F>>;

    /// Decides what to do next.
    fn sample(&mut self) -> Directive<'_, A, F>;

    /// Returns the most useful seed in the pool.
    fn best(&self) -> Option<&Seed<A, F>>;
}

/// Decides how useful feedback of type `F` is. It may look at the seeds in the pool.
///
/// ```
/// use forall::pool::{Energy, Fifo, Seed, SeedPool, Utility};
///
/// /// Accepts each kind of feedback once.
/// #[derive(Default)]
/// struct Unseen(Vec<&'static str>);
///
/// impl Utility<&'static str> for Unseen {
///     fn useful<A>(&mut self, _: &impl SeedPool<A, &'static str>, new: &&'static str) -> bool {
///         !self.0.contains(new)
///     }
///     fn utility<A>(&self, _: &impl SeedPool<A, &'static str>, _: &&'static str) -> f64 {
///         1.0
///     }
///     fn remember(&mut self, seen: &&'static str) {
///         self.0.push(seen);
///     }
///     fn mark_unstable(&mut self, first: &&'static str, again: &&'static str) {
///         self.0.extend([*first, *again]);
///     }
/// }
/// let mut utility = Unseen::default();
/// let mut pool = Fifo::new(Energy::Fixed(1));
/// assert!(utility.useful(&pool, &"redirect"));
/// pool.invest(Seed::new("GET /", "redirect", utility.utility(&pool, &"redirect")));
/// utility.remember(&"redirect");
/// utility.mark_unstable(&"timeout", &"ok");
/// assert!(!utility.useful(&pool, &"redirect") && !utility.useful(&pool, &"timeout"));
/// ```
pub trait Utility<F> {
    /// Returns whether an input with this feedback should become a seed.
    fn useful<A>(&mut self, pool: &impl SeedPool<A, F>, feedback: &F) -> bool;

    /// Returns how useful the feedback is. Pools prefer greater values.
    fn utility<A>(&self, pool: &impl SeedPool<A, F>, feedback: &F) -> f64;

    /// Returns whether a test with the feedback `other` does all that makes `feedback` useful. By default, whether
    /// its utility is as great.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap, Reducer};
    /// use forall::pool::{Energy, Fifo, Novelty, Utility};
    ///
    /// let feedback = |probes: &[u64]| {
    ///     let mut feedback = Feedback::new();
    ///     probes.iter().for_each(|probe| feedback.add(FeedbackMap::PROBES, *probe, 1, Reducer::Sum));
    ///     feedback
    /// };
    /// let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
    /// let mut novelty = Novelty::new();
    /// novelty.remember(&feedback(&[1, 2]));
    /// assert!(novelty.covers(&pool, &feedback(&[1, 2, 3]), &feedback(&[3])), "only 3 is new");
    /// assert!(!novelty.covers(&pool, &feedback(&[1, 2, 3]), &feedback(&[1, 2])));
    /// ```
    fn covers<A>(&self, pool: &impl SeedPool<A, F>, feedback: &F, other: &F) -> bool {
        self.utility(pool, other) >= self.utility(pool, feedback)
    }

    /// Remembers the feedback of a seed that was added to the pool.
    fn remember(&mut self, feedback: &F) {
        let _ = feedback;
    }

    /// Marks the differences between two runs on the same input as unstable: they depend on more than the
    /// input, and should be ignored from now on.
    fn mark_unstable(&mut self, first: &F, again: &F) {
        let _ = (first, again);
    }
}

impl<A, F, S: SeedPool<A, F> + ?Sized> SeedPool<A, F> for Box<S> {
    fn invest(&mut self, seed: Seed<A, F>) {
        (**self).invest(seed);
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        (**self).revise()
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        (**self).sample()
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        (**self).best()
    }
}
