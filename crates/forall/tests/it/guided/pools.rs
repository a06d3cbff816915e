//! Properties of seed pools, for any sequence of tests.

use forall::pool::{
    Directive, Energy, Fifo, Filo, Heap, Monotonic, Recycling, Resetting, Seed, SeedPool, Static,
    TwoQueues,
};
use forall::{Arbitrary, property};

type Pool = Box<dyn SeedPool<usize, f64>>;

/// One test of a runner that uses a pool.
#[derive(Clone, Debug, Arbitrary)]
struct Step {
    /// The utility of the test, if it was useful.
    utility: Option<u8>,
}

/// Returns the pools that hold many seeds, and those that hold a single seed.
fn pools(energy: Energy) -> Vec<(&'static str, Pool)> {
    vec![
        ("fifo", Box::new(Fifo::new(energy))),
        ("filo", Box::new(Filo::new(energy))),
        ("heap", Box::new(Heap::new(energy))),
        ("monotonic", Box::new(Monotonic::new(energy))),
        ("resetting", Box::new(Resetting::new(energy))),
        ("renewed heap", Box::new(Recycling::new(Heap::new(energy)))),
        ("two queues", Box::new(two_queues(energy))),
    ]
}

/// Returns a pool that mutates seeds with a positive score first.
fn two_queues(energy: Energy) -> TwoQueues<Fifo<usize, f64>, Fifo<usize, f64>, f64> {
    TwoQueues::new(Fifo::new(energy), Fifo::new(energy), |score| *score > 0.0)
}

/// Runs the steps like a runner, and returns the seed that each of them mutated, if any.
fn run(pool: &mut Pool, steps: &[Step]) -> Vec<Option<usize>> {
    let mut mutated = Vec::new();
    for (number, step) in steps.iter().enumerate() {
        let seed = match pool.sample() {
            Directive::Generate => None,
            Directive::Mutate(seed) => Some(seed.input),
        };
        if seed.is_some() {
            pool.revise();
        }
        if let Some(utility) = step.utility {
            pool.invest(Seed::new(number, 0.0, f64::from(utility)));
        }
        mutated.push(seed);
    }
    mutated
}

fn idle(count: u64) -> Vec<Step> {
    (0..count).map(|_| Step { utility: None }).collect()
}

/// In a pool of many seeds, an energy of n means n mutations of every seed.
#[property]
fn every_seed_is_mutated_as_often_as_its_energy_says(
    steps: Vec<Step>,
    #[domain(1..50_u64)] energy: u64,
) {
    for (name, mut pool) in pools(Energy::Fixed(energy)).drain(..3) {
        let mut mutated = run(&mut pool, &steps);
        // Enough steps to spend the remaining energy.
        mutated.extend(run(&mut pool, &idle(energy * steps.len() as u64 + 1)));
        let invested = steps.iter().enumerate().filter(|(_, step)| step.utility.is_some());
        for (number, _) in invested {
            let times = mutated.iter().filter(|seed| **seed == Some(number)).count() as u64;
            assert_eq!(times, energy, "{name}: seed {number}");
        }
        assert_eq!(mutated.last(), Some(&None), "{name} has energy left");
    }
}

/// A single seed is mutated n times too, unless another seed replaces it.
#[property]
fn a_single_seed_is_mutated_as_often_as_its_energy_says(#[domain(1..100_u64)] energy: u64) {
    for (name, mut pool) in pools(Energy::Fixed(energy)) {
        pool.invest(Seed::new(7, 0.0, 1.0));
        let mutated = run(&mut pool, &idle(energy + 1));
        let times = mutated.iter().filter(|seed| **seed == Some(7)).count() as u64;
        assert_eq!((times, mutated[energy as usize]), (energy, None), "{name}");
    }
}

