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
    let swarm = if domain.has_swarm() { word } else { 0 };
    let mut walk = Walk {
        domain,
        model: M::model(&start),
        steps: Vec::with_capacity(bounds.usual),
        choosing: Choosing::new(swarm),
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
    #[inline]
    fn can_go_on(&mut self) -> bool {
        !self.is_broken && self.choosing.look(&self.model, |operation| self.domain.has(operation))
    }

    #[inline]
    fn draw(&mut self, source: &mut Source, index: usize) -> Result<bool, Reject> {
        let operation = self.choosing.draw(source);
        let is_allowed =
            !self.is_broken && self.domain.has(operation) && M::allows(&self.model, operation);
        let history = History { steps: index, exact: self.exact };
        let step = if is_allowed {
            M::draw(&self.model, operation, source, history).ok()
        } else {
            // Draws the arguments nevertheless, so that a replay goes on with the next step.
            let draw = || M::draw(&self.model, operation, source, history);
            let _ = panics::catch(draw);
            None
        };
        match step.filter(|step| M::allows_step(&self.model, step)) {
            Some(step) => {
                self.take(step, index);
                Ok(true)
            }
            None if self.exact => Err(source.reject("a step is not possible")),
            None => Ok(false),
        }
    }

    fn end_if_model_panicked(&mut self) -> bool {
        self.is_broken |= self.is_in_model;
        self.is_in_model
    }
}

impl<M: Machine> Walk<'_, M> {
    #[inline]
    fn take(&mut self, step: M::Step, index: usize) {
        self.steps.push(step);
        self.is_in_model = true;
        M::apply(&mut self.model, &self.steps[index], index);
        self.is_in_model = false;
    }
}
