//! Lists of steps: a step that is not possible where it stands leaves no trace in the record.

use super::list_pattern::ListPattern;
use super::{LengthBounds, Reject, Role, Source, SpanLabel};
use crate::panics::{self, Caught};

/// How often a fresh list may draw a step, for each step it holds: some are not possible with the drawn arguments.
const ATTEMPTS_PER_STEP: usize = 32;

/// Draws the steps of a list, one after the other.
pub(crate) trait DrawStep {
    /// Returns whether any step is possible now. A fresh list ends where none is.
    fn can_go_on(&mut self) -> bool;

    /// Draws the step at this index, and returns whether it is possible. If not, it is dropped.
    fn draw(&mut self, source: &mut Source, index: usize) -> Result<bool, Reject>;

    /// Does what [`draw`](DrawStep::draw) does, and is compiled once. `draw` itself is a part of the loop that is to be
    /// fast.
    #[inline(never)]
    fn draw_out_of_line(&mut self, source: &mut Source, index: usize) -> Result<bool, Reject> {
        self.draw(source, index)
    }

    /// Returns whether the last step was not possible with the arguments that were drawn. A pattern would draw the same
    /// arguments again.
    fn is_retry(&self) -> bool;

    /// Lets the model take the step at this index, which was drawn last.
    fn take(&mut self, index: usize);

    /// Returns whether the model panicked in the step drawn last. The list then ends with it.
    fn end_if_model_panicked(&mut self) -> bool;
}

impl Source {
    /// Draws a list of steps. Each of them depends on the steps before it.
    ///
    /// A changed record can ask for a step that is no longer possible. Its choices are then removed from the
    /// record, so that the record always holds exactly the steps of the list.
    pub(crate) fn steps(
        &mut self,
        bounds: LengthBounds,
        steps: &mut impl DrawStep,
    ) -> Result<(), Reject> {
        let outer = self.theme;
        let (length, pattern) = self.steps_plan(bounds);
        self.at_share(length, |source| {
            if source.tape.is_some() {
                source.open(SpanLabel::LIST);
                let bounds = LengthBounds { usual: length, ..bounds };
                let drawn = source.steps_taped(bounds, pattern, steps);
                source.theme = outer;
                source.close();
                return drawn;
            }
            if outer.is_themed() {
                return source.steps_fresh(length, steps, |source, steps, index| {
                    source.theme = outer.at(index, length);
                    let is_retry = steps.is_retry();
                    let mut draw = |source: &mut Source| steps.draw_out_of_line(source, index);
                    let drawn = match is_retry {
                        true => draw(source),
                        false => pattern.element(source, index, &mut draw),
                    };
                    source.theme = outer;
                    drawn
                });
            }
            source.steps_fresh(length, steps, |source, steps, index| steps.draw(source, index))
        })
    }

    /// Draws the length and the pattern of a list. Debug builds compile it once, and not for each machine.
    #[cfg_attr(not(debug_assertions), inline)]
    fn steps_plan(&mut self, bounds: LengthBounds) -> (usize, ListPattern) {
        (self.fresh_length(bounds), ListPattern::draw(self.theme, &mut self.random))
    }

    /// Draws a number that decides what the rest of this test has in common. It is not recorded: a replay does
    /// not need it.
    #[inline]
    pub(crate) fn unrecorded_word(&mut self) -> u64 {
        self.random.word()
    }

    /// Draws a list without a tape. `draw` draws the step at an index.
    #[inline]
    fn steps_fresh<S: DrawStep>(
        &mut self,
        length: usize,
        steps: &mut S,
        mut draw: impl FnMut(&mut Source, &mut S, usize) -> Result<bool, Reject>,
    ) -> Result<(), Reject> {
        let drawn = panics::catch(|| {
            let mut taken = 0;
            let mut attempts = 0;
            while taken < length && attempts < length * ATTEMPTS_PER_STEP && steps.can_go_on() {
                attempts += 1;
                if draw(self, steps, taken)? {
                    steps.take(taken);
                    taken += 1;
                }
            }
            Ok(())
        });
        drawn.unwrap_or_else(|caught| end(caught, steps).map(|_| ()))
    }

    /// Draws a list with a tape. It is compiled once, and not for each machine.
    #[cold]
    fn steps_taped(
        &mut self,
        LengthBounds { usual, max, .. }: LengthBounds,
        pattern: ListPattern,
        steps: &mut dyn DrawStep,
    ) -> Result<(), Reject> {
        let outer = self.theme;
        let mut taken = 0;
        // Of the steps, those behind the replayed ones: `usual` is how many of them to draw.
        let mut fresh = 0;
        let mut attempts = 0;
        if let Some(tape) = &mut self.tape {
            tape.begin_steps();
        }
        while taken < max {
            // In any case, the steps look at the state.
            let may_go_on = steps.can_go_on() && attempts < usual * ATTEMPTS_PER_STEP;
            let mark = self.tape.as_ref().map(|tape| tape.mark());
            let is_fresh = self.tape.as_ref().is_none_or(|tape| !tape.has_values());
            self.open(SpanLabel::ELEMENT);
            let more = self.bool(Role::More, |_| fresh < usual && may_go_on);
            let mut is_possible = Ok(more);
            if more {
                attempts += usize::from(is_fresh);
                self.theme = outer.at(taken, usual);
                let is_retry = steps.is_retry();
                let mut draw = |source: &mut Source| {
                    let drawn = panics::catch(|| {
                        let is_possible = steps.draw_out_of_line(source, taken)?;
                        if is_possible {
                            steps.take(taken);
                        }
                        Ok(is_possible)
                    });
                    drawn.unwrap_or_else(|caught| end(caught, steps))
                };
                is_possible = match is_retry {
                    true => draw(self),
                    false => pattern.element(self, taken, &mut draw),
                };
                self.theme = outer;
            }
            self.close();
            match is_possible? {
                true => {
                    taken += 1;
                    fresh += usize::from(is_fresh);
                }
                false if more => {
                    if let Some((tape, mark)) = self.tape.as_mut().zip(mark) {
                        tape.drop_step(mark, taken);
                    }
                }
                false => break,
            }
        }
        Ok(())
    }
}

/// Handles a panic while a step was drawn. If the model panicked, the step is the last one of the list. Checking
/// the list then reports the panic. A panic elsewhere goes on.
#[cold]
fn end(caught: Caught, steps: &mut dyn DrawStep) -> Result<bool, Reject> {
    match caught {
        _ if steps.end_if_model_panicked() => Ok(true),
        Caught::Assumption => panics::discard(),
        Caught::Panic(failure) => panics::fail(failure),
    }
}
