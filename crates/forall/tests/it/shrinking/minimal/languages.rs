//! Terms of small languages, made by functions that say nothing of their structure.

use forall::domain::{Domain, any, from_fn};
use forall::property::property;
use forall::source::{Reject, Source};

use super::check;
use crate::shrinking::challenge;

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Int(i32),
    Var(u8),
    Neg(Box<Term>),
    Add(Box<Term>, Box<Term>),
    Mul(Box<Term>, Box<Term>),
    Let(u8, Box<Term>, Box<Term>),
}

use Term::{Add, Int, Let, Mul, Neg, Var};

fn term(source: &mut Source, depth: u32) -> Result<Term, Reject> {
    let branches = if depth == 0 { 2 } else { 6 };
    let inner = |source: &mut Source| Ok(Box::new(term(source, depth.saturating_sub(1))?));
    Ok(match source.branch(branches) {
        0 => Int(any::<i32>().generate(source)?),
        1 => Var((0..=3).generate(source)?),
        2 => Neg(inner(source)?),
        3 => Add(inner(source)?, inner(source)?),
        4 => Mul(inner(source)?, inner(source)?),
        _ => Let((0..=3).generate(source)?, inner(source)?, inner(source)?),
    })
}

fn terms() -> impl Domain<Value = Term> {
    from_fn(|source| term(source, 4))
}

impl Term {
    fn parts(&self) -> Vec<&Term> {
        let inner: Vec<&Term> = match self {
            Int(_) | Var(_) => Vec::new(),
            Neg(a) => a.parts(),
            Add(a, b) | Mul(a, b) | Let(_, a, b) => [a.parts(), b.parts()].concat(),
        };
        std::iter::once(self).chain(inner).collect()
    }

    fn free(&self, bound: &[u8]) -> bool {
        match self {
            Int(_) => false,
            Var(x) => !bound.contains(x),
            Neg(a) => a.free(bound),
            Add(a, b) | Mul(a, b) => a.free(bound) || b.free(bound),
            Let(x, a, b) => a.free(bound) || b.free(&[bound, &[*x]].concat()),
        }
    }

    fn value(&self, env: &[(u8, i64)]) -> Option<i64> {
        Some(match self {
            Int(i) => i64::from(*i),
            Var(x) => env.iter().rev().find(|(y, _)| x == y)?.1,
            Neg(a) => a.value(env)?.wrapping_neg(),
            Add(a, b) => a.value(env)?.wrapping_add(b.value(env)?),
            Mul(a, b) => a.value(env)?.wrapping_mul(b.value(env)?),
            Let(x, a, b) => b.value(&[env, &[(*x, a.value(env)?)]].concat())?,
        })
    }
}

/// Does it hold of the term or of one inside of it?
fn has(term: &Term, what: impl Fn(&Term) -> bool) -> bool {
    term.parts().into_iter().any(what)
}

#[test]
fn structure() {
    let signs = |t: &Term| matches!(t, Neg(a) if matches!(**a, Neg(_)));
    let property = property! { forall t in terms(); check !has(t, signs) };
    check("two signs", &property, "Neg(Neg(Int(0)))");
    let sum = |t: &&Term| matches!(t, Add(..));
    let property = property! {
        forall t in terms();
        check t.parts().into_iter().filter(sum).count() < 2
    };
    check("two sums", &property, "Add(Int(0), Add(Int(0), Int(0)))");
    // `Mul(Int(1), Int(1))` is simpler by a hair, but two steps away.
    let square = |t: &Term| matches!(t, Mul(a, b) if a == b && **a != Int(0));
    let property = property! { forall t in terms(); check !has(t, square) };
    let ideal = ["Mul(Int(1), Int(1))", "Mul(Var(0), Var(0))"];
    challenge::check("a square", &property, &ideal, (30, 150.0));
}

#[test]
fn meaning() {
    let property = property! { forall t in terms(); check t.value(&[]).is_none_or(|v| v < 100) };
    // To get from here to `Int(100)` a term must go and a sign must turn.
    let ideal = ["Int(100)", "Neg(Int(-100))"];
    challenge::check("a value", &property, &ideal, (30, 150.0));
    let property = property! {
        forall t in terms();
        implies !t.free(&[]);
        check !has(t, |t| matches!(t, Var(_)))
    };
    check("a bound variable", &property, "Let(0, Int(0), Var(0))");
    let shadows = |x: u8, t: &Term| {
        has(t, |t| matches!(t, Let(y, _, b) if x == *y && has(b, |t| *t == Var(x))))
    };
    let property = property! {
        forall t in terms();
        implies !t.free(&[]);
        check !has(t, |t| matches!(t, Let(x, _, b) if shadows(*x, b)))
    };
    check("a shadow", &property, "Let(0, Int(0), Let(0, Int(0), Var(0)))");
}
