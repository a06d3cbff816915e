//! The typing rules. No mutant changes them.

use super::syntax::{Expr, Typ};

/// Returns the type of a closed term, if it has one.
pub fn type_of(expr: &Expr) -> Option<Typ> {
    type_in(&mut Vec::new(), expr)
}

/// Returns the type of a term in a context, the innermost variable last.
pub(super) fn type_in(context: &mut Vec<Typ>, expr: &Expr) -> Option<Typ> {
    match expr {
        Expr::Var(index) => lookup(context, *index).cloned(),
        Expr::Bool(_) => Some(Typ::Bool),
        Expr::Abs(domain, body) => {
            context.push(domain.clone());
            let codomain = type_in(context, body);
            context.pop();
            Some(Typ::fun(domain.clone(), codomain?))
        }
        Expr::App(function, argument) => {
            let Typ::Fun(domain, codomain) = type_in(context, function)? else { return None };
            (type_in(context, argument)? == *domain).then(|| (*codomain).clone())
        }
    }
}

/// Looks up a variable. A negative index has no type.
fn lookup(context: &[Typ], index: i32) -> Option<&Typ> {
    let index = usize::try_from(index).ok()?;
    context.iter().rev().nth(index)
}
