//! Warm-up: generates some fresh inputs before a pool takes over.

use super::{Directive, Seed, SeedPool};

/// Requests a number of fresh inputs first, and then follows the inner pool. In between, fresh inputs and those of
/// the pool may [alternate](Warmup::alternating).
///
/// Everything about the first input is new. Without a warm-up, it would be mutated for long, to find
/// behaviour that fresh inputs reach sooner by chance.
///
/// ```
/// use forall::pool::{Directive, Seed, SeedPool, Static, Warmup};
///
/// let mut pool = Warmup::new(2, Static::new());
/// pool.invest(Seed::new("seed", 0, 1.0));
/// let mutates = [(); 4].map(|()| matches!(pool.sample(), Directive::Mutate(_)));
/// assert_eq!(mutates, [false, false, true, true]);
/// ```
#[derive(Clone, Debug)]
pub struct Warmup<S> {
    fresh: u64,
    /// The number of requests that alternate.
    alternating: u64,
    pool: S,
}

impl<S> Warmup<S> {
    /// Creates a pool that generates `fresh` inputs before it follows `pool`.
    pub fn new(fresh: u64, pool: S) -> Warmup<S> {
        Warmup { fresh, alternating: 0, pool }
    }

    /// Requests a fresh input every second time, for this number of requests after the warm-up.
    ///
    /// ```
    /// use forall::pool::{Directive, Seed, SeedPool, Static, Warmup};
    ///
    /// let mut pool = Warmup::new(1, Static::new()).alternating(4);
    /// pool.invest(Seed::new("seed", 0, 1.0));
    /// let mutates = [(); 6].map(|()| matches!(pool.sample(), Directive::Mutate(_)));
    /// assert_eq!(mutates, [false, true, false, true, false, true]);
    /// ```
    #[must_use]
    pub fn alternating(self, requests: u64) -> Warmup<S> {
        Warmup { alternating: requests, ..self }
    }
}

impl<A, F, S: SeedPool<A, F>> SeedPool<A, F> for Warmup<S> {
    fn invest(&mut self, seed: Seed<A, F>) {
        self.pool.invest(seed);
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        self.pool.revise()
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        if self.fresh > 0 {
            self.fresh -= 1;
            return Directive::Generate;
        }
        if self.alternating > 0 {
            self.alternating -= 1;
            if self.alternating.is_multiple_of(2) {
                return Directive::Generate;
            }
        }
        self.pool.sample()
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.pool.best()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::{Energy, Fifo};

    #[test]
    fn the_inner_pool_takes_over_after_the_fresh_inputs() {
        let mut pool: Warmup<Fifo<u8, ()>> = Warmup::new(2, Fifo::new(Energy::Fixed(1)));
        pool.invest(Seed::new(7, (), 1.0));
        assert!(matches!(pool.sample(), Directive::Generate));
        assert!(matches!(pool.sample(), Directive::Generate));
        assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: 7, .. })));
    }
}
