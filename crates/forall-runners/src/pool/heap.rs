//! The heap: the most useful seed first.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use super::{Directive, Energy, Seed, SeedPool};

/// Mutates the most useful seed until its energy is spent or a more useful seed is added. Of equally useful
/// seeds, it mutates the newest. If there are no seeds, requests fresh inputs.
///
/// ```
/// use forall::pool::{Energy, Heap, Seed, SeedPool};
///
/// let mut pool = Heap::new(Energy::Fixed(10));
/// for (input, utility) in [("dull", 1.0), ("best", 9.0), ("good", 5.0)] {
///     pool.invest(Seed::new(input, (), utility));
/// }
/// assert_eq!(pool.best().unwrap().input, "best");
/// ```
#[derive(Clone, Debug)]
pub struct Heap<A, F> {
    energy: Energy,
    seeds: BinaryHeap<Ranked<A, F>>,
    invested: u64,
}

/// A seed, ordered by its utility and then by its age.
#[derive(Clone, Debug)]
struct Ranked<A, F> {
    seed: Seed<A, F>,
    number: u64,
}

impl<A, F> Heap<A, F> {
    /// Creates an empty pool that gives its seeds this energy.
    pub fn new(energy: Energy) -> Heap<A, F> {
        Heap { energy, seeds: BinaryHeap::new(), invested: 0 }
    }
}

impl<A, F> SeedPool<A, F> for Heap<A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        let energy = self.energy.of_seed(&seed);
        if energy > 0 {
            self.invested += 1;
            self.seeds.push(Ranked { seed: Seed { energy, ..seed }, number: self.invested });
        }
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        let mut top = self.seeds.peek_mut()?;
        top.seed.energy -= 1;
        if top.seed.energy == 0 { Some(PeekMut::pop(top).seed) } else { None }
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        let top = self.seeds.peek();
        top.map_or(Directive::Generate, |top| Directive::Mutate(&top.seed))
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        self.seeds.peek().map(|top| &top.seed)
    }
}

impl<A, F> Ord for Ranked<A, F> {
    fn cmp(&self, other: &Ranked<A, F>) -> Ordering {
        let utility = self.seed.utility.total_cmp(&other.seed.utility);
        utility.then(self.number.cmp(&other.number))
    }
}

impl<A, F> PartialOrd for Ranked<A, F> {
    fn partial_cmp(&self, other: &Ranked<A, F>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<A, F> PartialEq for Ranked<A, F> {
    fn eq(&self, other: &Ranked<A, F>) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<A, F> Eq for Ranked<A, F> {}
