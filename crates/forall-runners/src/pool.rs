//! Seed pools: which input to change next, and how often.
//!
//! A guided runner asks its [`SeedPool`] whether to make a fresh input or to change one it has (`sample`),
//! says when such a change was made (`revise`), and gives it what was of use (`invest`). What is of use,
//! and how much, says a [`Utility`]. Both interfaces, their words and the six pools are those of
//! "Programmable Property-Based Testing":
//!
//! | pool | holds | next |
//! |---|---|---|
//! | [`Fifo`] | many seeds | the oldest |
//! | [`Filo`] | many seeds | the newest |
//! | [`Heap`] | many seeds | the most useful; the default |
//! | [`Static`] | one seed | that one, for ever |
//! | [`Monotonic`] | one seed | that one, until its energy is spent; it stays the one to beat |
//! | [`Resetting`] | one seed | that one, until its energy is spent; then it is forgotten |
//!
//! A seed of [energy](Energy) *n* is changed exactly *n* times. A pool with seeds left always answers
//! with one of them, so it cannot get stuck; and around a pool that runs out, [`Recycling`] begins
//! anew with what was spent. [`Warmup`] lets some fresh inputs come before a pool.
//!
//! What to search for is a utility: [`Novelty`] wants what no test did before, [`HillClimbing`] a better score
//! (hill climbing), [`SimulatedAnnealing`] that too, but at first it takes worse ones as well (simulated annealing).
//! Yours is as good; each is one line in a runner's [`Guidance`](crate::runner::Guidance).
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
mod seen_counts;
mod novelty;
mod hill_climbing;
mod simulated_annealing;

pub use self::{
    energy::Energy,
    heap::Heap,
    hill_climbing::HillClimbing,
    novelty::Novelty,
    queue::{Fifo, Filo},
    recycling::Recycling,
    simulated_annealing::SimulatedAnnealing,
    singleton::{Monotonic, Resetting, Static},
    warmup::Warmup,
};

/// An input worth changing.
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
    /// What it did.
    pub feedback: F,
    /// How interesting that was when it was found.
    pub utility: f64,
    /// How often it is still to be changed. The pool says this.
    pub energy: u64,
    /// The greater, the later it was found. The pool says this.
    pub number: u64,
}

impl<A, F> Seed<A, F> {
    /// A seed for a pool.
    pub fn new(input: A, feedback: F, utility: f64) -> Seed<A, F> {
        Seed { input, feedback, utility, energy: 0, number: 0 }
    }
}

/// What to do next.
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
    /// Make a fresh input.
    Generate,
    /// Change this one.
    Mutate(&'p Seed<A, F>),
}

/// Holds seeds, inputs of type `A` with feedback of type `F`.
///
/// ```
/// use forall::pool::{Directive, Seed, SeedPool};
/// use forall::property::forall;
/// use forall::part::Guidance;
/// use forall::runner::{Options, fuzz_with};
///
/// /// Fresh inputs and the last useful one, by turns.
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
    /// Adds a useful seed. It is not there if its energy is 0.
    fn invest(&mut self, seed: Seed<A, F>);

    /// Takes one from the energy of the seed that was sampled: it was changed once. If that was the
    /// last time, the pool gives the seed back, unless it goes on to use it.
    ///
    /// A runner says this after each change and before it invests what came of it. (In the paper it is
    /// said only where nothing useful came of it; then seeds of energy *n* are changed more often.)
    fn revise(&mut self) -> Option<Seed<A, F>>;

    /// What to do next.
    fn sample(&mut self) -> Directive<'_, A, F>;

    /// The most useful seed it has.
    fn best(&self) -> Option<&Seed<A, F>>;
}

/// Judges feedback of type `F`, with the pool at hand.
///
/// ```
/// use forall::pool::{Energy, Fifo, Seed, SeedPool, Utility};
///
/// /// Finds useful what no earlier seed did; once is enough.
/// #[derive(Default)]
/// struct Unseen(Vec<&'static str>);
///
/// impl Utility<&'static str> for Unseen {
///     fn useful<A>(&mut self, _: &impl SeedPool<A, &'static str>, did: &&'static str) -> bool {
///         !self.0.contains(did)
///     }
///     fn utility<A>(&self, _: &impl SeedPool<A, &'static str>, _: &&'static str) -> f64 {
///         1.0
///     }
///     fn remember(&mut self, did: &&'static str) {
///         self.0.push(did);
///     }
///     fn mark_unstable(&mut self, first: &&'static str, again: &&'static str) {
///         self.0.extend([*first, *again]);
///     }
/// }
/// let (mut utility, mut pool) = (Unseen::default(), Fifo::new(Energy::Fixed(1)));
/// assert!(utility.useful(&pool, &"redirect"));
/// pool.invest(Seed::new("GET /", "redirect", utility.utility(&pool, &"redirect")));
/// utility.remember(&"redirect");
/// utility.mark_unstable(&"timeout", &"ok");
/// assert!(!utility.useful(&pool, &"redirect") && !utility.useful(&pool, &"timeout"));
/// ```
pub trait Utility<F> {
    /// Is the feedback interesting?
    fn useful<A>(&mut self, pool: &impl SeedPool<A, F>, feedback: &F) -> bool;

    /// How interesting it is.
    fn utility<A>(&self, pool: &impl SeedPool<A, F>, feedback: &F) -> f64;

    /// Takes notice of the feedback of a seed that was invested.
    fn remember(&mut self, feedback: &F) {
        let _ = feedback;
    }

    /// Takes notice of what the same input did when it was run again: what differs depends on more
    /// than the input, and says nothing.
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
