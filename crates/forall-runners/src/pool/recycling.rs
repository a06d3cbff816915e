//! Recycling: reuses seeds whose energy is spent.

use super::{Directive, Seed, SeedPool};

/// The number of mutations after which one fresh input is generated.
const MUTATIONS_PER_FRESH_INPUT: u64 = 8;

/// Keeps the seeds whose energy the inner pool has spent. When the inner pool is empty, requests some fresh
/// inputs, an eighth as many as there were mutations since the last time. Then it adds the best spent seeds
/// to the inner pool again: the most useful seed every time, the next one every second time, the next two
/// every fourth time, and so on. So every seed is mutated again some time, and better seeds are mutated more
/// often.
///
/// When the energy of a seed is spent, none of its behaviour is new any more. Without recycling, the search
/// would have to start from fresh inputs.
///
/// ```
/// use forall::pool::{Directive, Energy, Fifo, Recycling, Seed, SeedPool};
///
/// let mut pool = Recycling::new(Fifo::new(Energy::Fixed(8)));
/// pool.invest(Seed::new("seed", (), 1.0));
/// let mut mutated = 0;
/// for _ in 0..100 {
///     if matches!(pool.sample(), Directive::Mutate(_)) {
///         mutated += 1;
///         pool.revise();
///     }
/// }
/// assert!((80..100).contains(&mutated), "more than 8 times, with fresh inputs in between");
/// ```
#[derive(Clone, Debug)]
pub struct Recycling<S, A, F> {
    pool: S,
    spent: Vec<Seed<A, F>>,
    invested: u64,
    mutated: u64,
    turn: u64,
    /// The number of fresh inputs to generate before seeds are reused; `None` while the inner pool has seeds.
    fresh: Option<u64>,
}

impl<S, A, F> Recycling<S, A, F> {
    /// Wraps a pool.
    pub fn new(pool: S) -> Recycling<S, A, F> {
        Recycling { pool, spent: Vec::new(), invested: 0, mutated: 0, turn: 0, fresh: None }
    }

    /// Removes the spent seeds that are reused now, and returns them with the best one last.
    fn take_due(&mut self) -> Vec<Seed<A, F>> {
        self.turn += 1;
        self.spent
            .sort_by(|l, r| l.utility.total_cmp(&r.utility).then_with(|| l.number.cmp(&r.number)));
        let count = 1_usize.checked_shl(self.turn.trailing_zeros()).unwrap_or(usize::MAX);
        self.spent.split_off(self.spent.len().saturating_sub(count))
    }
}

impl<A, F, S: SeedPool<A, F>> SeedPool<A, F> for Recycling<S, A, F> {
    fn invest(&mut self, seed: Seed<A, F>) {
        self.invested += 1;
        self.pool.invest(Seed { number: self.invested, ..seed });
    }

    fn revise(&mut self) -> Option<Seed<A, F>> {
        self.mutated += 1;
        let spent = self.pool.revise();
        self.spent.extend(spent);
        None
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        if matches!(self.pool.sample(), Directive::Generate) && !self.spent.is_empty() {
            let fresh = self.fresh.get_or_insert(self.mutated / MUTATIONS_PER_FRESH_INPUT + 1);
            if *fresh > 0 {
                *fresh -= 1;
                return Directive::Generate;
            }
            self.fresh = None;
            self.mutated = 0;
            for seed in self.take_due() {
                self.pool.invest(seed);
            }
        }
        self.pool.sample()
    }

    fn best(&self) -> Option<&Seed<A, F>> {
        let spent = self.spent.iter();
        spent.chain(self.pool.best()).max_by(|l, r| l.utility.total_cmp(&r.utility))
    }
}
