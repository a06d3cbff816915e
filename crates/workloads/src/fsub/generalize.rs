//! Generalizing a type: `goal` is an instance of ∀X. `body`, with `part` for X.

use forall::source::{Role, Source};

use super::mutant::Mutant;
use super::syntax::Typ;

/// A type, split into the body of a universal type and the part that instantiates it.
pub(super) struct Generalized {
    pub(super) body: Typ,
    pub(super) part: Typ,
}

/// Picks a part of `goal` and replaces some of its occurrences by a new type variable.
pub(super) fn generalize(source: &mut Source, goal: &Typ, size: u32) -> Option<Generalized> {
    let mut parts = Vec::new();
    collect(goal, 0, &mut parts);
    let last = parts.len().checked_sub(1)?;
    let at = source
        .integer(0..=last, 0, Role::Reference, |random| random.below(parts.len() as u64) as usize);
    let part = parts.swap_remove(at);
    let moved = Mutant::Base.tshift(0, &part);
    let body = replace_some(source, &Mutant::Base.tshift(0, goal), &moved, 0, size);
    Some(Generalized { body, part })
}

/// Collects the parts of a type that mention none of the `binders` binders around them, adjusted to
/// the outer scope.
fn collect(ty: &Typ, binders: i32, parts: &mut Vec<Typ>) {
    parts.extend(lower_type(ty, binders, 0));
    match ty {
        Typ::Top | Typ::TVar(_) => {}
        Typ::Arr(left, right) => {
            collect(left, binders, parts);
            collect(right, binders, parts);
        }
        Typ::All(bound, body) => {
            collect(bound, binders, parts);
            collect(body, binders + 1, parts);
        }
    }
}

/// Moves a type out of `binders` binders, or returns `None` if it mentions one of them. `depth` is
/// the number of binders inside the type.
pub(super) fn lower_type(ty: &Typ, binders: i32, depth: i32) -> Option<Typ> {
    Some(match ty {
        Typ::Top => Typ::Top,
        Typ::TVar(index) if *index < depth => Typ::TVar(*index),
        Typ::TVar(index) if *index < depth + binders => return None,
        Typ::TVar(index) => Typ::TVar(index - binders),
        Typ::Arr(left, right) => {
            Typ::arr(lower_type(left, binders, depth)?, lower_type(right, binders, depth)?)
        }
        Typ::All(bound, body) => {
            Typ::all(lower_type(bound, binders, depth)?, lower_type(body, binders, depth + 1)?)
        }
    })
}

/// Replaces some occurrences of `part` by the type variable `depth`.
fn replace_some(source: &mut Source, ty: &Typ, part: &Typ, depth: i32, size: u32) -> Typ {
    let weight = u64::from(size) + 2;
    if ty == part {
        if source.bool(Role::Branch, |random| random.one_in(2)) {
            return Typ::TVar(depth);
        }
    } else if !source.bool(Role::Branch, |random| !random.one_in(weight + 1)) {
        return ty.clone();
    }
    match ty {
        Typ::Top | Typ::TVar(_) => ty.clone(),
        Typ::Arr(left, right) => Typ::arr(
            replace_some(source, left, part, depth, size),
            replace_some(source, right, part, depth, size),
        ),
        Typ::All(bound, body) => {
            let inner = Mutant::Base.tshift(0, part);
            Typ::all(
                replace_some(source, bound, part, depth, size),
                replace_some(source, body, &inner, depth + 1, size),
            )
        }
    }
}
