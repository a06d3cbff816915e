//! Deleting steps: later ones that need them are adjusted or dropped.

use std::ops::Range;

use super::{Machine, Steps};
use crate::panics;

impl<M: Machine> Steps<M> {
    /// Returns these steps without some of them. A step that refers to one that is gone is left out too, and so
    /// is one that is no longer possible.
    pub(super) fn without(&self, gone: &Range<usize>) -> Steps<M> {
        let mut left = Steps { start: self.start.clone(), steps: Vec::new() };
        let mut model = M::model(&self.start);
        // The new index of each old step, if it is left.
        let mut moved: Vec<Option<usize>> = Vec::with_capacity(self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            let step = (!gone.contains(&index)).then(|| renumbered::<M>(step, &moved)).flatten();
            let step = step.filter(|step| is_possible::<M>(&model, step));
            moved.push(step.as_ref().map(|_| left.steps.len()));
            if let Some(step) = step {
                let index = left.steps.len();
                let alive = panics::runs_without_panic(&mut || M::apply(&mut model, &step, index));
                left.steps.push(step);
                if !alive {
                    break;
                }
            }
        }
        left
    }
}

/// Returns whether the step is possible in this state.
pub(super) fn is_possible<M: Machine>(model: &M::Model, step: &M::Step) -> bool {
    M::allows(model, M::operation(step)) && M::allows_step(model, step)
}

/// Returns the step with its handles renumbered, or `None` if one of them is gone.
fn renumbered<M: Machine>(step: &M::Step, moved: &[Option<usize>]) -> Option<M::Step> {
    let mut step = step.clone();
    let mut all_left = true;
    M::for_each_handle(&mut step, &mut |handle| match moved.get(handle.step).copied().flatten() {
        Some(index) => handle.step = index,
        None => all_left = false,
    });
    all_left.then_some(step)
}
