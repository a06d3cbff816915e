//! Integrated shrinking: on choices.

use super::descent::Descent;
use super::schedule::descend;
use super::{Limits, Shrinker, Trial};
use crate::report::Effort;

/// Simpler choices, of which the domains make simpler values.
///
/// A case is simpler than another if it is made of fewer choices, or of as many and the first that
/// differs is simpler. What counts is what was drawn, not what was proposed. After Hypothesis
/// (MacIver and Donaldson, "Test-case reduction via test-case generation", 2020) and RackCheck;
/// from there we have the order and the idea that passes may be wrong at no cost but time. Ours
/// know what a choice is for and need not guess.
#[derive(Clone, Copy, Debug, Default)]
pub struct Integrated;

impl Shrinker for Integrated {
    fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
        let Some(record) = trial.record().cloned() else { return Vec::new() };
        let mut descent = Descent::new(record, trial, limits);
        descend(&mut descent);
        descent.finish()
    }
}
