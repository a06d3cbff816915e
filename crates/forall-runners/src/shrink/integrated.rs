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
///
/// ```
/// use std::sync::Arc;
///
/// use forall::domain::Domain;
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::Integrated;
///
/// let doubled = forall::any::<u16>().mapped(|x| u32::from(x) * 2);
/// let small = forall("x", doubled).check(|(x, ())| *x < 101);
/// let report = quick_check(&small, &Options { shrinker: Arc::new(Integrated), ..Options::default() });
/// assert_eq!(report.counterexample().unwrap().shrunk[0].value, "102");
/// ```
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
