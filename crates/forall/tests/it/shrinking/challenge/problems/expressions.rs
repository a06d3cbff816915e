//! Problems about expressions.

use forall::domain::{Domain, any, one_of, recursive};
use forall::property::forall;

use super::Problem;

#[derive(Clone, Debug)]
enum Expr {
    Int(i64),
    Add(Box<(Expr, Expr)>),
    Div(Box<(Expr, Expr)>),
}

use Expr::{Add, Div, Int};

/// Returns the problems about expressions.
pub(crate) fn all() -> Vec<Problem> {
    vec![calculator()]
}

/// Expressions without literal zeros as divisors. The false claim is that no divisor evaluates to zero.
fn calculator() -> Problem {
    let property = forall("expr", expressions())
        .implies("no literal zero", |(expr, ())| no_literal_zero(expr))
        .check(|(expr, ())| value(expr).is_some());
    let ideal = &["Div((Int(0), Add((Int(0), Int(0)))))", "Div((Int(0), Div((Int(0), Int(1)))))"];
    Problem::new("calculator", property, ideal, 13.0)
}

fn expressions() -> impl Domain<Value = Expr> {
    recursive(any::<i64>().mapped(Int), |inner| {
        let add = (inner.clone(), inner.clone()).mapped(|pair| Add(Box::new(pair)));
        let div = (inner.clone(), inner).mapped(|pair| Div(Box::new(pair)));
        one_of((add, div))
    })
}

/// Evaluates an expression. Returns `None` if it divides by zero.
fn value(expr: &Expr) -> Option<i64> {
    match expr {
        Int(i) => Some(*i),
        Add(pair) => Some(value(&pair.0)?.wrapping_add(value(&pair.1)?)),
        Div(pair) => {
            let left = value(&pair.0)?;
            let right = value(&pair.1)?;
            (right != 0).then(|| left.wrapping_div_euclid(right))
        }
    }
}

fn no_literal_zero(expr: &Expr) -> bool {
    match expr {
        Int(_) => true,
        Add(pair) => no_literal_zero(&pair.0) && no_literal_zero(&pair.1),
        Div(pair) => {
            !matches!(pair.1, Int(0)) && no_literal_zero(&pair.0) && no_literal_zero(&pair.1)
        }
    }
}
