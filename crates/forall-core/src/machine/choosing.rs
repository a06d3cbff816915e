//! Choosing the operation of a step.
//!
//! The choice is one among all operations, so that its meaning does not depend on the state. Otherwise, deleting
//! one step would change all later ones (Hypothesis, issue 1421). Only the sampling looks at the state.

use std::marker::PhantomData;

use super::Machine;
use crate::source::{Random, Role, Source};

/// Chooses operations for the steps of one list.
pub(super) struct Choosing<M> {
    /// Selects the operations that this list leaves out, or 0 to leave out none.
    swarm: u64,
    /// The weight of each operation in the current state; 0 if it is not possible or left out.
    weights: Vec<u32>,
    total: u64,
    machine: PhantomData<fn() -> M>,
}

impl<M: Machine> Choosing<M> {
    /// Creates the chooser of a list. `swarm` is a random number: three lists of four leave out about half of the
    /// operations (Groce and others, "Swarm testing", 2012).
    #[inline]
    pub(super) fn new(swarm: u64) -> Choosing<M> {
        let swarm = if swarm & 3 == 0 { 0 } else { swarm };
        let weights = vec![0; M::OPERATIONS.len()];
        Choosing { swarm, weights, total: 0, machine: PhantomData }
    }

    /// Looks at the state, and returns whether any operation is possible there.
    #[inline]
    pub(super) fn look(&mut self, model: &M::Model, enabled: impl Fn(usize) -> bool) -> bool {
        let allows = |operation: usize| enabled(operation) && M::allows(model, operation);
        self.weigh(model, |this, operation| this.takes_part(operation) && allows(operation));
        if self.total == 0 && self.swarm != 0 {
            self.weigh(model, |_, operation| allows(operation));
        }
        self.total > 0
    }

    /// Draws an operation.
    #[inline]
    pub(super) fn draw(&self, source: &mut Source) -> usize {
        let last = self.weights.len().saturating_sub(1);
        source.integer(0..=last, 0, Role::Branch, |random| self.sample(random))
    }

    #[inline]
    fn weigh(&mut self, model: &M::Model, allows: impl Fn(&Self, usize) -> bool) {
        self.total = 0;
        for operation in 0..self.weights.len() {
            let is_allowed = allows(self, operation);
            let weight = if is_allowed { M::weight(model, operation) } else { 0 };
            self.weights[operation] = weight;
            self.total += u64::from(weight);
        }
    }

    #[inline]
    fn takes_part(&self, operation: usize) -> bool {
        let salt = (operation as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.swarm == 0 || (self.swarm ^ salt).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 63 == 1
    }

    #[inline]
    fn sample(&self, random: &mut Random) -> usize {
        let mut rest = random.below(self.total.max(1));
        for (operation, weight) in self.weights.iter().enumerate() {
            match rest.checked_sub(u64::from(*weight)) {
                Some(less) => rest = less,
                None => return operation,
            }
        }
        0
    }
}
