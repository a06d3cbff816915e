//! Shrink candidates for terms: smaller, closed and well-typed, not necessarily of the same type.
//!
//! Each candidate is the term with one part replaced: by a leaf, by a part of itself, or by an
//! abstraction with a simpler type. Ill-typed candidates are filtered out, so a replacement need
//! not fit.

use super::syntax::{Expr, Typ};
use super::typing::type_of;

/// Returns the terms with one part replaced, smallest first.
pub(crate) fn simpler(expr: &Expr) -> Vec<Expr> {
    let mut candidates = Vec::new();
    replaced(expr, 0, &mut |candidate| candidates.push(candidate));
    let size = expr.size();
    candidates.retain(|candidate| {
        let smaller = candidate.size();
        (smaller < size || smaller == size && rank(candidate) < rank(expr))
            && type_of(candidate).is_some()
    });
    candidates.sort_by_cached_key(|candidate| (candidate.size(), rank(candidate)));
    candidates.dedup();
    candidates
}

/// Orders terms of the same size: `false` is the simplest, then `true`, then inner variables.
fn rank(expr: &Expr) -> u64 {
    match expr {
        Expr::Bool(value) => u64::from(*value),
        Expr::Var(index) => 2 + *index as u64,
        Expr::Abs(_, body) => rank(body),
        Expr::App(function, argument) => rank(function) + rank(argument),
    }
}

/// Calls `see` with each term that replaces one part. `depth` is the number of variables in scope.
fn replaced(expr: &Expr, depth: i32, see: &mut dyn FnMut(Expr)) {
    if !matches!(expr, Expr::Bool(false)) {
        see(Expr::Bool(false));
    }
    (0..depth).for_each(|index| see(Expr::Var(index)));
    parts(expr, 0, see);
    match expr {
        Expr::Var(_) | Expr::Bool(_) => {}
        Expr::Abs(domain, body) => {
            for ty in types(domain) {
                see(Expr::Abs(ty, body.clone()));
            }
            replaced(body, depth + 1, &mut |body| see(Expr::abs(domain.clone(), body)));
        }
        Expr::App(function, argument) => {
            replaced(function, depth, &mut |new| see(Expr::app(new, (**argument).clone())));
            replaced(argument, depth, &mut |new| see(Expr::app((**function).clone(), new)));
        }
    }
}

/// Calls `see` with each proper part that mentions none of the binders around it, adjusted to the
/// outer scope.
fn parts(expr: &Expr, binders: i32, see: &mut dyn FnMut(Expr)) {
    let mut each = |part: &Expr, binders: i32| {
        if let Some(lowered) = lowered(part, binders, 0) {
            see(lowered);
        }
        parts(part, binders, see);
    };
    match expr {
        Expr::Var(_) | Expr::Bool(_) => {}
        Expr::Abs(_, body) => each(body, binders + 1),
        Expr::App(function, argument) => {
            each(function, binders);
            each(argument, binders);
        }
    }
}

/// Moves a term out of `binders` binders, or returns `None` if it mentions one of them.
fn lowered(expr: &Expr, binders: i32, depth: i32) -> Option<Expr> {
    Some(match expr {
        Expr::Var(index) if *index < depth => Expr::Var(*index),
        Expr::Var(index) if *index < depth + binders => return None,
        Expr::Var(index) => Expr::Var(index - binders),
        Expr::Bool(value) => Expr::Bool(*value),
        Expr::Abs(domain, body) => Expr::abs(domain.clone(), lowered(body, binders, depth + 1)?),
        Expr::App(function, argument) => {
            Expr::app(lowered(function, binders, depth)?, lowered(argument, binders, depth)?)
        }
    })
}

/// Returns simpler types: the parts of a type, and the type with a part replaced by one of its own.
fn types(ty: &Typ) -> Vec<Typ> {
    let Typ::Fun(domain, codomain) = ty else { return Vec::new() };
    let mut simpler = vec![Typ::Bool, (**domain).clone(), (**codomain).clone()];
    simpler.extend(types(domain).into_iter().map(|domain| Typ::fun(domain, (**codomain).clone())));
    simpler.extend(types(codomain).into_iter().map(|new| Typ::fun((**domain).clone(), new)));
    simpler
}
