//! Simulated annealing: worse scores too, at first.

use super::{SeedPool, Utility};
use crate::feedback::Scored;
use crate::source::Random;

/// Finds useful what scores better than the best of the pool, and what is worse with a likelihood that
/// falls with the loss and as it gets colder (Kirkpatrick, Gelatt and Vecchi, 1983). To be used with a
/// pool of one seed, such as [`Static`](super::Static).
///
/// ```
/// use forall::pool::{SimulatedAnnealing, Seed, SeedPool, Static, Utility};
///
/// let (mut anneal, mut pool) = (SimulatedAnnealing::new(10.0, 1_000, 7), Static::new());
/// pool.invest(Seed::new("best", 50.0, 50.0));
/// let mut worse = |tests| (0..tests).filter(|_| anneal.useful(&pool, &45.0)).count();
/// assert!(worse(100) > 20, "while it is hot");
/// worse(800);
/// assert_eq!(worse(100), 0, "when it is cold");
/// ```
#[derive(Clone, Debug)]
pub struct SimulatedAnnealing {
    /// A loss of this much is taken about once in three times.
    pub temperature: f64,
    /// What the temperature is multiplied with after each test.
    pub cooling: f64,
    /// Decides.
    pub random: Random,
}

impl SimulatedAnnealing {
    /// From this temperature down to a thousandth of it in this many tests.
    pub fn new(temperature: f64, tests: u64, seed: u64) -> SimulatedAnnealing {
        let cooling = 0.001_f64.powf(1.0 / tests.max(1) as f64);
        SimulatedAnnealing { temperature, cooling, random: Random::from_seed(seed) }
    }
}

impl<F: Scored> Utility<F> for SimulatedAnnealing {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, F>, feedback: &F) -> bool {
        let temperature = self.temperature;
        self.temperature *= self.cooling;
        let score = feedback.score();
        let Some(best) = pool.best() else { return !score.is_nan() };
        let gain = score - best.feedback.score();
        gain >= 0.0 || self.random.unit() < (gain / temperature).exp()
    }

    fn utility<A>(&self, _: &impl SeedPool<A, F>, feedback: &F) -> f64 {
        feedback.score()
    }
}
