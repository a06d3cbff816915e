//! Simulated annealing in which the temperature also sets how far a mutation goes.
//!
//! After PropEr's `?USERNF`, the neighbourhood function of a user (Löscher and Sagonas, 2018). A mutator is part of a
//! domain, and the temperature is part of a utility: here they share it.

#![expect(clippy::print_stdout, reason = "an example shows what it does")]

use std::cell::Cell;
use std::rc::Rc;

use forall::domain::Domain;
use forall::pool::{SeedPool, SimulatedAnnealing, Static, Utility};
use forall::property::forall;
use forall::runner::{Options, search};

/// The number of tests, after which the temperature has fallen to a millionth.
const TESTS: u64 = 3_000;

/// The inputs are the numbers below this one.
const END: u64 = 1_000_000;

/// The highest point.
const SUMMIT: u64 = 654_321;

/// A landscape with a hundred peaks.
fn height(x: u64) -> f64 {
    let distance = x.abs_diff(SUMMIT) as f64 / 10_000.0;
    5.0 * (distance * std::f64::consts::TAU).cos() - distance
}

/// Annealing that shows its temperature, as a part of the first one.
struct Shown {
    annealing: SimulatedAnnealing,
    start: f64,
    temperature: Rc<Cell<f64>>,
}

impl Utility<f64> for Shown {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, f64>, score: &f64) -> bool {
        let useful = self.annealing.useful(pool, score);
        self.temperature.set(self.annealing.temperature / self.start);
        useful
    }

    fn utility<A>(&self, pool: &impl SeedPool<A, f64>, score: &f64) -> f64 {
        self.annealing.utility(pool, score)
    }
}

/// Returns whether the search reaches the summit, if a mutation goes at most as far as `reach` says at this temperature.
fn is_reached(seed: u64, reach: fn(f64) -> f64) -> bool {
    let temperature = Rc::new(Cell::new(1.0));
    let shown = Rc::clone(&temperature);
    let numbers = (0..END).mutate_with(move |x, source| {
        let reach = reach(shown.get()).max(1.0) as u64;
        let step = source.branch(2 * reach as usize + 1) as u64;
        Ok((x + step).saturating_sub(reach).min(END - 1))
    });
    let start = 20.0;
    let cooling = 1e-6_f64.powf(1.0 / TESTS as f64);
    let annealing = SimulatedAnnealing { cooling, ..SimulatedAnnealing::new(start, TESTS, seed) };
    let mut utility = Shown { annealing, start, temperature };
    let property = forall("x", numbers).check(|_| true);
    let options = Options { seed, tests: TESTS, ..Options::default() };
    let score = |(x, ()): &(u64, ()), _| height(*x);
    let best = search(&property, score, &mut utility, Static::new(), &options);
    best.is_some_and(|best| best.inputs.0 == SUMMIT)
}

fn main() {
    let reached = |reach| (1..=20).filter(|seed| is_reached(*seed, reach)).count();
    let near = reached(|_| 100.0);
    let far = reached(|_| 500_000.0);
    let cooling = reached(|temperature| 500_000.0 * temperature);
    println!(
        "of 20 searches, {near} reach the summit in small steps, {far} in large ones, {cooling} in smaller and smaller ones"
    );
    assert!(cooling > near.max(far) + 5);
}
