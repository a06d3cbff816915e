//! Shrinkers for quickcheck: the lists that our domains give, and those of quickcheck for numbers.

use std::iter::empty;

use quickcheck::Arbitrary;

use crate::{bst, fsub, rbt, stlc};

/// A type with a quickcheck-style shrinker.
pub(super) trait ListShrinks: Clone + 'static {
    fn simpler(&self) -> Box<dyn Iterator<Item = Self>>;
}

impl ListShrinks for i32 {
    fn simpler(&self) -> Box<dyn Iterator<Item = i32>> {
        self.shrink()
    }
}

impl ListShrinks for bool {
    fn simpler(&self) -> Box<dyn Iterator<Item = bool>> {
        self.shrink()
    }
}

impl ListShrinks for () {
    fn simpler(&self) -> Box<dyn Iterator<Item = ()>> {
        Box::new(empty())
    }
}

/// The last variable comes first in a pair, and the first variable is shrunk first.
impl<A: ListShrinks, Rest: ListShrinks> ListShrinks for (A, Rest) {
    fn simpler(&self) -> Box<dyn Iterator<Item = (A, Rest)>> {
        let (a, rest) = self.clone();
        let earlier = self.1.simpler().map(move |rest| (a.clone(), rest));
        Box::new(earlier.chain(self.0.simpler().map(move |a| (a, rest.clone()))))
    }
}

impl ListShrinks for bst::Tree {
    fn simpler(&self) -> Box<dyn Iterator<Item = bst::Tree>> {
        Box::new(bst::simpler(self).into_iter())
    }
}

impl ListShrinks for rbt::Tree {
    fn simpler(&self) -> Box<dyn Iterator<Item = rbt::Tree>> {
        Box::new(rbt::simpler(self).into_iter())
    }
}

impl ListShrinks for stlc::Expr {
    fn simpler(&self) -> Box<dyn Iterator<Item = stlc::Expr>> {
        Box::new(stlc::simpler(self).into_iter())
    }
}

impl ListShrinks for fsub::Term {
    fn simpler(&self) -> Box<dyn Iterator<Item = fsub::Term>> {
        Box::new(fsub::simpler(self).into_iter())
    }
}
