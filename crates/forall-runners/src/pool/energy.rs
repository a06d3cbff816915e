//! Energy: the number of mutations of a seed.

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
}
