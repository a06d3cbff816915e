//! All closed, well-typed terms, by their number of nodes.

use forall::source::{Reject, Role, Source};

use super::syntax::{Expr, Typ};

/// Generates a term whose number of nodes, including its types, is the size of the source.
pub(super) fn closed(source: &mut Source) -> Result<Expr, Reject> {
    let nodes = source.size();
    term(source, nodes, &mut Vec::new(), None).map(|(expr, _)| expr)
}

/// Generates a term with `nodes` nodes and returns it with its type, which is `wanted` if that is
/// given.
fn term(
    source: &mut Source,
    nodes: u32,
    context: &mut Vec<Typ>,
    wanted: Option<&Typ>,
) -> Result<(Expr, Typ), Reject> {
    if nodes <= 1 {
        return leaf(source, nodes, context, wanted);
    }
    if source.branch(2) == 0 {
        abstraction(source, nodes, context, wanted)
    } else {
        application(source, nodes, context, wanted)
    }
}

fn leaf(
    source: &mut Source,
    nodes: u32,
    context: &[Typ],
    wanted: Option<&Typ>,
) -> Result<(Expr, Typ), Reject> {
    let fits = |ty: &Typ| wanted.is_none_or(|wanted| wanted == ty);
    let scope = context.iter().rev().zip(0..).filter(|(ty, _)| fits(ty));
    let mut leaves: Vec<(Expr, Typ)> =
        scope.map(|(ty, index)| (Expr::Var(index), ty.clone())).collect();
    if fits(&Typ::Bool) {
        leaves.extend([false, true].map(|value| (Expr::Bool(value), Typ::Bool)));
    }
    if nodes == 0 || leaves.is_empty() {
        return Err(source.reject("no term has this size"));
    }
    let at = source.branch(leaves.len());
    Ok(leaves.swap_remove(at))
}

fn abstraction(
    source: &mut Source,
    nodes: u32,
    context: &mut Vec<Typ>,
    wanted: Option<&Typ>,
) -> Result<(Expr, Typ), Reject> {
    let (domain, codomain) = match wanted {
        None => {
            // One node is the abstraction itself, and its body has at least one.
            let nodes = part(source, nodes.saturating_sub(1))?;
            (typ(source, nodes)?, None)
        }
        Some(Typ::Fun(domain, codomain)) => ((**domain).clone(), Some(&**codomain)),
        Some(Typ::Bool) => return Err(source.reject("an abstraction does not have this type")),
    };
    let Some(left) = nodes.checked_sub(1 + domain.size() as u32) else {
        return Err(source.reject("the type is too large"));
    };
    context.push(domain.clone());
    let body = term(source, left, context, codomain);
    context.pop();
    let (body, codomain) = body?;
    Ok((Expr::abs(domain.clone(), body), Typ::fun(domain, codomain)))
}

fn application(
    source: &mut Source,
    nodes: u32,
    context: &mut Vec<Typ>,
    wanted: Option<&Typ>,
) -> Result<(Expr, Typ), Reject> {
    let first = part(source, nodes - 1)?;
    let (function, ty) = term(source, first, context, None)?;
    let Typ::Fun(domain, codomain) = ty else {
        return Err(source.reject("only a function can be applied"));
    };
    if wanted.is_some_and(|wanted| *wanted != *codomain) {
        return Err(source.reject("the function has another type"));
    }
    let (argument, _) = term(source, nodes - 1 - first, context, Some(&domain))?;
    Ok((Expr::app(function, argument), (*codomain).clone()))
}

/// Generates a type with `nodes` nodes.
fn typ(source: &mut Source, nodes: u32) -> Result<Typ, Reject> {
    if nodes <= 1 {
        return Ok(Typ::Bool);
    }
    // A function type and both of its parts have an odd number of nodes.
    let Some(pairs) = nodes.checked_sub(3).filter(|spare| spare % 2 == 0).map(|spare| spare / 2)
    else {
        return Err(source.reject("no type has this number of nodes"));
    };
    let domain = 1 + 2 * source.integer(0..=pairs, 0, Role::Length, |_| 0);
    Ok(Typ::fun(typ(source, domain)?, typ(source, nodes - 1 - domain)?))
}

/// Splits nodes between two parts and returns the share of the first.
fn part(source: &mut Source, nodes: u32) -> Result<u32, Reject> {
    match nodes.checked_sub(1) {
        Some(most) if most >= 1 => Ok(source.integer(1..=most, 1, Role::Length, |_| 1)),
        _ => Err(source.reject("two parts need at least two nodes")),
    }
}
