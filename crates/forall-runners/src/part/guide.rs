//! Guidance: the parts of a guided runner, each of which can be replaced.

use forall::feedback::{Instrument, Labels, Premises, Probes, Scores, Shape};
use forall::mutation::Mutator;
use forall::pool::{Energy, Heap, Novelty, Recycling, Warmup};
use forall::source::Random;

/// The instruments that need no special build.
pub type Plain = (Premises, Probes, Shape, Labels, Scores);

/// The pool of guided runs that name no other.
pub type Usual<A, F> = Warmup<Recycling<Heap<A, F>, A, F>>;

/// How often the default pool changes each seed.
pub const DEFAULT_ENERGY: u64 = 100;

/// The number of fresh inputs with which the default pool begins.
const FRESH_INPUTS: u64 = 64;

/// Creates the default pool with this energy: some fresh inputs, then a heap whose seeds are used again when
/// all are spent.
///
/// ```
/// use forall::part::{DEFAULT_ENERGY, default_pool};
/// use forall::pool::{Directive, Energy, Seed, SeedPool};
///
/// let mut pool = default_pool(Energy::Fixed(DEFAULT_ENERGY));
/// pool.invest(Seed::new("GET /", 200, 1.0));
/// assert!(matches!(pool.sample(), Directive::Generate), "fresh inputs come first");
/// ```
pub fn default_pool<A, F>(energy: Energy) -> Usual<A, F> {
    Warmup::new(FRESH_INPUTS, Recycling::new(Heap::new(energy)))
}

/// What guides a run: an instrument, a utility, a seed pool and a mutator.
///
/// ```
/// use forall::feedback::Probes;
/// use forall::part::Guide;
/// use forall::pool::{Energy, Fifo, HillClimbing};
/// use forall::property::forall;
/// use forall::runner::{Options, fuzz_with};
///
/// let property = forall("x", 0..100).check(|(x, ())| *x < 100);
/// // Another pool with another energy, another utility, and other feedback.
/// let mut guide = Guide::new(Fifo::new(Energy::UpTo(10))).utility(HillClimbing).instrument(Probes);
/// assert!(fuzz_with(&property, &mut guide, &Options::default()).passed());
/// ```
#[derive(Clone, Debug)]
pub struct Guide<I, U, S> {
    /// Measures what a test did.
    pub instrument: I,
    /// Rates how interesting that is.
    pub utility: U,
    /// Chooses which input to change next.
    pub pool: S,
    /// Changes it. The options of a run set its randomness; its dictionary is yours.
    pub mutator: Mutator,
}

impl<S> Guide<Plain, Novelty, S> {
    /// Creates guidance that looks for novelty with the default instruments and the given pool.
    pub fn new(pool: S) -> Guide<Plain, Novelty, S> {
        let mutator = Mutator::new(Random::from_seed(0));
        Guide { instrument: Plain::default(), utility: Novelty::new(), pool, mutator }
    }
}

impl<A, F> Default for Guide<Plain, Novelty, Usual<A, F>> {
    /// Creates the guidance of [`fuzz`](forall::runner::fuzz).
    ///
    /// ```
    /// use forall::part::Guide;
    /// use forall::property::forall;
    /// use forall::runner::{Options, fuzz, fuzz_with};
    ///
    /// let small = forall("x", 0..1_000).check(|(x, ())| *x < 900);
    /// let options = Options { tests: 100, ..Options::default() };
    /// assert_eq!(fuzz_with(&small, &mut Guide::default(), &options), fuzz(&small, &options));
    /// ```
    fn default() -> Guide<Plain, Novelty, Usual<A, F>> {
        Guide::new(default_pool(Energy::Fixed(DEFAULT_ENERGY)))
    }
}

impl<I, U, S> Guide<I, U, S> {
    /// Replaces the instrument.
    #[must_use]
    pub fn instrument<J: Instrument>(self, instrument: J) -> Guide<J, U, S> {
        let Guide { utility, pool, mutator, .. } = self;
        Guide { instrument, utility, pool, mutator }
    }

    /// Replaces the utility.
    #[must_use]
    pub fn utility<V>(self, utility: V) -> Guide<I, V, S> {
        let Guide { instrument, pool, mutator, .. } = self;
        Guide { instrument, utility, pool, mutator }
    }
}
