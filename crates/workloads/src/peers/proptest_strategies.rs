//! proptest strategies that generate a given value with the structure of `prop_recursive`: a choice
//! between a leaf and an inner node at each node, and then the parts. So proptest shrinks the value
//! as if it had generated the value itself.

use std::fmt::Debug;
use std::rc::Rc;

use proptest::num::i32::BinarySearch;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::strategy::NewTree;
use proptest::test_runner::TestRunner;

use crate::{bst, fsub, rbt, stlc};

/// The weight of the given node against a leaf of weight 1: one node in a billion differs from the
/// given value.
const GIVEN_WEIGHT: u32 = 1 << 30;

/// A type with a proptest strategy for each of its values.
pub(super) trait ToStrategy: Clone + Debug + PartialEq + 'static {
    fn strategy(&self) -> BoxedStrategy<Self>;
}

/// An integer that shrinks like those that proptest generates.
#[derive(Debug)]
struct Number(i32);

impl Strategy for Number {
    type Tree = BinarySearch;
    type Value = i32;

    fn new_tree(&self, _: &mut TestRunner) -> NewTree<Number> {
        Ok(BinarySearch::new(self.0))
    }
}

/// Chooses between this node and a leaf, if there is one.
fn or_leaf<A: Debug + 'static>(
    leaf: impl Strategy<Value = A> + 'static,
    node: impl Strategy<Value = A> + 'static,
) -> BoxedStrategy<A> {
    prop_oneof![1 => leaf, GIVEN_WEIGHT => node].boxed()
}

impl ToStrategy for i32 {
    fn strategy(&self) -> BoxedStrategy<i32> {
        Number(*self).boxed()
    }
}

impl ToStrategy for bool {
    fn strategy(&self) -> BoxedStrategy<bool> {
        if *self { or_leaf(Just(false), Just(true)) } else { Just(false).boxed() }
    }
}

impl<A: ToStrategy> ToStrategy for Rc<A> {
    fn strategy(&self) -> BoxedStrategy<Rc<A>> {
        (**self).strategy().prop_map(Rc::new).boxed()
    }
}

impl ToStrategy for () {
    fn strategy(&self) -> BoxedStrategy<()> {
        Just(()).boxed()
    }
}

/// The last variable comes first in a pair, and the first variable is shrunk first.
impl<A: ToStrategy, Rest: ToStrategy> ToStrategy for (A, Rest) {
    fn strategy(&self) -> BoxedStrategy<(A, Rest)> {
        (self.1.strategy(), self.0.strategy()).prop_map(|(rest, a)| (a, rest)).boxed()
    }
}

impl ToStrategy for bst::Tree {
    fn strategy(&self) -> BoxedStrategy<bst::Tree> {
        let bst::Tree::T(node) = self else { return Just(bst::Tree::E).boxed() };
        let bst::Node { left, key, value, right } = &**node;
        let parts = (left.strategy(), key.strategy(), value.strategy(), right.strategy());
        let node =
            parts.prop_map(|(left, key, value, right)| bst::Tree::node(left, key, value, right));
        or_leaf(Just(bst::Tree::E), node)
    }
}

impl ToStrategy for rbt::Color {
    fn strategy(&self) -> BoxedStrategy<rbt::Color> {
        let red = Just(rbt::Color::R);
        if *self == rbt::Color::B { or_leaf(red, Just(rbt::Color::B)) } else { red.boxed() }
    }
}

impl ToStrategy for rbt::Tree {
    fn strategy(&self) -> BoxedStrategy<rbt::Tree> {
        let rbt::Tree::T(node) = self else { return Just(rbt::Tree::E).boxed() };
        let rbt::Node { color, left, entry, right } = &**node;
        let entry = (entry.0.strategy(), entry.1.strategy());
        let parts = (color.strategy(), left.strategy(), entry, right.strategy());
        let node =
            parts.prop_map(|(color, left, entry, right)| rbt::Tree::of(color, left, entry, right));
        or_leaf(Just(rbt::Tree::E), node)
    }
}

impl ToStrategy for stlc::Typ {
    fn strategy(&self) -> BoxedStrategy<stlc::Typ> {
        let leaf = Just(stlc::Typ::Bool);
        let stlc::Typ::Fun(domain, codomain) = self else { return leaf.boxed() };
        let parts = (domain.strategy(), codomain.strategy());
        or_leaf(leaf, parts.prop_map(|(domain, codomain)| stlc::Typ::Fun(domain, codomain)))
    }
}

impl ToStrategy for stlc::Expr {
    fn strategy(&self) -> BoxedStrategy<stlc::Expr> {
        use stlc::Expr;
        let leaf = || prop_oneof![any::<bool>().prop_map(Expr::Bool), (0..=9).prop_map(Expr::Var)];
        match self {
            Expr::Bool(value) => value.strategy().prop_map(Expr::Bool).boxed(),
            Expr::Var(index) => Number(*index).prop_map(Expr::Var).boxed(),
            Expr::Abs(domain, body) => {
                let parts = (domain.strategy(), body.strategy());
                or_leaf(leaf(), parts.prop_map(|(domain, body)| Expr::Abs(domain, body)))
            }
            Expr::App(function, argument) => {
                let parts = (function.strategy(), argument.strategy());
                or_leaf(leaf(), parts.prop_map(|(f, a)| Expr::App(f, a)))
            }
        }
    }
}

impl ToStrategy for fsub::Typ {
    fn strategy(&self) -> BoxedStrategy<fsub::Typ> {
        use fsub::Typ;
        let leaf = || prop_oneof![Just(Typ::Top), (0..=9).prop_map(Typ::TVar)];
        match self {
            Typ::Top => Just(Typ::Top).boxed(),
            Typ::TVar(index) => Number(*index).prop_map(Typ::TVar).boxed(),
            Typ::Arr(left, right) => {
                let parts = (left.strategy(), right.strategy());
                or_leaf(leaf(), parts.prop_map(|(left, right)| Typ::Arr(left, right)))
            }
            Typ::All(bound, body) => {
                let parts = (bound.strategy(), body.strategy());
                or_leaf(leaf(), parts.prop_map(|(bound, body)| Typ::All(bound, body)))
            }
        }
    }
}

impl ToStrategy for fsub::Term {
    fn strategy(&self) -> BoxedStrategy<fsub::Term> {
        use fsub::Term;
        let leaf = || (0..=9).prop_map(Term::Var);
        match self {
            Term::Var(index) => Number(*index).prop_map(Term::Var).boxed(),
            Term::Abs(ty, body) => {
                let parts = (ty.strategy(), body.strategy());
                or_leaf(leaf(), parts.prop_map(|(ty, body)| Term::Abs(ty, body)))
            }
            Term::TAbs(ty, body) => {
                let parts = (ty.strategy(), body.strategy());
                or_leaf(leaf(), parts.prop_map(|(ty, body)| Term::TAbs(ty, body)))
            }
            Term::App(function, argument) => {
                let parts = (function.strategy(), argument.strategy());
                or_leaf(leaf(), parts.prop_map(|(f, a)| Term::App(f, a)))
            }
            Term::TApp(function, ty) => {
                let parts = (function.strategy(), ty.strategy());
                or_leaf(leaf(), parts.prop_map(|(f, ty)| Term::TApp(f, ty)))
            }
        }
    }
}
