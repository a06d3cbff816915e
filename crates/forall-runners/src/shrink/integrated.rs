//! Integrated shrinking: shrinks the choices from which inputs are generated.

use super::descent::Descent;
use super::schedule::{descend, finish, run_passes};
use super::{ShrinkLimits, ShrinkTarget, Shrinker};
use crate::report::PassStats;
use crate::source::Record;

/// Shrinks choices, from which the domains generate simpler values.
///
/// A case is simpler than another if it has fewer choices, or as many and the first one that differs is
/// simpler. The drawn choices count, not the proposed ones. This follows Hypothesis (MacIver and Donaldson,
/// "Test-case reduction via test-case generation", 2020) and RackCheck: it uses their order, and their idea
/// that a wrong pass costs nothing but time. Our passes know the role of a choice and need not guess it.
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
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        run(&mut descend, target, limits)
    }
}

/// The passes of [`Integrated`], without the finish.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passes;

impl Shrinker for Passes {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        run(&mut run_passes, target, limits)
    }
}

/// The finish of [`Integrated`], for a case that no pass makes simpler.
#[derive(Clone, Debug)]
pub(super) struct Finishing {
    /// The case from which shrinking began.
    pub(super) original: Record,
}

impl Shrinker for Finishing {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        run(&mut |descent| finish(descent, &self.original), target, limits)
    }
}

/// Runs one phase on the best case of the target.
fn run(
    phase: &mut dyn FnMut(&mut Descent<'_>),
    target: &mut dyn ShrinkTarget,
    limits: &ShrinkLimits,
) -> Vec<PassStats> {
    let Some(record) = target.record().cloned() else { return Vec::new() };
    let mut descent = Descent::new(record, target, limits);
    phase(&mut descent);
    descent.finish()
}
