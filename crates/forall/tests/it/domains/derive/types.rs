//! The derived types that these tests use.

use std::collections::BTreeSet;

use forall::Arbitrary;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Nothing;

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Point {
    pub(super) x: i32,
    pub(super) y: i32,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Pair<A, B = A>(pub(super) A, pub(super) B)
where
    A: PartialEq;

#[derive(Arbitrary, Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Colour {
    Red,
    Green,
    Blue,
}

/// Its variants are not in the order of simplicity.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) enum Expr {
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Self>, Box<Self>),
    Neg { of: Box<Expr> },
    Lit(i64),
}

impl Expr {
    pub(super) fn nodes(&self) -> usize {
        match self {
            Expr::Add(l, r) | Expr::Mul(l, r) => 1 + l.nodes() + r.nodes(),
            Expr::Neg { of } => 1 + of.nodes(),
            Expr::Lit(_) => 1,
        }
    }

    pub(super) fn variants(&self) -> BTreeSet<&'static str> {
        let (name, parts) = match self {
            Expr::Add(l, r) => ("Add", vec![l, r]),
            Expr::Mul(l, r) => ("Mul", vec![l, r]),
            Expr::Neg { of } => ("Neg", vec![of]),
            Expr::Lit(_) => ("Lit", vec![]),
        };
        parts.iter().flat_map(|part| part.variants()).chain([name]).collect()
    }
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) enum List<T> {
    Cons(T, Box<List<T>>),
    Nil,
}

impl<T> List<T> {
    pub(super) fn nodes(&self) -> usize {
        match self {
            List::Cons(_, rest) => 1 + rest.nodes(),
            List::Nil => 1,
        }
    }
}

/// A struct that is recursive through lists.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Rose<T> {
    pub(super) at: T,
    pub(super) below: Vec<Rose<T>>,
}

impl<T> Rose<T> {
    pub(super) fn nodes(&self) -> usize {
        1 + self.below.iter().map(Rose::nodes).sum::<usize>()
    }
}

/// A struct that is recursive through options.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) left: Option<Box<Node>>,
    pub(super) key: u8,
    pub(super) right: Option<Box<Self>>,
}

impl Node {
    pub(super) fn nodes(&self) -> usize {
        let parts = self.left.iter().chain(&self.right);
        1 + parts.map(|part| part.nodes()).sum::<usize>()
    }
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(i64),
    String(String),
    Array(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(super) fn nodes(&self) -> usize {
        match self {
            Json::Array(all) => 1 + all.iter().map(Json::nodes).sum::<usize>(),
            Json::Object(all) => 1 + all.iter().map(|(_, json)| json.nodes()).sum::<usize>(),
            _ => 1,
        }
    }
}

/// Mutual recursion, which a derive cannot see: a term contains an operation, which contains terms.
#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) enum Term {
    Operation(Operation),
    Variable(u8),
    Block(Vec<Statement>),
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) struct Operation {
    pub(super) left: Box<Term>,
    pub(super) right: Box<Term>,
    pub(super) colour: Colour,
}

#[derive(Arbitrary, Clone, Debug, PartialEq)]
pub(super) enum Statement {
    Loop(Box<Statement>, Box<Term>),
    Give(Term),
}

impl Term {
    pub(super) fn nodes(&self) -> usize {
        match self {
            Term::Operation(operation) => 1 + operation.left.nodes() + operation.right.nodes(),
            Term::Variable(_) => 1,
            Term::Block(all) => 1 + all.iter().map(Statement::nodes).sum::<usize>(),
        }
    }
}

impl Statement {
    pub(super) fn nodes(&self) -> usize {
        match self {
            Statement::Loop(body, until) => 1 + body.nodes() + until.nodes(),
            Statement::Give(term) => 1 + term.nodes(),
        }
    }
}
