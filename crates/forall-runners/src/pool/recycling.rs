//! Renewal: a pool that begins anew with what was spent.

use super::{Directive, Seed, SeedPool};

/// One fresh input for so many changed ones.
const FRESH: u64 = 8;

/// Keeps what the pool inside has spent. When that has nothing left, some fresh inputs are made, an eighth
/// as many as were changed since the last time, and then the best of what was spent is invested again:
/// every time the most useful seed, every second time the next, every fourth time the next two, and
/// so on. So no seed is forgotten, and the share of each falls with its rank.
///
/// What a seed did is not news any more when its energy is spent; without renewal, the runner could
/// only begin at the beginning.
///
/// ```
/// use forall::pool::{Directive, Energy, Fifo, Recycling, Seed, SeedPool};
///
/// let mut pool = Recycling::new(Fifo::new(Energy::Fixed(8)));
/// pool.invest(Seed::new("kept", (), 1.0));
/// let mut changed = 0;
/// for _ in 0..100 {
///     if matches!(pool.sample(), Directive::Mutate(_)) {
///         changed += 1;
///         pool.revise();
///     }
/// }
/// assert!((80..100).contains(&changed), "not 8 times only, and fresh ones in between");
/// ```
#[derive(Clone, Debug)]
pub struct Recycling<S, A, F> {
    pool: S,
    spent: Vec<Seed<A, F>>,
    invested: u64,
    changed: u64,
    turn: u64,
    /// How many fresh inputs are still to be made; nothing while the pool has seeds.
    fresh: Option<u64>,
}

impl<S, A, F> Recycling<S, A, F> {
    /// Around this pool.
    pub fn new(pool: S) -> Recycling<S, A, F> {
        Recycling { pool, spent: Vec::new(), invested: 0, changed: 0, turn: 0, fresh: None }
    }

    /// Takes out of what was spent what is due now, the best of it last.
    fn due(&mut self) -> Vec<Seed<A, F>> {
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
        self.changed += 1;
        let spent = self.pool.revise();
        self.spent.extend(spent);
        None
    }

    fn sample(&mut self) -> Directive<'_, A, F> {
        if matches!(self.pool.sample(), Directive::Generate) && !self.spent.is_empty() {
            let fresh = self.fresh.get_or_insert(self.changed / FRESH + 1);
            if *fresh > 0 {
                *fresh -= 1;
                return Directive::Generate;
            }
            (self.fresh, self.changed) = (None, 0);
            for seed in self.due() {
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
