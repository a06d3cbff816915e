//! Generalizing a type: `goal` is an instance of ∀X. `body`, with `part` for X.

use forall::source::{Role, Source};

use super::mutant::Mutant;
use super::syntax::Typ;

/// Picks a part of `goal` and replaces some of its occurrences by a new type variable.
pub(super) fn of(source: &mut Source, goal: &Typ, size: u32) -> Option<(Typ, Typ)> {
    let mut parts = Vec::new();
    collect(goal, 0, &mut parts);
    let last = parts.len().checked_sub(1)?;
    let at = source
        .integer(0..=last, 0, Role::Reference, |random| random.below(parts.len() as u64) as usize);
    let part = parts.swap_remove(at);
    let moved = Mutant::Base.tshift(0, &part);
    let body = generalised(source, &Mutant::Base.tshift(0, goal), &moved, (0, size));
    Some((part, body))
}

/// Collects the parts of a type that mention none of the `binders` binders around them, adjusted to
/// the outer scope.
fn collect(ty: &Typ, binders: i32, parts: &mut Vec<Typ>) {
    parts.extend(outside(ty, binders, 0));
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
pub(super) fn outside(ty: &Typ, binders: i32, depth: i32) -> Option<Typ> {
    Some(match ty {
        Typ::Top => Typ::Top,
        Typ::TVar(index) if *index < depth => Typ::TVar(*index),
        Typ::TVar(index) if *index < depth + binders => return None,
        Typ::TVar(index) => Typ::TVar(index - binders),
        Typ::Arr(left, right) => {
            Typ::arr(outside(left, binders, depth)?, outside(right, binders, depth)?)
        }
        Typ::All(bound, body) => {
            Typ::all(outside(bound, binders, depth)?, outside(body, binders, depth + 1)?)
        }
    })
}

/// Replaces some occurrences of `part` by the type variable `depth`.
fn generalised(source: &mut Source, ty: &Typ, part: &Typ, (depth, size): (i32, u32)) -> Typ {
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
            generalised(source, left, part, (depth, size)),
            generalised(source, right, part, (depth, size)),
        ),
        Typ::All(bound, body) => {
            let inner = Mutant::Base.tshift(0, part);
            Typ::all(
                generalised(source, bound, part, (depth, size)),
                generalised(source, body, &inner, (depth + 1, size)),
            )
        }
    }
}
