//! Utilities for the experiments on guided testing.

use forall::feedback::Feedback;
use forall::pool::{Novelty, SeedPool, Utility};

/// Accepts new behaviour, and inputs that reach more than the best seed of the pool. The more an input reaches, the more
/// useful it is.
///
/// With this utility, the pools of the paper are different programs: a heap has seeds of different utility to order, and
/// what a pool holds to be its best seed decides which inputs it gets.
#[derive(Debug)]
pub struct Interest {
    novelty: Novelty,
    /// The utility of an input that reaches more than any other.
    max: f64,
    /// The number of places that any input has reached at most.
    most_reached: usize,
}

impl Interest {
    /// Creates a utility of at most `max`.
    pub fn up_to(max: u64) -> Interest {
        Interest { novelty: Novelty::new(), max: max as f64, most_reached: 1 }
    }
}

/// Returns the number of edges and other places that a test reached.
fn reached(feedback: &Feedback) -> usize {
    let counts = feedback.counts().iter().flat_map(|counts| &counts.counts);
    feedback.entries().len() + counts.filter(|count| **count > 0).count()
}

impl Utility<Feedback> for Interest {
    fn useful<A>(&mut self, pool: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        let reached_now = reached(feedback);
        self.most_reached = self.most_reached.max(reached_now);
        self.novelty.useful(pool, feedback)
            || pool.best().is_none_or(|best| reached_now > reached(&best.feedback))
    }

    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> f64 {
        self.max * reached(feedback) as f64 / self.most_reached as f64
    }

    fn remember(&mut self, feedback: &Feedback) {
        self.novelty.remember(feedback);
    }

    fn mark_unstable(&mut self, first: &Feedback, again: &Feedback) {
        self.novelty.mark_unstable(first, again);
    }
}

/// Accepts every input that satisfies all premises, so that inputs are mutated without feedback about the code.
#[derive(Debug)]
pub struct Valid;

impl Utility<Feedback> for Valid {
    fn useful<A>(&mut self, _: &impl SeedPool<A, Feedback>, feedback: &Feedback) -> bool {
        feedback.is_valid()
    }

    fn utility<A>(&self, _: &impl SeedPool<A, Feedback>, _: &Feedback) -> f64 {
        1.0
    }
}
