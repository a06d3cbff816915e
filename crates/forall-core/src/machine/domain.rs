//! The domain of lists of steps.

use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::marker::PhantomData;

use super::value::index_of;
use super::{Machine, Steps, generate, print, shrink};
use crate::domain::{Arbitrary, Domain, Shrinks};
use crate::source::{ChoiceValue, LengthBounds, Reject, Source};

/// The usual maximum number of steps.
const USUAL_STEPS: usize = 50;

/// Generates lists of steps.
///
/// They have up to 50 steps, more in large tests. Most lists leave out some of the operations, because long runs
/// of one operation occur only if others are missing (swarm testing). `any::<Steps<M>>()` is the same domain.
///
/// ```
/// use forall::domain::sample;
/// use forall::machine::{StepsDomain, steps};
///
/// #[forall::machine(model = Lamp)]
/// trait Switch {
///     fn on(&mut self);
///     fn off(&mut self);
/// }
///
/// #[derive(Default)]
/// struct Lamp;
///
/// impl Switch for Lamp {
///     fn on(&mut self) {}
///     fn off(&mut self) {}
/// }
/// let longest = |domain: StepsDomain<Lamp>| {
///     sample(&domain, 100).iter().map(|list| list.steps.len()).max().unwrap()
/// };
/// assert_eq!(longest(steps().at_most(3)), 3);
/// assert!(longest(steps().up_to(4).without_swarm()) >= 4);
/// let only_off = sample(&steps::<Lamp>().only(&["off"]), 100);
/// assert!(only_off.iter().all(|list| !format!("{list:?}").contains("on()")));
/// ```
pub fn steps<M: Machine>() -> StepsDomain<M> {
    StepsDomain {
        usual: USUAL_STEPS,
        max: usize::MAX,
        disabled: Vec::new(),
        has_swarm: true,
        machine: PhantomData,
    }
}

/// See [`steps`](steps()).
pub struct StepsDomain<M> {
    usual: usize,
    max: usize,
    /// The operations that are left out.
    disabled: Vec<usize>,
    has_swarm: bool,
    machine: PhantomData<fn() -> M>,
}

/// Settings.
impl<M: Machine> StepsDomain<M> {
    /// Limits the number of steps, also of lists that are mutated.
    #[must_use]
    pub fn at_most(self, max: usize) -> StepsDomain<M> {
        StepsDomain { usual: max, max, ..self }
    }

    /// Sets the usual maximum number of steps. Mutated lists may have more.
    #[must_use]
    pub fn up_to(self, usual: usize) -> StepsDomain<M> {
        StepsDomain { usual, ..self }
    }

    /// Generates only steps with these operations.
    ///
    /// # Panics
    ///
    /// If one of them is no operation of the machine.
    #[must_use]
    pub fn only(self, operations: &[&str]) -> StepsDomain<M> {
        let enabled: Vec<usize> = operations.iter().map(|name| index_of::<M>(name)).collect();
        let others = (0..M::OPERATIONS.len()).filter(|operation| !enabled.contains(operation));
        StepsDomain { disabled: others.collect(), ..self }
    }

    /// Generates all operations in every list, instead of leaving some out.
    #[must_use]
    pub fn without_swarm(self) -> StepsDomain<M> {
        StepsDomain { has_swarm: false, ..self }
    }

    pub(super) fn has_swarm(&self) -> bool {
        self.has_swarm
    }

    #[inline]
    pub(super) fn has(&self, operation: usize) -> bool {
        operation < M::OPERATIONS.len() && !self.disabled.contains(&operation)
    }

    /// Returns the allowed lengths. Fresh lists grow with the size, and faster in large tests.
    pub(super) fn lengths(&self, size: u32, list_size: u32) -> LengthBounds {
        let growth = (list_size as usize).saturating_mul(list_size as usize);
        let factor = (list_size / size.max(1)).max(1) as usize;
        let usual = growth.min(self.usual.saturating_mul(factor)).min(self.max);
        LengthBounds { min: 0, usual, max: self.max }
    }
}

impl<M: Machine> Domain for StepsDomain<M> {
    type Value = Steps<M>;

    #[inline]
    fn generate(&self, source: &mut Source) -> Result<Steps<M>, Reject> {
        generate::generate(self, source)
    }

    fn shrink<'a>(&'a self, value: &'a Steps<M>) -> Shrinks<'a, Steps<M>> {
        shrink::without_loops(value)
    }

    fn print(&self, value: &Steps<M>) -> String {
        print::print(value)
    }

    fn invert(&self, value: &Steps<M>, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        M::invert_start(&value.start, choices)?;
        let mut model = M::model(&value.start);
        for (index, step) in value.steps.iter().enumerate() {
            choices.push(ChoiceValue::Bool(true));
            choices.push(ChoiceValue::Integer(M::operation(step) as i128));
            M::invert(&model, step, choices)?;
            // The model may panic in the last step.
            if index + 1 < value.steps.len() {
                M::apply(&mut model, step, index);
            }
        }
        choices.extend((value.steps.len() < self.max).then_some(ChoiceValue::Bool(false)));
        (value.steps.len() <= self.max).then_some(())
    }
}

impl<M: Machine> Arbitrary for Steps<M> {
    #[inline]
    fn generate(source: &mut Source) -> Result<Steps<M>, Reject> {
        steps().generate(source)
    }

    fn shrink(&self) -> Shrinks<'_, Steps<M>> {
        shrink::without_loops(self)
    }

    fn invert(&self, choices: &mut Vec<ChoiceValue>) -> Option<()> {
        steps().invert(self, choices)
    }
}

impl<M> Clone for StepsDomain<M> {
    fn clone(&self) -> StepsDomain<M> {
        StepsDomain { disabled: self.disabled.clone(), machine: PhantomData, ..*self }
    }
}

impl<M> Debug for StepsDomain<M> {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        f.debug_struct("StepsDomain")
            .field("usual", &self.usual)
            .field("max", &self.max)
            .field("disabled", &self.disabled)
            .field("has_swarm", &self.has_swarm)
            .finish()
    }
}
