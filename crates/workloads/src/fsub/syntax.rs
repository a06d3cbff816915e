//! Types and terms. Variables of terms and of types are counted apart.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Typ {
    /// Of everything.
    Top,
    /// What was bound so many binders of types further out. Wrong code may count below 0.
    TVar(#[forall(domain = 0..=9)] i32),
    /// Of functions.
    Arr(Rc<Typ>, Rc<Typ>),
    /// Of functions of a type below a bound.
    All(Rc<Typ>, Rc<Typ>),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Term {
    /// What was bound so many binders of terms further out.
    Var(#[forall(domain = 0..=9)] i32),
    /// A function of a term.
    Abs(Typ, Rc<Term>),
    /// A function applied to a term.
    App(Rc<Term>, Rc<Term>),
    /// A function of a type below a bound.
    TAbs(Typ, Rc<Term>),
    /// A function applied to a type.
    TApp(Rc<Term>, Typ),
}

impl Typ {
    /// The type of functions.
    pub fn arr(domain: Typ, codomain: Typ) -> Typ {
        Typ::Arr(Rc::new(domain), Rc::new(codomain))
    }

    /// The type of functions of types.
    pub fn all(bound: Typ, body: Typ) -> Typ {
        Typ::All(Rc::new(bound), Rc::new(body))
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        match self {
            Typ::Top | Typ::TVar(_) => 1,
            Typ::Arr(left, right) | Typ::All(left, right) => 1 + left.size() + right.size(),
        }
    }

    /// The type as text, with a parenthesis for each node.
    pub fn show(&self) -> String {
        match self {
            Typ::Top => "(Top)".to_owned(),
            Typ::TVar(index) => format!("(TVar {index})"),
            Typ::Arr(domain, codomain) => format!("(Arr {} {})", domain.show(), codomain.show()),
            Typ::All(bound, body) => format!("(All {} {})", bound.show(), body.show()),
        }
    }
}

impl Term {
    /// A function of a term.
    pub fn abs(domain: Typ, body: Term) -> Term {
        Term::Abs(domain, Rc::new(body))
    }

    /// An application to a term.
    pub fn app(function: Term, argument: Term) -> Term {
        Term::App(Rc::new(function), Rc::new(argument))
    }

    /// A function of a type.
    pub fn tabs(bound: Typ, body: Term) -> Term {
        Term::TAbs(bound, Rc::new(body))
    }

    /// An application to a type.
    pub fn tapp(function: Term, argument: Typ) -> Term {
        Term::TApp(Rc::new(function), argument)
    }

    /// How many nodes it has, those of its types included.
    pub fn size(&self) -> usize {
        match self {
            Term::Var(_) => 1,
            Term::Abs(ty, term) | Term::TAbs(ty, term) | Term::TApp(term, ty) => {
                1 + ty.size() + term.size()
            }
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    /// The term as text, with a parenthesis for each node.
    pub fn show(&self) -> String {
        match self {
            Term::Var(index) => format!("(Var {index})"),
            Term::Abs(domain, body) => format!("(Abs {} {})", domain.show(), body.show()),
            Term::App(function, argument) => {
                format!("(App {} {})", function.show(), argument.show())
            }
            Term::TAbs(bound, body) => format!("(TAbs {} {})", bound.show(), body.show()),
            Term::TApp(function, ty) => format!("(TApp {} {})", function.show(), ty.show()),
        }
    }
}

/// How many nodes the term of a counterexample has.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    let terms = bindings.iter().filter(|binding| binding.name == "e");
    terms.map(|binding| binding.value.matches('(').count()).sum()
}
