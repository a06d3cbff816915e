//! All closed, well-typed terms, by their number of nodes.

use forall::source::{Reject, Role, Source};

use super::mutant::Mutant;
use super::syntax::{Scope, Term, Typ};
use super::typing::{Entry, Typing};

/// Generates a term whose number of nodes, including its types, is the size of the source.
pub(super) fn closed(source: &mut Source) -> Result<Term, Reject> {
    let nodes = source.size();
    let mut builder =
        TermBuilder { source, typing: Typing::new(Mutant::Base), scope: Scope::default() };
    let made = builder.term(nodes);
    made.map(|(term, _)| term).ok_or_else(|| source.reject("the term has no type"))
}

/// Builds a term, and gives up as soon as a part of the term has no type.
struct TermBuilder<'s> {
    source: &'s mut Source,
    typing: Typing,
    /// The numbers of term variables and type variables in scope.
    scope: Scope,
}

impl TermBuilder<'_> {
    /// Builds a term with `nodes` nodes and returns it with its type.
    fn term(&mut self, nodes: u32) -> Option<(Term, Typ)> {
        if nodes <= 1 {
            let index = self.index(self.scope.terms).filter(|_| nodes == 1)?;
            let variable = Term::Var(index);
            let ty = self.typing.type_of(&variable)?;
            return Some((variable, ty));
        }
        let rule = self.source.branch(4);
        let first = self.part(nodes - 1)?;
        let second = nodes - 1 - first;
        match rule {
            0 => {
                let ty = self.typ(first, self.scope.types)?;
                let (body, codomain) = self.within(Entry::Var(ty.clone()), second)?;
                Some((Term::abs(ty.clone(), body), Typ::arr(ty, codomain)))
            }
            1 => {
                let ty = self.typ(first, self.scope.types)?;
                let (body, all) = self.within(Entry::Bound(ty.clone()), second)?;
                Some((Term::tabs(ty.clone(), body), Typ::all(ty, all)))
            }
            2 => {
                let (function, ty) = self.term(first)?;
                let Typ::Arr(..) = self.typing.promote(ty.clone())? else { return None };
                let (argument, of) = self.term(second)?;
                Some((Term::app(function, argument), self.typing.applied(ty, &of)?))
            }
            _ => {
                let (function, ty) = self.term(first)?;
                let Typ::All(..) = self.typing.promote(ty.clone())? else { return None };
                let argument = self.typ(second, self.scope.types)?;
                let applied = self.typing.applied_to_type(ty, &argument)?;
                Some((Term::tapp(function, argument), applied))
            }
        }
    }

    fn within(&mut self, entry: Entry, nodes: u32) -> Option<(Term, Typ)> {
        let outer = self.scope;
        self.scope = match entry {
            Entry::Var(_) => outer.with_term(),
            Entry::Bound(_) => outer.with_type(),
        };
        self.typing.scope.push(entry);
        let made = self.term(nodes);
        self.typing.scope.pop();
        self.scope = outer;
        made
    }

    /// Builds a type with `nodes` nodes and `scope` type variables in scope.
    fn typ(&mut self, nodes: u32, scope: i32) -> Option<Typ> {
        if nodes <= 1 {
            let index = self.source.integer(0..=scope, 0, Role::Branch, |_| 0);
            return Some(if index == 0 { Typ::Top } else { Typ::TVar(index - 1) });
        }
        let all = self.source.branch(2);
        let first = self.part(nodes - 1)?;
        let left = self.typ(first, scope)?;
        let right = self.typ(nodes - 1 - first, scope + all as i32)?;
        Some(if all == 0 { Typ::arr(left, right) } else { Typ::all(left, right) })
    }

    fn index(&mut self, count: i32) -> Option<i32> {
        (count > 0).then(|| self.source.integer(0..=count - 1, 0, Role::Reference, |_| 0))
    }

    /// Splits nodes between two parts and returns the share of the first. Every part has an odd
    /// number of nodes.
    fn part(&mut self, nodes: u32) -> Option<u32> {
        let pairs = nodes.checked_sub(2).filter(|spare| spare % 2 == 0)? / 2;
        Some(1 + 2 * self.source.integer(0..=pairs, 0, Role::Length, |_| 0))
    }
}
