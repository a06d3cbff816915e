//! Singletons: pools that hold one seed.
//!
//! A new seed replaces the old one, since the utility compares it with the pool before it is added. A seed
//! that is not more useful than the old one gets at most the energy that the old one had left, so that a walk
//! over a plateau ends.

use super::{Directive, Energy, Seed, SeedPool};

/// Mutates its seed without end, and ignores energies. It requests a fresh input only until it has a seed.
/// With [`HillClimbing`](super::HillClimbing), this is the search of targeted property-based testing (Löscher
/// and Sagonas, 2017).
///
/// ```
/// use forall::pool::{Directive, Seed, SeedPool, Static};
///
/// let mut pool = Static::new();
/// pool.invest(Seed::new("x", (), 1.0));
/// for _ in 0..1_000 {
///     assert!(matches!(pool.sample(), Directive::Mutate(_)));
///     pool.revise();
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Static<A, F> {
    seed: Option<Seed<A, F>>,
}

/// Mutates its seed until the energy is spent, and requests fresh inputs from then on. The spent seed remains
/// the best so far, and only a more useful input replaces it.
///
/// ```
/// use forall::pool::{Directive, Energy, Monotonic, Seed, SeedPool};
///
/// let mut pool = Monotonic::new(Energy::Fixed(1));
/// pool.invest(Seed::new("x", (), 1.0));
/// pool.revise();
/// assert!(matches!(pool.sample(), Directive::Generate));
/// assert_eq!(pool.best().map(|seed| seed.input), Some("x"));
/// ```
#[derive(Clone, Debug)]
pub struct Monotonic<A, F> {
    energy: Energy,
    seed: Option<Seed<A, F>>,
}

/// Mutates its seed until the energy is spent, then drops the seed and requests fresh inputs.
///
/// ```
/// use forall::pool::{Directive, Energy, Resetting, Seed, SeedPool};
///
/// let mut pool = Resetting::new(Energy::Fixed(1));
/// pool.invest(Seed::new("x", (), 1.0));
/// pool.revise();
/// assert!(matches!(pool.sample(), Directive::Generate) && pool.best().is_none());
/// ```
#[derive(Clone, Debug)]
pub struct Resetting<A, F> {
    energy: Energy,
    seed: Option<Seed<A, F>>,
}

impl<A, F> Static<A, F> {
    /// Creates an empty pool.
    pub fn new() -> Static<A, F> {
        Static { seed: None }
    }
}

impl<A, F> Default for Static<A, F> {
    fn default() -> Static<A, F> {
        Static::new()
    }
}

impl<A, F> Monotonic<A, F> {
    /// Creates an empty pool that gives its seeds this energy.
    pub fn new(energy: Energy) -> Monotonic<A, F> {
        Monotonic { energy, seed: None }
    }
}

impl<A, F> Resetting<A, F> {
    /// Creates an empty pool that gives its seeds this energy.
    pub fn new(energy: Energy) -> Resetting<A, F> {
        Resetting { energy, seed: None }
    }
}

impl<A, F> SeedPool<A, F> for Static<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        self.seed = Some(Seed { energy: u64::MAX, ..seed });
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        None
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        self.seed.as_ref().map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seed.as_ref()
    }
}

impl<A, F> SeedPool<A, F> for Monotonic<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        let energy = energy(self.energy, self.seed.as_ref(), &seed);
        self.seed = Some(Seed { energy, ..seed });
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        if let Some(seed) = &mut self.seed {
            seed.energy = seed.energy.saturating_sub(1);
        }
        None
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        let live = self.seed.as_ref().filter(|seed| seed.energy > 0);
        live.map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seed.as_ref()
    }
}

impl<A, F> SeedPool<A, F> for Resetting<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        let energy = energy(self.energy, self.seed.as_ref(), &seed);
        self.seed = (energy > 0).then_some(Seed { energy, ..seed });
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        let seed = self.seed.as_mut()?;
        seed.energy -= 1;
        if seed.energy == 0 { self.seed.take() } else { None }
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        self.seed.as_ref().map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seed.as_ref()
    }
}

/// Returns the energy of a seed that replaces another.
fn energy<A, F>(energy: Energy, old: Option<&Seed<A, F>>, new: &Seed<A, F>) -> u64 {
    let full = energy.of_seed(new);
    match old {
        Some(old) if old.energy > 0 && old.utility >= new.utility => old.energy.min(full),
        _ => full,
    }
}
