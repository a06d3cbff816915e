//! Scores: real numbers, stored as the integers that feedback consists of.

use super::{Feedback, FeedbackMap, Reducer};
use crate::block::Observation;
use crate::property::{ObservationKind, ObservationValue};

/// Returns the integer that represents a score. It is greater for greater scores.
///
/// ```
/// use forall::feedback::{rank, score};
///
/// assert!(rank(-2.0) < rank(-1.0) && rank(-1.0) < rank(0.0) && rank(0.0) < rank(0.5));
/// assert_eq!(score(rank(-2.5)), -2.5);
/// ```
pub fn rank(score: f64) -> u64 {
    let bits = score.to_bits();
    if bits >> 63 == 0 { bits | 1 << 63 } else { !bits }
}

/// Returns the score that an integer represents: the inverse of [`rank`].
pub fn score(rank: u64) -> f64 {
    f64::from_bits(if rank >> 63 == 1 { rank & !(1 << 63) } else { !rank })
}

/// Returns the sum of the scores to maximize minus the sum of the scores to minimize.
///
/// ```
/// use forall::block::observe;
/// use forall::feedback::score_of;
/// use forall::property::property;
///
/// let property = property! {
///     forall x: u8;
///     maximize f64::from(*x);
///     minimize f64::from(x % 10);
///     check true
/// };
/// assert_eq!(score_of(&observe(&property, &(42, ()))), 40.0);
/// ```
pub fn score_of(observations: &[Observation]) -> f64 {
    let mut total = 0.0;
    for Observation { kind, value, .. } in observations {
        match (kind, value) {
            (ObservationKind::Maximize, ObservationValue::Score(score)) => total += score,
            (ObservationKind::Minimize, ObservationValue::Score(score)) => total -= score,
            _ => {}
        }
    }
    total
}

/// Can be rated with one number.
///
/// ```
/// use forall::feedback::Scored;
/// use forall::pool::{Energy, Heap, HillClimbing, Seed, SeedPool, Utility};
///
/// /// The number of finished levels, and the time that was left.
/// struct Game(u32, f64);
///
/// impl Scored for Game {
///     fn score(&self) -> f64 {
///         f64::from(self.0) + self.1 / 1_000.0
///     }
/// }
/// let mut pool = Heap::new(Energy::Fixed(5));
/// pool.invest(Seed::new("left, right", Game(2, 30.0), 1.0));
/// assert!(HillClimbing.useful(&pool, &Game(2, 31.0)) && !HillClimbing.useful(&pool, &Game(1, 99.0)));
/// ```
pub trait Scored {
    /// Returns the score. Greater is better.
    fn score(&self) -> f64;
}

impl Scored for f64 {
    fn score(&self) -> f64 {
        *self
    }
}

/// The sum of everything to maximize minus the sum of everything to minimize. Scores are converted back from
/// their [`rank`]; ticks and allocations are plain numbers.
impl Scored for Feedback {
    fn score(&self) -> f64 {
        let mut total = 0.0;
        for entry in self.entries() {
            let number = match entry.map {
                FeedbackMap::SCORES => score(entry.value),
                FeedbackMap::PREMISES => continue,
                _ => entry.value as f64,
            };
            match entry.reducer {
                Reducer::Max => total += number,
                Reducer::Min => total -= number,
                _ => {}
            }
        }
        total
    }
}
