//! Shrink candidates for terms: smaller, closed and well-typed, not necessarily of the same type.
//!
//! Each candidate is the term with one part replaced: by a variable, by a part of itself, by an
//! instance of itself, or by the same part with a simpler type. Ill-typed candidates are filtered
//! out, so a replacement need not fit.

use super::generalize::lower_type;
use super::mutant::Mutant;
use super::syntax::{Scope, Term, Typ};

/// Returns the terms with one part replaced, smallest first.
pub(crate) fn simpler(term: &Term) -> Vec<Term> {
    typed(&replaced(term), term.size())
}

/// Returns the well-typed candidates below this size, smallest first.
fn typed(candidates: &[Term], size: usize) -> Vec<Term> {
    let smaller = candidates.iter().filter(|candidate| candidate.size() < size);
    let typed = smaller.filter(|candidate| Mutant::Base.type_of(candidate).is_some());
    let mut typed: Vec<Term> = typed.cloned().collect();
    typed.sort_by_cached_key(|term| (term.size(), term.show()));
    typed.dedup();
    typed
}

fn replaced(term: &Term) -> Vec<Term> {
    let mut candidates = Vec::new();
    replace(term, Scope::default(), &mut |candidate| candidates.push(candidate));
    candidates
}

/// Calls `see` with each term that replaces one part. `scope` counts the variables in scope.
fn replace(term: &Term, scope: Scope, see: &mut dyn FnMut(Term)) {
    (0..scope.terms).map(Term::Var).filter(|variable| variable != term).for_each(&mut *see);
    parts(term, Scope::default(), see);
    match term {
        Term::Var(_) => {}
        Term::Abs(ty, body) => {
            types(ty, scope.types, &mut |ty| see(Term::Abs(ty, body.clone())));
            replace(body, scope.with_term(), &mut |body| see(Term::abs(ty.clone(), body)));
        }
        Term::TAbs(ty, body) => {
            types(ty, scope.types, &mut |ty| see(Term::TAbs(ty, body.clone())));
            leaves(scope.types).for_each(|leaf| see(Mutant::Base.subst_typ(body, 0, &leaf)));
            replace(body, scope.with_type(), &mut |body| see(Term::tabs(ty.clone(), body)));
        }
        Term::App(left, right) => {
            replace(left, scope, &mut |left| see(Term::app(left, (**right).clone())));
            replace(right, scope, &mut |right| see(Term::app((**left).clone(), right)));
        }
        Term::TApp(function, ty) => {
            types(ty, scope.types, &mut |ty| see(Term::TApp(function.clone(), ty)));
            replace(function, scope, &mut |function| see(Term::tapp(function, ty.clone())));
        }
    }
}

/// Calls `see` with each proper part that mentions none of the binders around it, adjusted to the
/// outer scope.
fn parts(term: &Term, binders: Scope, see: &mut dyn FnMut(Term)) {
    let mut each = |part: &Term, binders: Scope| {
        if let Some(part) = lowered(part, binders, Scope::default()) {
            see(part);
        }
        parts(part, binders, see);
    };
    match term {
        Term::Var(_) => {}
        Term::Abs(_, body) => each(body, binders.with_term()),
        Term::TAbs(_, body) => each(body, binders.with_type()),
        Term::App(left, right) => {
            each(left, binders);
            each(right, binders);
        }
        Term::TApp(function, _) => each(function, binders),
    }
}

/// Moves a term out of binders, or returns `None` if it mentions one of them. `depth` counts the
/// binders inside the term.
fn lowered(term: &Term, binders: Scope, depth: Scope) -> Option<Term> {
    let lowered_type = |ty: &Typ| lower_type(ty, binders.types, depth.types);
    Some(match term {
        Term::Var(index) if *index < depth.terms => Term::Var(*index),
        Term::Var(index) if *index < depth.terms + binders.terms => return None,
        Term::Var(index) => Term::Var(index - binders.terms),
        Term::Abs(ty, body) => {
            Term::abs(lowered_type(ty)?, lowered(body, binders, depth.with_term())?)
        }
        Term::TAbs(ty, body) => {
            Term::tabs(lowered_type(ty)?, lowered(body, binders, depth.with_type())?)
        }
        Term::App(left, right) => {
            Term::app(lowered(left, binders, depth)?, lowered(right, binders, depth)?)
        }
        Term::TApp(function, ty) => {
            Term::tapp(lowered(function, binders, depth)?, lowered_type(ty)?)
        }
    })
}

/// Returns the smallest types with `scope` type variables in scope.
fn leaves(scope: i32) -> impl Iterator<Item = Typ> {
    std::iter::once(Typ::Top).chain((0..scope).map(Typ::TVar))
}

/// Calls `see` with each type that replaces one part: by a leaf, or by a part of itself.
fn types(ty: &Typ, scope: i32, see: &mut dyn FnMut(Typ)) {
    leaves(scope).filter(|leaf| leaf != ty).for_each(&mut *see);
    match ty {
        Typ::Top | Typ::TVar(_) => {}
        Typ::Arr(left, right) => {
            see((**left).clone());
            see((**right).clone());
            types(left, scope, &mut |left| see(Typ::arr(left, (**right).clone())));
            types(right, scope, &mut |right| see(Typ::arr((**left).clone(), right)));
        }
        Typ::All(bound, body) => {
            see((**bound).clone());
            leaves(scope).for_each(|leaf| see(Mutant::Base.tsubst(body, 0, &leaf)));
            types(bound, scope, &mut |bound| see(Typ::all(bound, (**body).clone())));
            types(body, scope + 1, &mut |body| see(Typ::all((**bound).clone(), body)));
        }
    }
}
