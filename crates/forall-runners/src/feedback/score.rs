//! Scores: real numbers in a channel of whole ones.

use super::{Feedback, FeedbackMap, Reducer};
use crate::block::Observation;
use crate::property::{ObservationKind, ObservationValue};

/// The whole number that stands for a score: greater for greater scores.
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

/// The score that a whole number stands for.
pub fn score(rank: u64) -> f64 {
    f64::from_bits(if rank >> 63 == 1 { rank & !(1 << 63) } else { !rank })
}

/// What a property wants driven up, less what it wants driven down.
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
    for Observation { way, seen, .. } in observations {
        match (way, seen) {
            (ObservationKind::Maximize, ObservationValue::Score(score)) => total += score,
            (ObservationKind::Minimize, ObservationValue::Score(score)) => total -= score,
            _ => {}
        }
    }
    total
}

/// Says how good it is, in one number.
///
/// ```
/// use forall::feedback::Scored;
/// use forall::pool::{HillClimbing, Energy, Heap, Seed, SeedPool, Utility};
///
/// /// Finished levels, and then the time that was left.
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
    /// Greater is better.
    fn score(&self) -> f64;
}

impl Scored for f64 {
    fn score(&self) -> f64 {
        *self
    }
}

/// What is to be driven up, less what is to be driven down. Steps and allocations are numbers as they
/// are; scores are [ranked](rank).
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
