//! Hill climbing: accepts every score that is not worse.

use super::{SeedPool, Utility};
use crate::feedback::Scored;

/// Accepts every score that is at least as good as the best of the pool. An equal score is accepted, so that
/// the search can cross a plateau. Feedback without any score is a plateau without end: then every input is accepted, and
/// the search is a random walk. [`target`](crate::runner::target) rejects such a property.
///
/// ```
/// use forall::pool::{HillClimbing, Seed, SeedPool, Static, Utility};
///
/// let mut pool = Static::new();
/// pool.invest(Seed::new("best", 50.0, 50.0));
/// assert!(HillClimbing.useful(&pool, &50.0) && !HillClimbing.useful(&pool, &49.0));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HillClimbing;

impl<F: Scored> Utility<F> for HillClimbing {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, F>, feedback: &F) -> bool {
        let score = feedback.score();
        !score.is_nan() && pool.best().is_none_or(|best| score >= best.feedback.score())
    }

    fn utility<A>(&self, _: &impl SeedPool<A, F>, feedback: &F) -> f64 {
        feedback.score()
    }
}
