//! Energy: the number of mutations of a seed.

use super::Seed;

/// Up to this cost, seeds have their full energy: most of the time of a test does not depend on the size of its
/// input.
const SMALL_COST: u64 = 512;

/// How to compute the energy of a seed from its utility.
#[derive(Clone, Copy, Debug)]
pub enum Energy {
    /// The same energy for all seeds.
    Fixed(u64),
    /// One for each unit of utility, at least one and at most this many.
    UpTo(u64),
    /// The result of this function of the utility.
    By(fn(f64) -> u64),
}

impl Energy {
    /// Returns the energy of a seed with this utility.
    ///
    /// ```
    /// use forall::pool::Energy;
    ///
    /// assert_eq!(Energy::Fixed(10).of(2.5), 10);
    /// assert_eq!([0.0, 2.5, 99.0].map(|utility| Energy::UpTo(10).of(utility)), [1, 3, 10]);
    /// assert_eq!(Energy::By(|utility| 2 * utility as u64).of(4.0), 8);
    /// ```
    pub fn of(self, utility: f64) -> u64 {
        match self {
            Energy::Fixed(energy) => energy,
            Energy::UpTo(max) => (utility.ceil() as u64).clamp(1, max.max(1)),
            Energy::By(energy) => energy(utility),
        }
    }

    /// Returns the energy of this seed: that of its utility, and less if the seed is large or slow, so that a pool spends
    /// about the same time on each seed. A seed whose utility gives it energy is mutated at least once.
    ///
    /// ```
    /// use forall::pool::{Energy, Seed};
    ///
    /// let energy = |cost| Energy::Fixed(100).of_seed(&Seed::new((), (), 1.0).with_cost(cost));
    /// assert_eq!([0, 512, 2_048, 1_000_000].map(energy), [100, 100, 25, 1]);
    /// ```
    pub fn of_seed<A, F>(self, seed: &Seed<A, F>) -> u64 {
        let energy = self.of(seed.utility);
        let share =
            u128::from(energy) * u128::from(SMALL_COST) / u128::from(seed.cost.max(SMALL_COST));
        (share as u64).max(energy.min(1))
    }
}
