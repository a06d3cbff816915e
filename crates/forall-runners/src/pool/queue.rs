//! Queues: take the seeds in the order in which they were added, or in reverse.

use std::collections::VecDeque;

use super::{Directive, Energy, Seed, SeedPool};

/// Mutates the oldest seed until its energy is spent, then the next. If there are no seeds, requests fresh
/// inputs.
///
/// ```
/// use forall::pool::{Directive, Energy, Fifo, Seed, SeedPool};
///
/// let mut pool = Fifo::new(Energy::Fixed(1));
/// for input in ["old", "new"] {
///     pool.invest(Seed::new(input, (), 1.0));
/// }
/// assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "old", .. })));
/// pool.revise();
/// assert!(matches!(pool.sample(), Directive::Mutate(Seed { input: "new", .. })));
/// ```
#[derive(Clone, Debug)]
pub struct Fifo<A, F> {
    energy: Energy,
    seeds: VecDeque<Seed<A, F>>,
}

/// Mutates the newest seed until its energy is spent or a newer seed is added. If there are no seeds,
/// requests fresh inputs.
///
/// ```
/// use forall::pool::{Directive, Energy, Filo, Seed, SeedPool};
///
/// let mut pool = Filo::new(Energy::Fixed(9));
/// for input in ["old", "new"] {
///     pool.invest(Seed::new(input, (), 1.0));
///     assert!(matches!(pool.sample(), Directive::Mutate(seed) if seed.input == input));
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Filo<A, F> {
    energy: Energy,
    seeds: Vec<Seed<A, F>>,
}

impl<A, F> Fifo<A, F> {
    /// Creates an empty pool that gives its seeds this energy.
    pub fn new(energy: Energy) -> Fifo<A, F> {
        Fifo { energy, seeds: VecDeque::new() }
    }
}

impl<A, F> Filo<A, F> {
    /// Creates an empty pool that gives its seeds this energy.
    pub fn new(energy: Energy) -> Filo<A, F> {
        Filo { energy, seeds: Vec::new() }
    }
}

impl<A, F> SeedPool<A, F> for Fifo<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        let energy = self.energy.of_seed(&seed);
        if energy > 0 {
            self.seeds.push_back(Seed { energy, ..seed });
        }
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        let seed = self.seeds.front_mut()?;
        seed.energy -= 1;
        if seed.energy == 0 { self.seeds.pop_front() } else { None }
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        self.seeds.front().map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seeds.iter().max_by(|l, r| l.utility.total_cmp(&r.utility))
    }
}

impl<A, F> SeedPool<A, F> for Filo<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        let energy = self.energy.of_seed(&seed);
        if energy > 0 {
            self.seeds.push(Seed { energy, ..seed });
        }
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        let seed = self.seeds.last_mut()?;
        seed.energy -= 1;
        if seed.energy == 0 { self.seeds.pop() } else { None }
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        self.seeds.last().map_or(Directive::Generate, Directive::Mutate)
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seeds.iter().max_by(|l, r| l.utility.total_cmp(&r.utility))
    }
}
