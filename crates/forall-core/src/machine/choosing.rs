//! Choosing the operation of a step.
//!
//! The choice is one among all operations, so that its meaning does not depend on the state. Otherwise, deleting
//! one step would change all later ones (Hypothesis, issue 1421). Only the sampling looks at the state.

use std::marker::PhantomData;

use super::Machine;
use crate::source::{Random, Role, Source};

/// Chooses operations for the steps of one list.
pub(super) struct Choosing<M> {
    chances: Chances,
    machine: PhantomData<fn() -> M>,
}

/// How likely the operations are. Debug builds compile its methods once, and not for each machine.
struct Chances {
    /// The operations of a machine that has few of them: a vector would be allocated for each list.
    few: [Candidate; MAX_FEW],
    /// Those of a machine that has more.
    many: Vec<Candidate>,
    /// The number of operations.
    count: usize,
    has_swarm: bool,
    /// The operation whose arguments did not fit to the state. It is drawn again, with others.
    again: Option<usize>,
    /// Whether an operation has missed in this state.
    has_missed: bool,
    /// Whether the weights are those of the current state.
    is_weighed: bool,
}

/// An operation, and how likely it is in the current state.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// Its weight, or 0 if it is not possible.
    weight: u32,
    /// How often its arguments did not fit to the current state.
    misses: u8,
    /// Decides whether it takes part in this list: a random number in `0.0..1.0`.
    draw: f64,
    /// The sum of the likelihoods of the operations up to this one.
    end: u64,
}

/// The number of operations that need no vector.
const MAX_FEW: usize = 8;

/// The number of times that the arguments of an operation may not fit to a state. Then others are chosen there, also those
/// that the list leaves out.
const MAX_MISSES: u8 = 16;

/// The likelihood of an operation of weight 1, so that fractions of it are possible.
const SCALE: f64 = 65_536.0;

impl<M: Machine> Choosing<M> {
    /// Creates the chooser of a list. With a random number `swarm`, three lists of four leave out about half of the
    /// operations (Groce and others, "Swarm testing", 2012). Without it, lists leave out no operation.
    pub(super) fn new(swarm: Option<u64>) -> Choosing<M> {
        Choosing { chances: Chances::new(M::OPERATIONS.len(), swarm), machine: PhantomData }
    }

    /// Returns all operations. The compiler knows how many there are, and unrolls loops if there are few.
    #[inline]
    fn candidates(&self) -> &[Candidate] {
        match M::OPERATIONS.len() {
            few if few <= MAX_FEW => &self.chances.few[..few],
            many => &self.chances.many[..many],
        }
    }

    #[inline]
    fn candidates_mut(&mut self) -> &mut [Candidate] {
        match M::OPERATIONS.len() {
            few if few <= MAX_FEW => &mut self.chances.few[..few],
            many => &mut self.chances.many[..many],
        }
    }

    /// Looks at the state, and returns whether any operation is possible there.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn look(&mut self, model: &M::Model, enabled: impl Fn(usize) -> bool) -> bool {
        if !self.chances.is_weighed {
            self.weigh(model, &enabled);
        }
        if self.total() == 0 && self.chances.has_missed {
            self.look_again(model, &enabled);
        }
        self.total() > 0
    }

    /// All operations that are possible have missed. They are drawn again.
    #[cold]
    fn look_again(&mut self, model: &M::Model, enabled: &impl Fn(usize) -> bool) {
        self.chances.forget_misses();
        self.weigh(model, enabled);
    }

    /// Updates the weights for this state.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn weigh(&mut self, model: &M::Model, enabled: &impl Fn(usize) -> bool) {
        let mut has_changed = false;
        for (operation, candidate) in self.candidates_mut().iter_mut().enumerate() {
            let is_allowed =
                candidate.misses < MAX_MISSES && enabled(operation) && M::allows(model, operation);
            let weight = if is_allowed { M::weight(model, operation) } else { 0 };
            has_changed |= candidate.weight != weight;
            candidate.weight = weight;
        }
        self.chances.is_weighed = !M::DEPENDS_ON_STATE;
        // Most steps change nothing here.
        if has_changed {
            self.chances.update();
        }
    }

    /// Returns whether this operation is surely possible in the state that was looked at last, with some arguments.
    #[inline]
    pub(super) fn is_candidate(&self, operation: usize) -> bool {
        self.candidates().get(operation).is_some_and(|candidate| candidate.weight > 0)
    }

    /// Draws an operation.
    #[inline]
    pub(super) fn draw(&self, source: &mut Source) -> usize {
        let last = M::OPERATIONS.len().saturating_sub(1);
        source.integer(0..=last, 0, Role::Branch, |random| self.sample(random).min(last))
    }

    /// Draws this operation again, with other arguments, unless it has missed too often in this state.
    pub(super) fn miss(&mut self, operation: usize) {
        self.chances.miss(operation);
    }

    /// Returns whether an operation has missed in this state.
    #[inline]
    pub(super) fn has_missed(&self) -> bool {
        self.chances.has_missed
    }

    /// Forgets the misses: the state is another one.
    #[inline]
    pub(super) fn enter_state(&mut self) {
        if self.chances.has_missed {
            self.chances.forget_misses();
        }
    }

    #[inline]
    fn total(&self) -> u64 {
        self.candidates().last().map_or(0, |last| last.end)
    }

    /// Counts the operations that end before a random number, without a branch that depends on it.
    #[inline]
    fn sample(&self, random: &mut Random) -> usize {
        if let Some(operation) = self.chances.again {
            return operation;
        }
        let word = random.below(self.total());
        self.candidates().iter().map(|candidate| usize::from(candidate.end <= word)).sum()
    }
}

