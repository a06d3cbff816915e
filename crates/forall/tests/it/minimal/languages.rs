//! Terms of small languages, made by functions that say nothing of their structure.

use forall::domain::{Domain, any, from_fn};
use forall::property::property;
use forall::source::{Reject, Source};

use super::check;

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

#[test]
fn opaque_terms() {
    let property = property! { forall t in terms(); check !t.parts().iter().any(|t| matches!(t, Neg(a) if matches!(**a, Neg(_)))) };
    check("two signs", &property, "Neg(Neg(Int(0)))");
    let property = property! { forall t in terms(); check !t.parts().iter().any(|t| matches!(t, Mul(a, b) if a == b && **a != Int(0))) };
    check("a square", &property, "Mul(Int(1), Int(1))");
    let property = property! { forall t in terms(); implies !t.free(&[]); check !t.parts().iter().any(|t| matches!(t, Var(_))) };
    check("a bound variable", &property, "Let(0, Int(0), Var(0))");
    let property = property! { forall t in terms(); check t.value(&[]).is_none_or(|v| v < 100) };
    check("a value", &property, "Int(100)");
    let property = property! { forall t in terms(); check t.parts().iter().filter(|t| matches!(t, Add(..))).count() < 2 };
    check("two sums", &property, "Add(Int(0), Add(Int(0), Int(0)))");
    let property = property! {
        forall t in terms();
        implies !t.free(&[]);
        check !t.parts().iter().any(|t| matches!(t, Let(x, _, b) if b.parts().iter().any(|t| matches!(t, Let(y, _, c) if x == y && c.parts().contains(&&Var(*x))))))
    };
    check("a shadow", &property, "Let(0, Int(0), Let(0, Int(0), Var(0)))");
}
