//! Costs: what the mutants of an input cost a guided run.

use forall::feedback::Feedback;

/// Estimates the cost of the mutants of an input: its size, or more if its test takes many steps.
///
/// [Steps](Feedback::steps) are ticks and hits of probes, so they are the same on every machine, unlike time. If tests
/// record none of them, cost is size. Up to eight times the mean steps of fresh inputs, or up to 512, steps cost
/// nothing: an input that gets further than others takes more steps, too.
///
/// ```
/// use forall::feedback::{Feedback, FeedbackMap, Reducer};
/// use forall::part::Costs;
///
/// let test = |size, ticks| {
///     let mut feedback = Feedback::new();
///     feedback.set_size(size);
///     feedback.add(FeedbackMap::TICKS, 0, ticks, Reducer::Max);
///     feedback
/// };
/// let mut costs = Costs::default();
/// costs.add_fresh(&test(10, 100));
/// costs.add_fresh(&test(10, 300)); // The mean is 200 steps.
/// assert_eq!(costs.of(&test(3_000, 1_600)), 3_000);
/// assert_eq!(costs.of(&test(3, 1_600)), 512, "an input of 512 has its full energy");
/// assert_eq!(costs.of(&test(3, 16_000)), 5_120);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// The number of fresh inputs.
    fresh_inputs: u64,
    /// The sum of their steps.
    fresh_steps: u64,
}

/// The greatest cost that leaves a seed its full energy.
const SMALL_COST: u64 = 512;

/// An input that takes up to this many times the mean steps of fresh inputs is not slow.
const MEAN_FACTOR: u64 = 8;

impl Costs {
    /// Adds the steps of a fresh input to the mean.
    pub fn add_fresh(&mut self, feedback: &Feedback) {
        self.fresh_inputs += 1;
        self.fresh_steps = self.fresh_steps.saturating_add(feedback.steps());
    }

    /// Returns the cost of an input with this feedback.
    pub fn of(&self, feedback: &Feedback) -> u64 {
        let mean = self.fresh_steps / self.fresh_inputs.max(1);
        let usual = u128::from(mean.saturating_mul(MEAN_FACTOR).max(SMALL_COST));
        let steps = u128::from(feedback.steps()) * u128::from(SMALL_COST) / usual;
        feedback.size().max(u64::try_from(steps).unwrap_or(u64::MAX))
    }
}
