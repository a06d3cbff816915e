//! Beginnings: a pool that is asked only after some fresh inputs.

use super::{Directive, Seed, SeedPool};

/// Asks for so many fresh inputs, and then what the pool inside asks for.
///
/// The first input is news in all that it does, and would be changed for long, while what many inputs find is
/// found sooner by chance.
///
/// ```
/// use forall::pool::{Warmup, Directive, Seed, SeedPool, Static};
///
/// let mut pool = Warmup::new(2, Static::new());
/// pool.invest(Seed::new("kept", 0, 1.0));
/// let asked = [(); 4].map(|()| matches!(pool.sample(), Directive::Mutate(_)));
/// assert_eq!(asked, [false, false, true, true]);
/// ```
#[derive(Clone, Debug)]
pub struct Warmup<S> {
    fresh: u64,
    pool: S,
}

impl<S> Warmup<S> {
    /// Around this pool.
    pub fn new(fresh: u64, pool: S) -> Warmup<S> {
        Warmup { fresh, pool }
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
    fn the_pool_has_its_turn_after_the_fresh_ones() {
        let mut pool: Warmup<Fifo<u8, ()>> = Warmup::new(2, Fifo::new(Energy::Fixed(1)));
        pool.invest(Seed::new(7, (), 1.0));
        assert!(matches!(pool.sample(), Directive::Generate));
        assert!(matches!(pool.sample(), Directive::Generate));
        assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: 7, .. })));
    }
}
