//! The state of a model, if it can be hashed.
//!
//! The call `(&StateOf(model)).state()` selects the first of these traits that applies, as if the second were a
//! less specialized implementation of the first.

use std::hash::Hash;

use crate::machine::State;

/// A model whose state is asked for.
#[derive(Clone, Copy, Debug)]
pub struct StateOf<'m, M>(pub &'m M);

/// The state of a model that implements `Hash`.
pub trait HashedState {
    /// Returns the state.
    fn state(&self) -> Option<State>;
}

/// The state of any other model.
pub trait UnknownState {
    /// Returns `None`.
    fn state(&self) -> Option<State>;
}

impl<M: Hash> HashedState for StateOf<'_, M> {
    fn state(&self) -> Option<State> {
        Some(State::of(self.0))
    }
}

impl<M> UnknownState for &StateOf<'_, M> {
    fn state(&self) -> Option<State> {
        None
    }
}
