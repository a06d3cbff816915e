//! Pools, as properties: any of them, fed in any way.

use forall::pool::{
    Directive, Energy, Fifo, Filo, Heap, Monotonic, Recycling, Resetting, Seed, SeedPool, Static,
};
use forall::{Arbitrary, property};

type Pool = Box<dyn SeedPool<usize, f64>>;

/// What a runner does with a pool, one test at a time.
#[derive(Clone, Debug, Arbitrary)]
struct Step {
    /// Of what use the test was, if it was.
    utility: Option<u8>,
}

/// The pools that hold many seeds, and those that hold one and spend it.
fn pools(energy: Energy) -> Vec<(&'static str, Pool)> {
    vec![
        ("fifo", Box::new(Fifo::new(energy))),
        ("filo", Box::new(Filo::new(energy))),
        ("heap", Box::new(Heap::new(energy))),
        ("monotonic", Box::new(Monotonic::new(energy))),
        ("resetting", Box::new(Resetting::new(energy))),
        ("renewed heap", Box::new(Recycling::new(Heap::new(energy)))),
    ]
}

/// Runs the steps as a runner does: which seed was changed in each, if one was.
fn run(pool: &mut Pool, steps: &[Step]) -> Vec<Option<usize>> {
    let mut changed = Vec::new();
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
        changed.push(seed);
    }
    changed
}

fn idle(count: u64) -> Vec<Step> {
    (0..count).map(|_| Step { utility: None }).collect()
}

/// An energy of n is n changes, whatever came of them; in a pool of many, for every seed.
#[property]
fn energy_is_spent_to_the_last_and_no_further(steps: Vec<Step>, #[domain(1..50_u64)] energy: u64) {
    for (name, mut pool) in pools(Energy::Fixed(energy)).drain(..3) {
        let mut changed = run(&mut pool, &steps);
        // Enough for all that is left.
        changed.extend(run(&mut pool, &idle(energy * steps.len() as u64 + 1)));
        let invested = steps.iter().enumerate().filter(|(_, step)| step.utility.is_some());
        for (number, _) in invested {
            let times = changed.iter().filter(|seed| **seed == Some(number)).count() as u64;
            assert_eq!(times, energy, "{name}: seed {number}");
        }
        assert_eq!(changed.last(), Some(&None), "{name} has something left");
    }
}

/// A single seed is changed n times too, unless it is replaced before.
#[property]
fn a_single_seed_is_changed_as_often(#[domain(1..100_u64)] energy: u64) {
    for (name, mut pool) in pools(Energy::Fixed(energy)) {
        pool.invest(Seed::new(7, 0.0, 1.0));
        let changed = run(&mut pool, &idle(energy + 1));
        let times = changed.iter().filter(|seed| **seed == Some(7)).count() as u64;
        assert_eq!((times, changed[energy as usize]), (energy, None), "{name}");
    }
}

/// A pool that has a seed with energy never asks for a fresh input, also where seeds without energy were
/// invested before: they are not there.
#[property]
fn seeds_that_wait_have_their_turn(before: Vec<Step>, after: Vec<Step>) {
    let mut pools = pools(Energy::By(|utility| utility as u64 % 4));
    pools.push(("static", Box::new(Static::new())));
    for (name, mut pool) in pools {
        run(&mut pool, &before);
        pool.invest(Seed::new(usize::MAX, 0.0, 3.0));
        let mut changed = run(&mut pool, &after);
        changed.extend(run(&mut pool, &idle(4 * (before.len() + after.len() + 1) as u64)));
        let singleton = ["static", "monotonic", "resetting"].contains(&name);
        let turned = changed.contains(&Some(usize::MAX));
        assert!(turned || singleton && !after.is_empty(), "{name} is stuck");
    }
}

/// Which of three seeds is changed first.
#[track_caller]
fn first(mut pool: impl SeedPool<usize, f64>, expected: usize) {
    for (number, utility) in [2.0, 3.0, 1.0].into_iter().enumerate() {
        pool.invest(Seed::new(number, 0.0, utility));
    }
    let Directive::Mutate(seed) = pool.sample() else { panic!("there are seeds") };
    assert_eq!(seed.input, expected);
}

#[test]
fn each_pool_has_its_order() {
    first(Fifo::new(Energy::Fixed(1)), 0);
    first(Filo::new(Energy::Fixed(1)), 2);
    first(Heap::new(Energy::Fixed(1)), 1);
    first(Static::new(), 2);
    first(Monotonic::new(Energy::Fixed(1)), 2);
    first(Resetting::new(Energy::Fixed(1)), 2);
}

#[test]
fn the_newer_of_two_equals_comes_first_in_a_heap() {
    let mut pool = Heap::new(Energy::Fixed(1));
    pool.invest(Seed::new("old", (), 1.0));
    pool.invest(Seed::new("new", (), 1.0));
    assert_eq!(pool.best().unwrap().input, "new");
}

#[test]
fn the_singletons_differ_in_what_they_remember() {
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

/// What was spent comes back, the most useful most often, and fresh inputs in between.
#[test]
fn what_is_spent_is_renewed() {
    let mut pool: Pool = Box::new(Recycling::new(Heap::new(Energy::Fixed(8))));
    for (number, utility) in [1.0, 2.0, 3.0].into_iter().enumerate() {
        pool.invest(Seed::new(number, 0.0, utility));
    }
    let changed = run(&mut pool, &idle(4_000));
    let share = |seed| changed.iter().filter(|other| **other == seed).count() as f64 / 4_000.0;
    let shares = [None, Some(0), Some(1), Some(2)].map(share);
    assert!(shares[0] > 0.1 && shares[0] < 0.2, "{shares:?}");
    assert!(shares[1] > 0.1 && shares[1] < shares[2] && shares[2] < shares[3], "{shares:?}");
}
