//! Shrinkers in the form of quickcheck: the handwritten lists that our domains give, and those of quickcheck for numbers
//! and truth values.

use std::iter::empty;

use quickcheck::Arbitrary;

use crate::{bst, fsub, rbt, stlc};

/// Whether types of our own have a shrinker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Written {
    /// They have the handwritten lists.
    Lists,
    /// They do not shrink: that is what `Arbitrary::shrink` does unless it is written.
    Nothing,
}

/// A type with a quickcheck-style shrinker.
pub(super) trait ListShrinks: Clone + 'static {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = Self>>;
}

/// Returns the handwritten list, if there is one.
fn list<A: 'static>(written: Written, simpler: impl Fn() -> Vec<A>) -> Box<dyn Iterator<Item = A>> {
    match written {
        Written::Lists => Box::new(simpler().into_iter()),
        Written::Nothing => Box::new(empty()),
    }
}

impl ListShrinks for i32 {
    fn simpler(&self, _: Written) -> Box<dyn Iterator<Item = i32>> {
        self.shrink()
    }
}

impl ListShrinks for bool {
    fn simpler(&self, _: Written) -> Box<dyn Iterator<Item = bool>> {
        self.shrink()
    }
}

impl ListShrinks for () {
    fn simpler(&self, _: Written) -> Box<dyn Iterator<Item = ()>> {
        Box::new(empty())
    }
}

/// The last variable comes first in a pair, and the first variable is shrunk first.
impl<A: ListShrinks, Rest: ListShrinks> ListShrinks for (A, Rest) {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = (A, Rest)>> {
        let (a, rest) = self.clone();
        let earlier = self.1.simpler(written).map(move |rest| (a.clone(), rest));
        Box::new(earlier.chain(self.0.simpler(written).map(move |a| (a, rest.clone()))))
    }
}

impl ListShrinks for bst::Tree {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = bst::Tree>> {
        list(written, || bst::simpler(self))
    }
}

impl ListShrinks for rbt::Tree {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = rbt::Tree>> {
        list(written, || rbt::simpler(self))
    }
}

impl ListShrinks for stlc::Expr {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = stlc::Expr>> {
        list(written, || stlc::simpler(self))
    }
}

impl ListShrinks for fsub::Term {
    fn simpler(&self, written: Written) -> Box<dyn Iterator<Item = fsub::Term>> {
        list(written, || fsub::simpler(self))
    }
}