impl Chances {
    #[cfg_attr(not(debug_assertions), inline)]
    fn new(count: usize, swarm: Option<u64>) -> Chances {
        let swarm = swarm.filter(|word| word & 3 != 0);
        let candidate = Candidate { weight: 0, misses: 0, draw: 0.0, end: 0 };
        let many = if count > MAX_FEW { vec![candidate; count] } else { Vec::new() };
        let mut chances = Chances {
            few: [candidate; MAX_FEW],
            many,
            count,
            has_swarm: swarm.is_some(),
            again: None,
            has_missed: false,
            is_weighed: false,
        };
        if let Some(swarm) = swarm {
            let mut random = Random::from_seed(swarm);
            chances.candidates_mut().iter_mut().for_each(|one| one.draw = random.unit());
        }
        chances
    }

    fn candidates_mut(&mut self) -> &mut [Candidate] {
        if self.count <= MAX_FEW { &mut self.few[..self.count] } else { &mut self.many }
    }

    #[cold]
    fn miss(&mut self, operation: usize) {
        let Some(candidate) = self.candidates_mut().get_mut(operation) else { return };
        candidate.misses = candidate.misses.saturating_add(1);
        let is_drawn_again = candidate.misses < MAX_MISSES && candidate.weight > 0;
        self.again = is_drawn_again.then_some(operation);
        self.has_missed = true;
        self.is_weighed = false;
    }

    #[cold]
    fn forget_misses(&mut self) {
        self.has_missed = false;
        self.is_weighed = false;
        self.again = None;
        self.candidates_mut().iter_mut().for_each(|candidate| candidate.misses = 0);
    }

    /// Computes the likelihoods from the weights.
    #[cold]
    fn update(&mut self) {
        let mut total = 0;
        let mut count = 0_u32;
        for candidate in self.candidates_mut() {
            total += u64::from(candidate.weight);
            count += u32::from(candidate.weight > 0);
        }
        let mean = total as f64 / f64::from(count.max(1));
        let sum = match self.has_swarm {
            true => self.set_likelihoods(|candidate| candidate.likelihood(mean)),
            false => 0,
        };
        if sum == 0 {
            self.set_likelihoods(|candidate| f64::from(candidate.weight));
        }
    }

    /// Sets the likelihoods, and returns their sum.
    fn set_likelihoods(&mut self, likelihood: impl Fn(&Candidate) -> f64) -> u64 {
        let mut end = 0;
        for candidate in self.candidates_mut() {
            end += (SCALE * likelihood(candidate)) as u64;
            candidate.end = end;
        }
        end
    }
}

impl Candidate {
    /// Returns how likely the operation is in a list that leaves out operations, if `mean` is the mean weight of those
    /// that are possible.
    ///
    /// An operation of the mean weight takes part in half of the lists, one of half that weight in a quarter of
    /// them, and one of twice that weight in three quarters. The rarer it takes part, the more likely it is where it does, so
    /// that in all lists together, it is about as frequent as its weight says.
    fn likelihood(&self, mean: f64) -> f64 {
        let weight = f64::from(self.weight);
        let share = if weight <= mean { weight / mean / 2.0 } else { 1.0 - mean / weight / 2.0 };
        if self.draw < share { weight / share } else { 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how often operations of these weights occur in lists that leave some out, per million steps.
    fn frequencies(weights: &[u32]) -> Vec<f64> {
        let count = weights.len() as f64;
        let mean = weights.iter().sum::<u32>() as f64 / count;
        let mut random = Random::from_seed(1);
        let mut steps = vec![0.0; weights.len()];
        for _ in 0..20_000 {
            let likelihoods = weights.iter().map(|weight| {
                Candidate { weight: *weight, misses: 0, draw: random.unit(), end: 0 }
                    .likelihood(mean)
            });
            let likelihoods: Vec<f64> = likelihoods.collect();
            let total: f64 = likelihoods.iter().sum();
            for (steps, likelihood) in steps.iter_mut().zip(likelihoods) {
                *steps += if total > 0.0 { likelihood / total } else { 0.0 };
            }
        }
        let all: f64 = steps.iter().sum();
        steps.into_iter().map(|steps| 1e6 * steps / all).collect()
    }

    #[test]
    fn leaving_operations_out_preserves_their_weights() {
        for weights in [vec![1, 1, 1, 1], vec![8, 16, 16, 1, 1, 1, 1, 1, 1], vec![30, 10, 10, 5]] {
            let total: u32 = weights.iter().sum();
            for (weight, frequency) in weights.iter().zip(frequencies(&weights)) {
                let expected = 1e6 * f64::from(*weight) / f64::from(total);
                let ratio = frequency / expected;
                assert!((0.7..1.4).contains(&ratio), "{weights:?}, {weight}: {ratio}");
            }
        }
    }
}
