//! Shrinking lists of steps as values: removes loops in the states of the model.
//!
//! Everything else is left to the choices: shorter lists, simpler operations and arguments.

use std::collections::HashMap;
use std::ops::Range;

use super::{Machine, Steps};
use crate::domain::Shrinks;
use crate::panics;

/// Returns the list without the steps between two equal states, longest loops first.
pub(super) fn without_loops<M: Machine>(steps: &Steps<M>) -> Shrinks<'_, Steps<M>> {
    let mut loops = loops(states(steps)).into_iter();
    Shrinks::from_fn(move || loops.next().map(|gone| steps.without(&gone)))
}

/// Returns the ranges of steps after which the state is as it was before them. It is compiled once, and not for each
/// machine.
fn loops(states: Vec<Option<u64>>) -> Vec<Range<usize>> {
    let mut first: HashMap<u64, usize> = HashMap::new();
    let mut loops: Vec<Range<usize>> = Vec::new();
    for (index, state) in states.into_iter().enumerate() {
        let Some(state) = state else { continue };
        let start = *first.entry(state).or_insert(index);
        if start < index {
            loops.push(start..index);
        }
    }
    loops.sort_by_key(|range| std::cmp::Reverse(range.len()));
    loops
}

/// Returns the state before each step, and after the last one.
fn states<M: Machine>(steps: &Steps<M>) -> Vec<Option<u64>> {
    let exact = |model: &M::Model| M::state(model).map(|state| state.exact);
    let mut states = Vec::new();
    panics::runs_without_panic(&mut || {
        let mut model = M::model(&steps.start);
        states.push(exact(&model));
        for (index, step) in steps.steps.iter().enumerate() {
            M::apply(&mut model, step, index);
            states.push(exact(&model));
        }
    });
    states
}
