//! Generating steps: the model decides which are possible.

use super::choosing::Choosing;
use super::{History, Machine, Steps, StepsDomain};
use crate::panics;
use crate::source::{DrawStep, Reject, Source, SpanLabel};

/// Generates a list of steps.
pub(super) fn generate<M: Machine>(
    domain: &StepsDomain<M>,
    source: &mut Source,
) -> Result<Steps<M>, Reject> {
    let start = source.span(START, M::start)?;
    let bounds = domain.lengths(source.size(), source.list_size());
    let word = source.unrecorded_word();
    let mut walk = Walk {
        domain,
        model: M::model(&start),
        steps: Vec::with_capacity(bounds.usual),
        choosing: Choosing::new(domain.has_swarm().then_some(word)),
        exact: source.is_exhaustive(),
        is_in_model: false,
        is_broken: false,
    };
    let drawn = source.span(SpanLabel::STEPS, |source| source.steps(bounds, &mut walk));
    drawn.map(|()| Steps { start, steps: walk.steps })
}

const START: SpanLabel = SpanLabel::new("forall::start");

/// The steps so far, and the model after them.
struct Walk<'d, M: Machine> {
    domain: &'d StepsDomain<M>,
    model: M::Model,
    steps: Vec<M::Step>,
    choosing: Choosing<M>,
    /// Whether every choice must mean something else, so that no list is generated twice.
    exact: bool,
    /// Whether the model is taking a step.
    is_in_model: bool,
    /// Whether the model panicked. That step is the last one, and checking the list reports it.
    is_broken: bool,
}

impl<M: Machine> DrawStep for Walk<'_, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn can_go_on(&mut self) -> bool {
        !self.is_broken && self.choosing.look(&self.model, |operation| self.domain.has(operation))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn draw(&mut self, source: &mut Source, index: usize) -> Result<bool, Reject> {
        let operation = self.choosing.draw(source);
        let history = History { steps: index, exact: self.exact };
        if !self.allows(operation) {
            return self.skip(source, operation, history);
        }
        match M::draw(&self.model, operation, source, history) {
            Ok(step) if M::allows_step(&self.model, &step) => {
                self.steps.push(step);
                Ok(true)
            }
            _ => {
                self.choosing.miss(operation);
                self.leave_out(source)
            }
        }
    }

    #[inline]
    fn is_retry(&self) -> bool {
        self.choosing.has_missed()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&mut self, index: usize) {
        self.is_in_model = true;
        M::apply(&mut self.model, &self.steps[index], index);
        self.is_in_model = false;
        self.choosing.enter_state();
    }

    fn end_if_model_panicked(&mut self) -> bool {
        self.is_broken |= self.is_in_model;
        self.is_in_model
    }
}

impl<M: Machine> Walk<'_, M> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn allows(&self, operation: usize) -> bool {
        !self.is_broken && (self.choosing.is_candidate(operation) || self.allows_rarely(operation))
    }

    /// Returns whether an operation is possible that is never generated in this state, but replayed.
    #[cold]
    fn allows_rarely(&self, operation: usize) -> bool {
        self.domain.has(operation) && M::allows(&self.model, operation)
    }

    /// Draws the arguments of an operation that is not possible, so that a replay goes on with the next step.
    #[cold]
    fn skip(
        &self,
        source: &mut Source,
        operation: usize,
        history: History,
    ) -> Result<bool, Reject> {
        panics::runs_without_panic(&mut || {
            let _ = M::draw(&self.model, operation, source, history);
        });
        self.leave_out(source)
    }

    /// Leaves out a step that is not possible.
    #[cold]
    fn leave_out(&self, source: &mut Source) -> Result<bool, Reject> {
        match self.exact {
            true => Err(source.reject("a step is not possible")),
            false => Ok(false),
        }
    }
}
