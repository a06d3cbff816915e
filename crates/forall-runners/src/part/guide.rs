//! Guides: the parts of a guided runner, each of which can be another.

use forall::feedback::{Instrument, Labels, Premises, Probes, Scores, Shape};
use forall::mutation::Mutator;
use forall::pool::{AfterFresh, Energy, Heap, Novelty, Renewed};
use forall::source::Random;

/// What is seen without a special build.
pub type Plain = (Premises, Probes, Shape, Labels, Scores);

/// The pool that guides use if nobody says more.
pub type Usual<A, F> = AfterFresh<Renewed<Heap<A, F>, A, F>>;

/// So many fresh inputs come first.
const FRESH: u64 = 64;

/// What a guided run goes by.
///
/// ```
/// use forall::feedback::Probes;
/// use forall::pool::{Climb, Energy, Fifo};
/// use forall::property::forall;
/// use forall::part::Guide;
/// use forall::runner::{Options, fuzz_with};
///
/// let property = forall("x", 0..100).check(|(x, ())| *x < 100);
/// // Another pool, with another energy; another utility; another feedback.
/// let mut guide = Guide::new(Fifo::new(Energy::UpTo(10))).utility(Climb).instrument(Probes);
/// assert!(fuzz_with(&property, &mut guide, &Options::default()).passed());
/// ```
#[derive(Clone, Debug)]
pub struct Guide<I, U, S> {
    /// Says what a test did.
    pub instrument: I,
    /// Says how interesting that is.
    pub utility: U,
    /// Says which input to change next.
    pub pool: S,
    /// Changes it. The options of a run name its randomness; its dictionary is yours.
    pub mutator: Mutator,
}

impl<S> Guide<Plain, Novelty, S> {
    /// With this pool, in search of what is new in all that is seen without a special build.
    pub fn new(pool: S) -> Guide<Plain, Novelty, S> {
        let mutator = Mutator::new(Random::from_seed(0));
        Guide { instrument: Plain::default(), utility: Novelty::new(), pool, mutator }
    }
}

impl<A, F> Guide<Plain, Novelty, Usual<A, F>> {
    /// With some fresh inputs, and then the heap, whose seeds are used again when all are spent.
    ///
    /// ```
    /// use forall::property::forall;
    /// use forall::part::Guide;
    /// use forall::runner::{Options, fuzz, fuzz_with};
    ///
    /// let small = forall("x", 0..1_000).check(|(x, ())| *x < 900);
    /// let options = Options { tests: 100, ..Options::default() };
    /// assert_eq!(fuzz_with(&small, &mut Guide::usual(), &options), fuzz(&small, &options));
    /// ```
    pub fn usual() -> Guide<Plain, Novelty, Usual<A, F>> {
        Guide::new(AfterFresh::new(FRESH, Renewed::new(Heap::new(Energy::Fixed(100)))))
    }
}

impl<I, U, S> Guide<I, U, S> {
    /// The same with another instrument.
    pub fn instrument<J: Instrument>(self, instrument: J) -> Guide<J, U, S> {
        let Guide { utility, pool, mutator, .. } = self;
        Guide { instrument, utility, pool, mutator }
    }

    /// The same with another utility.
    pub fn utility<V>(self, utility: V) -> Guide<I, V, S> {
        let Guide { instrument, pool, mutator, .. } = self;
        Guide { instrument, utility, pool, mutator }
    }
}
