//! Gives seeds on rare paths more energy, and more each time, as AFLFast does: the energy of a seed depends on its history.
//!
//! After "Coverage-based greybox fuzzing as Markov chain" (Böhme, Pham and Roychoudhury, 2016). The schedule is their
//! `FAST`: a seed that was chosen `s` times, and whose path `f` tests have taken, is mutated `2^s / f` times.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use forall::domain::vec;
use forall::feedback::{Counts, Feedback, FeedbackMap, Premises, Probes, probe_id};
use forall::part::Guidance;
use forall::pool::{Directive, Energy, Fifo, Novelty, Recycling, Seed, SeedPool, Utility};
use forall::property::{Erased, property};
use forall::report::Report;
use forall::runner::{Options, fuzz_with};

/// For each path, the number of tests that have taken it. The utility counts, and the pool reads.
type Paths = Rc<RefCell<HashMap<u64, u64>>>;

/// The path of a test: which probes it hit, and roughly how often.
fn path(feedback: &Feedback) -> u64 {
    let probes = feedback.entries().iter().filter(|entry| entry.map == FeedbackMap::PROBES);
    let hit =
        |probe: u64, times: u64| (probe << 8 | u64::from(Counts::class(times.min(255) as u8))) + 1;
    probes
        .map(|entry| hit(entry.key, entry.value).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .fold(0, u64::wrapping_add)
}

/// Novelty that counts the paths of all tests.
struct CountingPaths {
    novelty: Novelty,
    paths: Paths,
}

impl Utility<Feedback> for CountingPaths {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        *self.paths.borrow_mut().entry(path(feedback)).or_default() += 1;
        self.novelty.useful(pool, feedback)
    }

    fn utility<A>(&self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        self.novelty.utility(pool, feedback)
    }

    fn remember(&mut self, feedback: &Feedback) {
        self.novelty.remember(feedback);
    }
}

/// A seed, and how often it was chosen.
struct History<A> {
    seed: Seed<A, Feedback>,
    path: u64,
    chosen: u32,
}

/// A pool that chooses the seed that was chosen least often, and of these one on the rarest path.
struct PowerSchedule<A> {
    seeds: Vec<History<A>>,
    current: usize,
    paths: Paths,
}

/// The energy of a seed that is chosen for the first time, if one test has taken its path.
const FIRST_ENERGY: u64 = 64;

/// The greatest energy.
const MAX_ENERGY: u64 = 4_096;

impl<A> PowerSchedule<A> {
    /// Chooses the next seed, and gives it energy.
    fn choose(&mut self) {
        let paths = self.paths.borrow();
        let frequency = |history: &History<A>| paths.get(&history.path).copied().unwrap_or(1);
        let next = self
            .seeds
            .iter_mut()
            .enumerate()
            .min_by_key(|(_, history)| (history.chosen, frequency(history)));
        let Some((at, history)) = next else { return };
        let energy = (FIRST_ENERGY << history.chosen.min(16)) / frequency(history);
        history.seed.energy = energy.clamp(1, MAX_ENERGY);
        history.chosen += 1;
        self.current = at;
    }
}

impl<A> SeedPool<A, Feedback> for PowerSchedule<A> {
    fn invest(&mut self, seed: Seed<A, Feedback>) {
        let path = path(&seed.feedback);
        self.seeds.push(History { seed, path, chosen: 0 });
        if self.seeds.len() == 1 {
            self.choose();
        }
    }

    fn revise(&mut self) -> Option<Seed<A, Feedback>> {
        let energy = &mut self.seeds.get_mut(self.current)?.seed.energy;
        *energy -= 1;
        if *energy == 0 {
            self.choose();
        }
        None
    }

    fn sample(&mut self) -> Directive<'_, A, Feedback> {
        let current = self.seeds.get(self.current);
        current.map_or(Directive::Generate, |history| Directive::Mutate(&history.seed))
    }

    fn best(&self) -> Option<&Seed<A, Feedback>> {
        self.seeds
            .iter()
            .map(|history| &history.seed)
            .max_by(|a, b| a.utility.total_cmp(&b.utility))
    }
}

/// A decoder in which almost all inputs take one of nine common paths, and three numbers lead to a bug.
fn decodes(numbers: &[u8]) -> bool {
    probe_id(1_000 + numbers.len() as u64);
    for (at, magic) in [31, 41, 59].iter().enumerate() {
        if numbers.get(at) != Some(magic) {
            return true;
        }
        probe_id(at as u64);
    }
    false
}

/// Returns the number of tests that all seeds take together.
fn tests(run: impl Fn(&Erased, &Options) -> Report) -> u64 {
    let property =
        Erased::new(property! { forall numbers in vec(0..64_u8, 0..=8); check decodes(numbers) });
    let tests = |seed| {
        let options = Options { seed, tests: 50_000, max_shrinks: 0, ..Options::default() };
        run(&property, &options).tally.tests()
    };
    (1..=10).map(tests).sum()
}

fn main() {
    let equal = tests(|property, options| {
        let pool = Recycling::new(Fifo::new(Energy::Fixed(FIRST_ENERGY)));
        fuzz_with(property, &mut Guidance::new(pool).instrument((Premises, Probes)), options)
    });
    let scheduled = tests(|property, options| {
        let paths = Paths::default();
        let pool = PowerSchedule { seeds: Vec::new(), current: 0, paths: Rc::clone(&paths) };
        let guidance =
            Guidance::new(pool).utility(CountingPaths { novelty: Novelty::new(), paths });
        fuzz_with(property, &mut guidance.instrument((Premises, Probes)), options)
    });
    println!("{equal} tests with equal energies, {scheduled} with a power schedule");
    assert!(scheduled < equal);
}
