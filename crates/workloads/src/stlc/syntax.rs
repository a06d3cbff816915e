//! Types and terms.

use std::rc::Rc;

use forall::Arbitrary;
use forall::report::Binding;

/// A type.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Typ {
    /// Of `true` and `false`.
    Bool,
    /// Of functions from one type to another.
    Fun(Rc<Typ>, Rc<Typ>),
}

/// A term.
#[derive(Clone, Debug, PartialEq, Eq, Arbitrary)]
pub enum Expr {
    /// What was bound so many binders further out. Wrong code may count below 0.
    Var(#[forall(domain = 0..=9)] i32),
    /// `true` or `false`.
    Bool(bool),
    /// A function of an argument of this type.
    Abs(Typ, Rc<Expr>),
    /// A function applied to an argument.
    App(Rc<Expr>, Rc<Expr>),
}

impl Typ {
    /// The type of functions.
    pub fn fun(domain: Typ, codomain: Typ) -> Typ {
        Typ::Fun(Rc::new(domain), Rc::new(codomain))
    }

    /// How many nodes it has.
    pub fn size(&self) -> usize {
        match self {
            Typ::Bool => 1,
            Typ::Fun(domain, codomain) => 1 + domain.size() + codomain.size(),
        }
    }

    /// The type as text, with a parenthesis for each node.
    pub fn show(&self) -> String {
        match self {
            Typ::Bool => "(Bool)".to_owned(),
            Typ::Fun(domain, codomain) => format!("(Fun {} {})", domain.show(), codomain.show()),
        }
    }
}

impl Expr {
    /// A function.
    pub fn abs(domain: Typ, body: Expr) -> Expr {
        Expr::Abs(domain, Rc::new(body))
    }

    /// An application.
    pub fn app(function: Expr, argument: Expr) -> Expr {
        Expr::App(Rc::new(function), Rc::new(argument))
    }

    /// How many nodes it has, those of its types included.
    pub fn size(&self) -> usize {
        match self {
            Expr::Var(_) | Expr::Bool(_) => 1,
            Expr::Abs(domain, body) => 1 + domain.size() + body.size(),
            Expr::App(function, argument) => 1 + function.size() + argument.size(),
        }
    }

    /// The term as text, with a parenthesis for each node.
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

/// How many nodes the term of a counterexample has.
pub(super) fn measure(bindings: &[Binding]) -> usize {
    let terms = bindings.iter().filter(|binding| binding.name == "e");
    terms.map(|binding| binding.value.matches('(').count()).sum()
}
