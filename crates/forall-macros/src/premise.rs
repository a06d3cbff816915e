//! Premises that restrict domains: `a < b`, `!list.is_empty()`, `list.contains(&x)` and so on.
//!
//! The macro recognises these patterns in the syntax. It does not know types, so the library decides whether a
//! domain can be restricted. An expression in a premise is evaluated once more, and earlier than the premise, so
//! only expressions that cannot fail are recognised.

mod code;
mod order;
mod parse;

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::Expr;

pub(crate) use self::code::Restriction;
use self::order::Order;
use self::parse::is_plain_range;
use crate::node::Annotations;
use crate::text;

/// A variable that premises may restrict.
pub(crate) struct Variable {
    pub(crate) name: Ident,
    /// An expression for the domain, if it is a constant whose ends may be known: the default domain, or a
    /// range without variables.
    pub(crate) domain: Option<TokenStream>,
    /// The text of the type, if the domain is the default domain.
    pub(crate) default_of: Option<String>,
    /// Whether expressions use a clone of the value and not a reference to it.
    pub(crate) is_cloned: bool,
}

/// A premise, and the number of variables that are bound before it.
pub(crate) struct Premise<'p> {
    pub(crate) expr: &'p Expr,
    pub(crate) bound: usize,
}

/// What premises require of all variables.
pub(crate) struct Requirements {
    variables: Vec<Variable>,
    /// For each variable, its length as a premise writes it. Errors in it are then reported only once.
    lengths: Vec<Option<Expr>>,
    order: Order,
    conditions: Vec<Condition>,
}

/// One side of a comparison.
#[derive(Clone)]
enum Term {
    /// The value of the variable with this index.
    Variable(usize),
    /// The length of the variable with this index.
    Length(usize),
    /// Another expression, which mentions only the first `bound` variables.
    Value { expr: TokenStream, bound: usize },
}

/// A condition other than an order.
enum Condition {
    Equal(Term, Term),
    Different(Term, Term),
    Contains {
        collection: Term,
        element: Term,
    },
    /// The variable with this index is of this variant.
    Variant(usize, &'static str),
}

impl Variable {
    /// Returns a variable with this type and these annotations. `root` is the path to the crate `forall`.
    pub(crate) fn new(
        name: &Ident,
        ty: &impl ToTokens,
        annotations: &Annotations,
        root: &impl ToTokens,
    ) -> Variable {
        let name = name.clone();
        let mut variable = Variable { name, domain: None, default_of: None, is_cloned: false };
        match &annotations.domain {
            Some(written) if is_plain_range(written) => {
                variable.domain = Some(written.to_token_stream());
            }
            Some(_) => {}
            None => {
                variable.domain = Some(quote!(#root::domain::Any::<#ty>::NEW));
                variable.default_of = Some(text::ty(ty));
            }
        }
        variable
    }
}

impl Requirements {
    pub(crate) fn new(variables: Vec<Variable>, premises: &[Premise<'_>]) -> Requirements {
        let mut requirements = Requirements {
            lengths: variables.iter().map(|_| None).collect(),
            variables,
            order: Order::default(),
            conditions: Vec::new(),
        };
        requirements.forget_dependent_domains();
        for premise in premises {
            requirements.add(premise.expr, premise.bound);
        }
        requirements.order.close();
        requirements
    }

    /// Forgets the domains that mention variables: their ends are unknown while earlier variables are drawn.
    fn forget_dependent_domains(&mut self) {
        for at in 0..self.variables.len() {
            let domain = self.variables[at].domain.clone().unwrap_or_default();
            if self.variables[at].default_of.is_none() && !self.mentioned(&domain).is_empty() {
                self.variables[at].domain = None;
            }
        }
    }

    /// Returns the index of the variable that `name` stands for if only the first `bound` variables are bound.
    /// Returns `None` if several variables have this name.
    fn index(&self, name: &Ident, bound: usize) -> Option<usize> {
        let mut found = (0..self.variables.len()).filter(|i| self.variables[*i].name == *name);
        let index = found.next().filter(|index| *index < bound)?;
        found.next().is_none().then_some(index)
    }

    /// Returns the indices of the variables that an expression mentions.
    fn mentioned(&self, expr: &TokenStream) -> Vec<usize> {
        let names: Vec<Ident> = self.variables.iter().map(|each| each.name.clone()).collect();
        let mentioned = text::mentions(expr, &names);
        (0..names.len()).filter(|i| mentioned.contains(&names[*i])).collect()
    }
}

impl Term {
    /// Returns whether the term can be evaluated if only the first `bound` variables are bound.
    fn is_known(&self, before: usize) -> bool {
        match self {
            Term::Variable(index) | Term::Length(index) => *index < before,
            Term::Value { bound, .. } => *bound <= before,
        }
    }

    /// Returns the variable with this value or length.
    fn variable(&self) -> Option<usize> {
        match self {
            Term::Variable(index) | Term::Length(index) => Some(*index),
            Term::Value { .. } => None,
        }
    }

    /// Returns whether both are the value, or both the length, of the same variable.
    fn is(&self, other: &Term) -> bool {
        match (self, other) {
            (Term::Variable(left), Term::Variable(right))
            | (Term::Length(left), Term::Length(right)) => left == right,
            _ => false,
        }
    }
}
