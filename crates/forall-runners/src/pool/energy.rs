//! Energy: how often a seed is changed.

/// How much energy a seed gets for its utility.
#[derive(Clone, Copy, Debug)]
pub enum Energy {
    /// The same for all.
    Fixed(u64),
    /// One for each unit of utility, but no more than this, and at least one.
    UpTo(u64),
    /// What this function says.
    By(fn(f64) -> u64),
}

impl Energy {
    /// The energy of a seed of this utility.
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
            Energy::UpTo(most) => (utility.ceil() as u64).clamp(1, most.max(1)),
            Energy::By(energy) => energy(utility),
        }
    }
}
