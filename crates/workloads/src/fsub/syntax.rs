//! Types and terms. Term variables and type variables are numbered separately.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Typ {
    /// The type of all values.
    Top,
    /// A type variable, as a de Bruijn index. Mutants may make it negative.
    TVar(#[forall(domain = 0..=9)] i32),
    /// A function type.
    Arr(Rc<Typ>, Rc<Typ>),
    /// A universal type with a bound.
    All(Rc<Typ>, Rc<Typ>),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Arbitrary)]
pub enum Term {
    /// A term variable, as a de Bruijn index.
    Var(#[forall(domain = 0..=9)] i32),
    /// An abstraction over a term.
    Abs(Typ, Rc<Term>),
    /// An application to a term.
    App(Rc<Term>, Rc<Term>),
    /// An abstraction over a type with a bound.
    TAbs(Typ, Rc<Term>),
    /// An application to a type.
    TApp(Rc<Term>, Typ),
}

/// The number of variables in scope, or of binders, of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scope {
    pub(super) terms: i32,
    pub(super) types: i32,
}

impl Scope {
    /// Adds a term variable.
    pub(super) fn with_term(self) -> Scope {
        Scope { terms: self.terms + 1, ..self }
    }

    /// Adds a type variable.
    pub(super) fn with_type(self) -> Scope {
        Scope { types: self.types + 1, ..self }
    }
}

impl Typ {
    /// Returns a function type.
    pub fn arr(domain: Typ, codomain: Typ) -> Typ {
        Typ::Arr(Rc::new(domain), Rc::new(codomain))
    }

    /// Returns a universal type.
    pub fn all(bound: Typ, body: Typ) -> Typ {
        Typ::All(Rc::new(bound), Rc::new(body))
    }

    /// Returns the number of nodes.
    pub fn size(&self) -> usize {
        match self {
            Typ::Top | Typ::TVar(_) => 1,
            Typ::Arr(left, right) | Typ::All(left, right) => 1 + left.size() + right.size(),
        }
    }

    /// Formats the type, with one opening parenthesis for each node.
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
    /// Returns an abstraction over a term.
    pub fn abs(domain: Typ, body: Term) -> Term {
        Term::Abs(domain, Rc::new(body))
    }

    /// Returns an application to a term.
    pub fn app(function: Term, argument: Term) -> Term {
        Term::App(Rc::new(function), Rc::new(argument))
    }

    /// Returns an abstraction over a type.
    pub fn tabs(bound: Typ, body: Term) -> Term {
        Term::TAbs(bound, Rc::new(body))
    }

    /// Returns an application to a type.
    pub fn tapp(function: Term, argument: Typ) -> Term {
        Term::TApp(Rc::new(function), argument)
    }

    /// Returns the number of nodes, including types.
    pub fn size(&self) -> usize {
        match self {
            Term::Var(_) => 1,
            Term::Abs(ty, term) | Term::TAbs(ty, term) | Term::TApp(term, ty) => {
                1 + ty.size() + term.size()
            }
            Term::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    /// Formats the term, with one opening parenthesis for each node.
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

/// Returns the number of nodes of the term in a counterexample.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    let terms = bindings.iter().filter(|binding| binding.name == "e");
    terms.map(|binding| binding.value.matches('(').count()).sum()
}
