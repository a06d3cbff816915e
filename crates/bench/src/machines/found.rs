//! Running a machine until a failure is found.

use forall::machine::{Lockstep, Machine, StepsDomain};
use forall::property::forall;
use forall::report::Counterexample;
use forall::runner::{self, quick_check};

/// Checks the system `S` on lists of this domain, until it fails.
pub(super) fn find<M: Machine + Lockstep<S>, S: 'static>(
    domain: StepsDomain<M>,
    options: &runner::Options,
) -> Option<Counterexample> {
    let agrees = forall("steps", domain).check(|(steps, ())| steps.check::<S>());
    quick_check(&agrees, options).counterexample().cloned()
}
