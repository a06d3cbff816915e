//! Noninterference: secrets do not influence what a low observer sees.

use std::rc::Rc;

use forall::block::Property;
use forall::property::property;
use forall::report::{Failure, Verdict};

use super::generate::{Observers, States};
use super::indistinguishable::indistinguishable;
use super::label::Label;
use super::mutant::Mutant;
use super::state::State;
use super::vary::IndistinguishableStates;
use super::wellformed::is_well_formed;
use crate::strategy::Strategy;
use crate::workload::properties;

properties! {
    "SSNI" = single_step,
    "LLNI" = low_lockstep,
}

/// The limit on steps of a run.
const MAX_STEPS: u32 = 100;

/// Single-step noninterference: one step from indistinguishable states leads to indistinguishable
/// states.
fn single_step(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall o in Observers(*strategy);
        forall s1 in States(*strategy);
        implies strategy.is_always_valid() || is_well_formed(s1);
        forall s2 in IndistinguishableStates::of(*strategy, *o, s1);
        implies strategy.is_always_valid() || indistinguishable(*o, s1, s2);
        implies strategy.is_always_valid() || is_well_formed(s2);
        check single_step_verdict(*code, *o, s1, s2)
    }
}

/// Low-lockstep noninterference: two runs from indistinguishable states show an observer
/// indistinguishable states.
fn low_lockstep(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall o in Observers(*strategy);
        forall s1 in States(*strategy);
        implies strategy.is_always_valid() || is_well_formed(s1);
        forall s2 in IndistinguishableStates::of(*strategy, *o, s1);
        implies strategy.is_always_valid() || indistinguishable(*o, s1, s2);
        implies strategy.is_always_valid() || is_well_formed(s2);
        check lockstep(*code, *o, s1, s2)
    }
}

/// Checks that one step from these indistinguishable states leads to indistinguishable states.
pub fn single_step_verdict(code: Mutant, observer: Label, s1: &State, s2: &State) -> Verdict {
    let low = |state: &State| state.pc.label.flows(observer);
    let Some(t1) = code.step(s1) else { return Verdict::Discard(0) };
    if !low(s1) && !low(&t1) {
        return verdict(indistinguishable(observer, s1, &t1) && is_well_formed(&t1));
    }
    let Some(t2) = code.step(s2) else { return Verdict::Discard(0) };
    if !low(s1) && !low(&t2) {
        return Verdict::Pass;
    }
    let holds = indistinguishable(observer, &t1, &t2);
    verdict(holds && is_well_formed(&t1) && is_well_formed(&t2))
}

fn verdict(holds: bool) -> Verdict {
    if holds { Verdict::Pass } else { Failure::predicate_false().into() }
}

fn lockstep(code: Mutant, observer: Label, s1: &Rc<State>, s2: &Rc<State>) -> bool {
    let [mut a, mut b] =
        [s1, s2].map(|state| Run { code, state: Rc::clone(state), left: MAX_STEPS });
    let mut low1 = a.first_low(observer);
    let mut low2 = b.first_low(observer);
    while let (Some(s1), Some(s2)) = (&low1, &low2) {
        if !indistinguishable(observer, s1, s2) {
            return false;
        }
        low1 = a.next_low(observer);
        low2 = b.next_low(observer);
    }
    true
}

/// A run of the machine.
struct Run {
    code: Mutant,
    state: Rc<State>,
    /// The number of steps that remain.
    left: u32,
}

impl Run {
    /// Returns the first state from here on that the observer can see.
    fn first_low(&mut self, observer: Label) -> Option<Rc<State>> {
        if self.state.pc.label.flows(observer) {
            return Some(Rc::clone(&self.state));
        }
        self.next_low(observer)
    }

    /// Takes a step, then returns the next state that the observer can see.
    fn next_low(&mut self, observer: Label) -> Option<Rc<State>> {
        loop {
            self.left = self.left.checked_sub(1)?;
            self.state = Rc::new(self.code.step(&self.state)?);
            if self.state.pc.label.flows(observer) {
                return Some(Rc::clone(&self.state));
            }
        }
    }
}
