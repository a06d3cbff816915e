//! Guidance: the parts of a guided runner. Each can be replaced.

use forall::feedback::{Instrument, Labels, Premises, Probes, Scores, Shape};
use forall::mutation::Mutator;
use forall::pool::{Energy, Heap, Novelty, Recycling, Warmup};
use forall::source::Random;

/// The instruments that work in any build.
pub type DefaultInstruments = (Premises, Probes, Shape, Labels, Scores);

/// The pool of guided runs that name no other.
pub type DefaultPool<A, F> = Warmup<Recycling<Heap<A, F>, A, F>>;

/// The number of mutations of each seed in the default pool.
pub const DEFAULT_ENERGY: u64 = 100;

/// The number of fresh inputs with which the default pool begins.
const FRESH_INPUTS: u64 = 1_000;

/// After them, every second input is fresh, for this number of inputs. A bug that random inputs find easily is then
/// not missed for long.
const ALTERNATING_INPUTS: u64 = 8_000;

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
pub fn default_pool<A, F>(energy: Energy) -> DefaultPool<A, F> {
    with_warmup(Heap::new(energy))
}

/// Adds to a pool what the default pool adds to its heap: some fresh inputs come first, and seeds are used again when all
/// are spent.
///
/// ```
/// use forall::part::{Guidance, with_warmup};
/// use forall::pool::{Energy, Fifo};
/// use forall::property::forall;
/// use forall::runner::{Options, fuzz, fuzz_with};
///
/// // The 100 tests of this run are all fresh, whatever the inner pool is.
/// let small = forall("x", 0..1_000).check(|(x, ())| *x < 900);
/// let options = Options { tests: 100, ..Options::default() };
/// let mut guidance = Guidance::new(with_warmup(Fifo::new(Energy::Fixed(10))));
/// assert_eq!(fuzz_with(&small, &mut guidance, &options), fuzz(&small, &options));
/// ```
pub fn with_warmup<S, A, F>(pool: S) -> Warmup<Recycling<S, A, F>> {
    Warmup::new(FRESH_INPUTS, Recycling::new(pool)).alternating(ALTERNATING_INPUTS)
}

/// What guides a run: an instrument, a utility, a seed pool and a mutator.
///
/// ```
/// use forall::feedback::Probes;
/// use forall::part::Guidance;
/// use forall::pool::{Energy, Fifo, HillClimbing};
/// use forall::property::forall;
/// use forall::runner::{Options, fuzz_with};
///
/// let property = forall("x", 0..100).check(|(x, ())| *x < 100);
/// // Another pool with another energy, another utility, and other feedback.
/// let mut guidance = Guidance::new(Fifo::new(Energy::UpTo(10))).utility(HillClimbing).instrument(Probes);
/// assert!(fuzz_with(&property, &mut guidance, &Options::default()).passed());
/// ```
#[derive(Clone, Debug)]
pub struct Guidance<I, U, S> {
    /// Measures the behaviour of a test.
    pub instrument: I,
    /// Rates how useful the measured behaviour is.
    pub utility: U,
    /// Chooses the input to mutate next.
    pub pool: S,
    /// Mutates the chosen input. The options of a run seed its randomness; you can fill its dictionary.
    pub mutator: Mutator,
}

impl<S> Guidance<DefaultInstruments, Novelty, S> {
    /// Creates guidance that looks for novelty with the default instruments and the given pool.
    pub fn new(pool: S) -> Guidance<DefaultInstruments, Novelty, S> {
        let mutator = Mutator::new(Random::from_seed(0));
        Guidance {
            instrument: DefaultInstruments::default(),
            utility: Novelty::new(),
            pool,
            mutator,
        }
    }
}

impl<A, F> Default for Guidance<DefaultInstruments, Novelty, DefaultPool<A, F>> {
    /// Creates the guidance of [`fuzz`](forall::runner::fuzz).
    ///
    /// ```
    /// use forall::part::Guidance;
    /// use forall::property::forall;
    /// use forall::runner::{Options, fuzz, fuzz_with};
    ///
    /// let small = forall("x", 0..1_000).check(|(x, ())| *x < 900);
    /// let options = Options { tests: 100, ..Options::default() };
    /// assert_eq!(fuzz_with(&small, &mut Guidance::default(), &options), fuzz(&small, &options));
    /// ```
    fn default() -> Guidance<DefaultInstruments, Novelty, DefaultPool<A, F>> {
        Guidance::new(default_pool(Energy::Fixed(DEFAULT_ENERGY)))
    }
}

impl<I, U, S> Guidance<I, U, S> {
    /// Replaces the instrument.
    #[must_use]
    pub fn instrument<J: Instrument>(self, instrument: J) -> Guidance<J, U, S> {
        let Guidance { utility, pool, mutator, .. } = self;
        Guidance { instrument, utility, pool, mutator }
    }

    /// Replaces the utility.
    #[must_use]
    pub fn utility<V>(self, utility: V) -> Guidance<I, V, S> {
        let Guidance { instrument, pool, mutator, .. } = self;
        Guidance { instrument, utility, pool, mutator }
    }
}