/// A pool with energy left never asks for a fresh input, even if seeds without energy were added before.
#[property]
fn every_seed_with_energy_is_mutated(before: Vec<Step>, after: Vec<Step>) {
    let mut pools = pools(Energy::By(|utility| utility as u64 % 4));
    pools.push(("static", Box::new(Static::new())));
    for (name, mut pool) in pools {
        run(&mut pool, &before);
        pool.invest(Seed::new(usize::MAX, 0.0, 3.0));
        let mut mutated = run(&mut pool, &after);
        mutated.extend(run(&mut pool, &idle(4 * (before.len() + after.len() + 1) as u64)));
        let singleton = ["static", "monotonic", "resetting"].contains(&name);
        let was_mutated = mutated.contains(&Some(usize::MAX));
        assert!(was_mutated || singleton && !after.is_empty(), "{name} is stuck");
    }
}

/// Checks which of three seeds is mutated first.
#[track_caller]
fn mutates_first(mut pool: impl SeedPool<usize, f64>, expected: usize) {
    for (number, utility) in [2.0, 3.0, 1.0].into_iter().enumerate() {
        pool.invest(Seed::new(number, 0.0, utility));
    }
    let Directive::Mutate(seed) = pool.sample() else { panic!("the pool has seeds") };
    assert_eq!(seed.input, expected);
}

/// Seeds that are not favoured are mutated only while no favoured seed has energy left.
#[property]
fn favoured_seeds_come_first(scores: Vec<bool>, #[domain(1..5_u64)] energy: u64) {
    let mut pool = two_queues(Energy::Fixed(energy));
    for (number, score) in scores.iter().enumerate() {
        pool.invest(Seed::new(number, f64::from(u8::from(*score)), 1.0));
    }
    let mut mutated = Vec::new();
    while let Directive::Mutate(seed) = pool.sample() {
        mutated.push(seed.input);
        pool.revise();
    }
    assert_eq!(mutated.len() as u64, energy * scores.len() as u64);
    assert!(mutated.is_sorted_by_key(|number| !scores[*number]), "{mutated:?}");
}

#[test]
fn each_pool_has_its_own_order() {
    mutates_first(Fifo::new(Energy::Fixed(1)), 0);
    mutates_first(Filo::new(Energy::Fixed(1)), 2);
    mutates_first(Heap::new(Energy::Fixed(1)), 1);
    mutates_first(Static::new(), 2);
    mutates_first(Monotonic::new(Energy::Fixed(1)), 2);
    mutates_first(Resetting::new(Energy::Fixed(1)), 2);
}

#[test]
fn a_heap_prefers_the_newer_of_two_equal_seeds() {
    let mut pool = Heap::new(Energy::Fixed(1));
    pool.invest(Seed::new("old", (), 1.0));
    pool.invest(Seed::new("new", (), 1.0));
    assert_eq!(pool.best().unwrap().input, "new");
}

#[test]
fn pools_of_one_seed_differ_in_what_they_remember() {
    let energy = Energy::Fixed(1);
    let mut pools: [(Pool, bool, bool); 3] = [
        (Box::new(Static::new()), true, true),
        (Box::new(Monotonic::new(energy)), false, true),
        (Box::new(Resetting::new(energy)), false, false),
    ];
    for (pool, mutates, remembers) in &mut pools {
        pool.invest(Seed::new(1, 0.0, 1.0));
        pool.revise();
        assert_eq!(matches!(pool.sample(), Directive::Mutate(_)), *mutates);
        assert_eq!(pool.best().is_some(), *remembers);
    }
}

/// Spent seeds come back, the most useful ones most often, with fresh inputs in between.
#[test]
fn spent_seeds_are_recycled() {
    let mut pool: Pool = Box::new(Recycling::new(Heap::new(Energy::Fixed(8))));
    for (number, utility) in [1.0, 2.0, 3.0].into_iter().enumerate() {
        pool.invest(Seed::new(number, 0.0, utility));
    }
    let mutated = run(&mut pool, &idle(4_000));
    let share = |seed| mutated.iter().filter(|other| **other == seed).count() as f64 / 4_000.0;
    let shares = [None, Some(0), Some(1), Some(2)].map(share);
    assert!(shares[0] > 0.1 && shares[0] < 0.2, "{shares:?}");
    assert!(shares[1] > 0.1 && shares[1] < shares[2] && shares[2] < shares[3], "{shares:?}");
}
