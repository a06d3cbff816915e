//! Simulated annealing: accepts worse scores, but less and less often.

use super::{SeedPool, Utility};
use crate::feedback::Scored;
use crate::source::Random;

/// Accepts every score that is at least as good as the best of the pool. Accepts a worse score with a
/// probability that falls with the loss and with the temperature (Kirkpatrick, Gelatt and Vecchi, 1983). Use
/// it with a pool of one seed, such as [`Static`](super::Static).
///
/// ```
/// use forall::pool::{Seed, SeedPool, SimulatedAnnealing, Static, Utility};
///
/// let mut annealing = SimulatedAnnealing::new(10.0, 1_000, 7);
/// let mut pool = Static::new();
/// pool.invest(Seed::new("best", 50.0, 50.0));
/// let mut accepted = |tests| (0..tests).filter(|_| annealing.useful(&pool, &45.0)).count();
/// assert!(accepted(100) > 20, "at a high temperature, many worse scores are accepted");
/// accepted(800);
/// assert_eq!(accepted(100), 0, "at a low temperature, none are");
/// ```
#[derive(Clone, Debug)]
pub struct SimulatedAnnealing {
    /// The current temperature: a loss of this size is accepted with probability 1/e, which is about 0.37.
    pub temperature: f64,
    /// The factor by which the temperature is multiplied after each test.
    pub cooling: f64,
    /// The source of randomness.
    pub random: Random,
}

impl SimulatedAnnealing {
    /// Creates a utility that cools down from `temperature` to a thousandth of it within `tests` tests.
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
