//! Two queues: valid seeds first, discarded ones when there are no others.

use super::{Directive, Seed, SeedPool};

/// Holds favoured seeds in one pool and all others in a second one, which is used only while the first one has no
/// energy left. With the inputs that satisfy all premises as favoured seeds, these are the two queues of FuzzChick
/// (Lampropoulos, Hicks and Pierce, 2019): discarded inputs are mutated too, but never instead of valid ones.
///
/// ```
/// use forall::pool::{Directive, Energy, Fifo, Seed, SeedPool, TwoQueues};
///
/// let queue = || Fifo::new(Energy::Fixed(1));
/// let mut pool = TwoQueues::new(queue(), queue(), |status: &u32| *status == 200);
/// pool.invest(Seed::new("GET /admin", 403, 1.0));
/// pool.invest(Seed::new("GET /", 200, 1.0));
/// assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "GET /", .. })));
/// pool.revise();
/// assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "GET /admin", .. })));
/// ```
#[derive(Clone, Debug)]
pub struct TwoQueues<S, T, F> {
    favoured: S,
    others: T,
    is_favoured: fn(&F) -> bool,
    /// Whether the last seed came from the favoured ones.
    samples_favoured: bool,
}

impl<S, T, F> TwoQueues<S, T, F> {
    /// Creates a pool of two pools. `is_favoured` decides by the feedback which of them a seed belongs to, for example
    /// [`Feedback::is_valid`](crate::feedback::Feedback::is_valid).
    pub fn new(favoured: S, others: T, is_favoured: fn(&F) -> bool) -> TwoQueues<S, T, F> {
        TwoQueues { favoured, others, is_favoured, samples_favoured: true }
    }
}

impl<A, F, S: SeedPool<A, F>, T: SeedPool<A, F>> SeedPool<A, F> for TwoQueues<S, T, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        if (self.is_favoured)(&seed.feedback) {
            self.favoured.invest(seed);
        } else {
            self.others.invest(seed);
        }
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        if self.samples_favoured { self.favoured.revise() } else { self.others.revise() }
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        self.samples_favoured = matches!(self.favoured.sample(), Directive::Mutate(_));
        if self.samples_favoured { self.favoured.sample() } else { self.others.sample() }
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.favoured.best().or_else(|| self.others.best())
    }
}
