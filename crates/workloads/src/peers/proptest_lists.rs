//! proptest with handwritten lists of simpler values: a strategy of a user, whose tree walks through the list of the
//! simplest value so far.

use std::fmt::Debug;

use proptest::strategy::ValueTree;

use super::quickcheck_shrinks::{ListShrinks, Written};

/// A value that shrinks to those of its list.
pub(super) struct Listed<A> {
    current: A,
    /// The values that are left of the list of the last one that failed.
    rest: Box<dyn Iterator<Item = A>>,
}

impl<A: ListShrinks> Listed<A> {
    pub(super) fn new(value: A) -> Listed<A> {
        Listed { current: value, rest: Box::new(std::iter::empty()) }
    }
}

impl<A: ListShrinks + Debug> ValueTree for Listed<A> {
    type Value = A;

    fn current(&self) -> A {
        self.current.clone()
    }

    /// Moves to the first value of the list, since the current one fails.
    fn simplify(&mut self) -> bool {
        self.rest = self.current.simpler(Written::Lists);
        self.complicate()
    }

    /// Moves to the next value of the list, since the current one passes.
    fn complicate(&mut self) -> bool {
        let next = self.rest.next();
        let moves = next.is_some();
        self.current = next.unwrap_or_else(|| self.current.clone());
        moves
    }
}
