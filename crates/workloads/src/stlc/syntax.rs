//! Types and terms.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Typ {
    /// The type of `true` and `false`.
    Bool,
    /// A function type.
    Fun(Rc<Typ>, Rc<Typ>),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Expr {
    /// A variable, as a de Bruijn index. Mutants may make it negative.
    Var(#[forall(domain = 0..=9)] i32),
    /// `true` or `false`.
    Bool(bool),
    /// An abstraction over an argument of this type.
    Abs(Typ, Rc<Expr>),
    /// An application.
    App(Rc<Expr>, Rc<Expr>),
}

impl Typ {
    /// Returns a function type.
    pub fn fun(domain: Typ, codomain: Typ) -> Typ {
        Typ::Fun(Rc::new(domain), Rc::new(codomain))
    }

    /// Returns the number of nodes.
    pub fn size(&self) -> usize {
        match self {
            Typ::Bool => 1,
            Typ::Fun(domain, codomain) => 1 + domain.size() + codomain.size(),
        }
    }

    /// Formats the type, with one opening parenthesis for each node.
    pub fn show(&self) -> String {
        match self {
            Typ::Bool => "(Bool)".to_owned(),
            Typ::Fun(domain, codomain) => format!("(Fun {} {})", domain.show(), codomain.show()),
        }
    }
}

impl Expr {
    /// Returns an abstraction.
    pub fn abs(domain: Typ, body: Expr) -> Expr {
        Expr::Abs(domain, Rc::new(body))
    }

    /// Returns an application.
    pub fn app(function: Expr, argument: Expr) -> Expr {
        Expr::App(Rc::new(function), Rc::new(argument))
    }

    /// Returns the number of nodes, including types.
    pub fn size(&self) -> usize {
        match self {
            Expr::Var(_) | Expr::Bool(_) => 1,
            Expr::Abs(domain, body) => 1 + domain.size() + body.size(),
            Expr::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    /// Formats the term, with one opening parenthesis for each node.
    pub fn show(&self) -> String {
        match self {
            Expr::Var(index) => format!("(Var {index})"),
            Expr::Bool(value) => format!("(Bool {value})"),
            Expr::Abs(domain, body) => format!("(Abs {} {})", domain.show(), body.show()),
            Expr::App(function, argument) => {
                format!("(App {} {})", function.show(), argument.show())
            }
        }
    }
}

/// Returns the number of nodes of the term in a counterexample.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    let terms = bindings.iter().filter(|binding| binding.name == "e");
    terms.map(|binding| binding.value.matches('(').count()).sum()
}
