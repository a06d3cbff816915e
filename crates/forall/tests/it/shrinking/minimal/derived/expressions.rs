//! Expressions, and bugs in code that simplifies or evaluates them.

use std::sync::LazyLock;

use forall::Arbitrary;

use super::{Question, Size, Small, rank};

#[derive(Arbitrary, Clone, Debug, PartialEq)]
enum Expr {
    Num(#[forall(domain = -9..=9_i32)] i32),
    Neg(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Mul(Box<Expr>, Box<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

use Expr::{Add, If, Mul, Neg, Num};

impl Expr {
    fn parts(&self) -> Vec<&Expr> {
        let inner: Vec<&Expr> = match self {
            Num(_) => Vec::new(),
            Neg(a) => a.parts(),
            Add(a, b) | Mul(a, b) => [a.parts(), b.parts()].concat(),
            If(a, b, c) => [a.parts(), b.parts(), c.parts()].concat(),
        };
        std::iter::once(self).chain(inner).collect()
    }

    fn size(&self) -> Size {
        let numbers = self.parts().into_iter().map(|part| match part {
            Num(i) => rank(*i),
            _ => 0,
        });
        (self.parts().len(), numbers.collect())
    }

    fn depth(&self) -> usize {
        1 + match self {
            Num(_) => 0,
            Neg(a) => a.depth(),
            Add(a, b) | Mul(a, b) => a.depth().max(b.depth()),
            If(a, b, c) => a.depth().max(b.depth()).max(c.depth()),
        }
    }

    fn value(&self) -> i64 {
        match self {
            Num(i) => i64::from(*i),
            Neg(a) => a.value().wrapping_neg(),
            Add(a, b) => a.value().wrapping_add(b.value()),
            Mul(a, b) => a.value().wrapping_mul(b.value()),
            If(a, b, c) => {
                if a.value() != 0 {
                    b.value()
                } else {
                    c.value()
                }
            }
        }
    }

    fn has(&self, what: impl Fn(&Expr) -> bool) -> bool {
        self.parts().into_iter().any(what)
    }

    /// Evaluates the expression with a bug: `wrong` replaces the value of a part if it returns one.
    fn evaluate_with_bug(&self, wrong: fn(&Expr) -> Option<i64>) -> i64 {
        let run = |expr: &Expr| expr.evaluate_with_bug(wrong);
        wrong(self).unwrap_or_else(|| match self {
            Num(i) => i64::from(*i),
            Neg(a) => run(a).wrapping_neg(),
            Add(a, b) => run(a).wrapping_add(run(b)),
            Mul(a, b) => run(a).wrapping_mul(run(b)),
            If(a, b, c) => {
                if run(a) != 0 {
                    run(b)
                } else {
                    run(c)
                }
            }
        })
    }
}

static SMALL: LazyLock<Small<Expr>> = LazyLock::new(|| Small::new(9, Expr::size, |_| true));

fn check(name: &'static str, fails: fn(&Expr) -> bool) {
    SMALL.check(Question { name, fails });
}

#[test]
fn expressions_of_given_shapes_shrink_to_the_minimum() {
    check("deep", |expr| expr.depth() > 3);
    check("two products", |expr| {
        expr.parts().into_iter().filter(|part| matches!(part, Mul(..))).count() > 1
    });
    check("a sum under a sign", |expr| {
        expr.has(|part| matches!(part, Neg(a) if matches!(**a, Add(..))))
    });
    check("the same twice in a sum", |expr| {
        expr.has(|part| matches!(part, Add(a, b) if a == b && !matches!(**a, Num(_))))
    });
}

#[test]
fn wrong_evaluation_rules_shrink_to_the_minimum() {
    check("two signs are one", |expr| {
        let wrong = |expr: &Expr| match expr {
            Neg(a) => match &**a {
                Neg(b) => Some(b.value().wrapping_neg()),
                _ => None,
            },
            _ => None,
        };
        expr.evaluate_with_bug(wrong) != expr.value()
    });
    check("nothing added is nothing", |expr| {
        let wrong = |expr: &Expr| matches!(expr, Add(_, b) if **b == Num(0)).then_some(0);
        expr.evaluate_with_bug(wrong) != expr.value()
    });
    check("a square is a double", |expr| {
        let wrong = |expr: &Expr| match expr {
            Mul(a, b) if a == b => Some(a.value().wrapping_mul(2)),
            _ => None,
        };
        expr.evaluate_with_bug(wrong) != expr.value()
    });
    check("below zero is false", |expr| {
        let wrong = |expr: &Expr| match expr {
            If(a, _, c) if a.value() < 0 => Some(c.value()),
            _ => None,
        };
        expr.evaluate_with_bug(wrong) != expr.value()
    });
    check("a product of a sum", |expr| {
        expr.has(|part| matches!(part, Mul(a, b) if matches!(**a, Add(..)) && b.value() > 1))
    });
}
