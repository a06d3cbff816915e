//! quickcheck-style shrinkers: the parts of a value, then the value with one part shrunk. The
//! premises reject invalid candidates.

use std::iter::empty;
use std::rc::Rc;

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

impl<A: ListShrinks> ListShrinks for Rc<A> {
    fn simpler(&self) -> Box<dyn Iterator<Item = Rc<A>>> {
        Box::new((**self).simpler().map(Rc::new))
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

/// Returns the parts, then the values built from shrunk fields. Fields are in reverse order.
fn parts_and<A: 'static, Fields: ListShrinks>(
    parts: Vec<A>,
    fields: &Fields,
    make: impl Fn(Fields) -> A + 'static,
) -> Box<dyn Iterator<Item = A>> {
    Box::new(parts.into_iter().chain(fields.simpler().map(make)))
}

impl ListShrinks for bst::Tree {
    fn simpler(&self) -> Box<dyn Iterator<Item = bst::Tree>> {
        let bst::Tree::T(node) = self else { return Box::new(empty()) };
        let bst::Node { left, key, value, right } = (**node).clone();
        let fields = (right.clone(), (value, (key, (left.clone(), ()))));
        parts_and(vec![left, right], &fields, |(right, (value, (key, (left, ()))))| {
            bst::Tree::node(left, key, value, right)
        })
    }
}

impl ListShrinks for rbt::Color {
    fn simpler(&self) -> Box<dyn Iterator<Item = rbt::Color>> {
        Box::new((*self == rbt::Color::B).then_some(rbt::Color::R).into_iter())
    }
}

impl ListShrinks for rbt::Tree {
    fn simpler(&self) -> Box<dyn Iterator<Item = rbt::Tree>> {
        let rbt::Tree::T(node) = self else { return Box::new(empty()) };
        let rbt::Node { color, left, entry: (key, value), right } = (**node).clone();
        let fields = (right.clone(), (value, (key, (left.clone(), (color, ())))));
        parts_and(vec![left, right], &fields, |(right, (value, (key, (left, (color, ())))))| {
            rbt::Tree::of(color, left, (key, value), right)
        })
    }
}

impl ListShrinks for stlc::Typ {
    fn simpler(&self) -> Box<dyn Iterator<Item = stlc::Typ>> {
        let stlc::Typ::Fun(domain, codomain) = self else { return Box::new(empty()) };
        let parts = vec![(**domain).clone(), (**codomain).clone()];
        parts_and(parts, &(codomain.clone(), (domain.clone(), ())), |(codomain, (domain, ()))| {
            stlc::Typ::Fun(domain, codomain)
        })
    }
}

impl ListShrinks for stlc::Expr {
    fn simpler(&self) -> Box<dyn Iterator<Item = stlc::Expr>> {
        use stlc::Expr;
        match self.clone() {
            Expr::Var(index) => Box::new(index.simpler().map(Expr::Var)),
            Expr::Bool(value) => Box::new(value.simpler().map(Expr::Bool)),
            Expr::Abs(domain, body) => {
                let parts = vec![(*body).clone()];
                parts_and(parts, &(body, (domain, ())), |(body, (domain, ()))| {
                    Expr::Abs(domain, body)
                })
            }
            Expr::App(function, argument) => {
                let parts = vec![(*function).clone(), (*argument).clone()];
                parts_and(parts, &(argument, (function, ())), |(argument, (function, ()))| {
                    Expr::App(function, argument)
                })
            }
        }
    }
}

impl ListShrinks for fsub::Typ {
    fn simpler(&self) -> Box<dyn Iterator<Item = fsub::Typ>> {
        use fsub::Typ;
        let both = |left: &Rc<Typ>, right: &Rc<Typ>, make: fn(Rc<Typ>, Rc<Typ>) -> Typ| {
            let parts = vec![(**left).clone(), (**right).clone()];
            let fields = (right.clone(), (left.clone(), ()));
            parts_and(parts, &fields, move |(right, (left, ()))| make(left, right))
        };
        match self {
            Typ::Top => Box::new(empty()),
            Typ::TVar(index) => Box::new(index.simpler().map(Typ::TVar)),
            Typ::Arr(domain, codomain) => both(domain, codomain, Typ::Arr),
            Typ::All(bound, body) => both(bound, body, Typ::All),
        }
    }
}

impl ListShrinks for fsub::Term {
    fn simpler(&self) -> Box<dyn Iterator<Item = fsub::Term>> {
        use fsub::Term;
        let part = |term: &Rc<Term>| vec![(**term).clone()];
        match self.clone() {
            Term::Var(index) => Box::new(index.simpler().map(Term::Var)),
            Term::Abs(ty, body) => {
                parts_and(part(&body), &(body, (ty, ())), |(body, (ty, ()))| Term::Abs(ty, body))
            }
            Term::TAbs(ty, body) => {
                parts_and(part(&body), &(body, (ty, ())), |(body, (ty, ()))| Term::TAbs(ty, body))
            }
            Term::TApp(function, ty) => {
                let parts = part(&function);
                parts_and(parts, &(ty, (function, ())), |(ty, (f, ()))| Term::TApp(f, ty))
            }
            Term::App(function, argument) => {
                let parts = vec![(*function).clone(), (*argument).clone()];
                parts_and(parts, &(argument, (function, ())), |(a, (f, ()))| Term::App(f, a))
            }
        }
    }
}
