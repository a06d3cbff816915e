//! The patterns of premises.

use proc_macro2::Ident;
use quote::{ToTokens, quote};
use syn::{BinOp, Expr, ExprMethodCall, ExprRange, RangeLimits, UnOp};

use super::{Condition, Requirements, Term};

impl Requirements {
    /// Adds what a premise requires, if it has one of the patterns.
    pub(super) fn add(&mut self, premise: &Expr, bound: usize) {
        match premise {
            Expr::Paren(inner) => self.add(&inner.expr, bound),
            Expr::Group(inner) => self.add(&inner.expr, bound),
            Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => {
                self.add(&both.left, bound);
                self.add(&both.right, bound);
            }
            Expr::Binary(sides) => {
                self.add_comparison(&sides.left, &sides.op, &sides.right, bound);
            }
            Expr::Unary(not) if matches!(not.op, UnOp::Not(_)) => {
                self.add_negation(&not.expr, bound)
            }
            Expr::MethodCall(call) => self.add_call(call, bound),
            _ => {}
        }
    }

    fn add_comparison(&mut self, left: &Expr, op: &BinOp, right: &Expr, bound: usize) {
        let Some(left) = self.term(left, bound) else { return };
        let Some(right) = self.term(right, bound) else { return };
        match op {
            BinOp::Lt(_) => self.order.add(left, right, 1),
            BinOp::Le(_) => self.order.add(left, right, 0),
            BinOp::Gt(_) => self.order.add(right, left, 1),
            BinOp::Ge(_) => self.order.add(right, left, 0),
            BinOp::Eq(_) => self.add_equality(left, right),
            BinOp::Ne(_) => self.add_difference(left, right),
            _ => {}
        }
    }

    fn add_equality(&mut self, left: Term, right: Term) {
        self.order.add(left.clone(), right.clone(), 0);
        self.order.add(right.clone(), left.clone(), 0);
        self.conditions.push(Condition::Equal(left, right));
    }

    fn add_difference(&mut self, left: Term, right: Term) {
        match (&left, &right) {
            (Term::Length(_), Term::Value { expr, .. }) if expr.to_string() == "0" => {
                self.order.add(right, left, 1);
            }
            _ => self.conditions.push(Condition::Different(left, right)),
        }
    }

    fn add_negation(&mut self, negated: &Expr, bound: usize) {
        match negated {
            Expr::Paren(inner) => self.add_negation(&inner.expr, bound),
            Expr::Group(inner) => self.add_negation(&inner.expr, bound),
            Expr::MethodCall(call) if call.args.is_empty() => {
                let variable = self.variable(&call.receiver, bound);
                match (&*call.method.to_string(), variable) {
                    ("is_empty", Some(variable)) => {
                        self.order.add(literal_zero(), Term::Length(variable), 1);
                    }
                    ("is_some", Some(variable)) => self.add_variant(variable, "None"),
                    ("is_none", Some(variable)) => self.add_variant(variable, "Some"),
                    ("is_ok", Some(variable)) => self.add_variant(variable, "Err"),
                    ("is_err", Some(variable)) => self.add_variant(variable, "Ok"),
                    _ => {}
                }
            }
            // The negation of an order says nothing for values without an order, such as NaN.
            Expr::Binary(sides) => {
                let left = self.term(&sides.left, bound);
                let right = self.term(&sides.right, bound);
                match (&sides.op, left.zip(right)) {
                    (BinOp::Eq(_), Some((left, right))) => self.add_difference(left, right),
                    (BinOp::Ne(_), Some((left, right))) => self.add_equality(left, right),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    fn add_call(&mut self, call: &ExprMethodCall, bound: usize) {
        let method = call.method.to_string();
        if let (Some(argument), 1, "contains") = (call.args.first(), call.args.len(), &*method) {
            self.add_membership(&call.receiver, argument, bound);
            return;
        }
        let Some(variable) = self.variable(&call.receiver, bound).filter(|_| call.args.is_empty())
        else {
            return;
        };
        match &*method {
            "is_empty" => self.order.add(Term::Length(variable), literal_zero(), 0),
            "is_some" => self.add_variant(variable, "Some"),
            "is_none" => self.add_variant(variable, "None"),
            "is_ok" => self.add_variant(variable, "Ok"),
            "is_err" => self.add_variant(variable, "Err"),
            _ => {}
        }
    }

    fn add_variant(&mut self, variable: usize, variant: &'static str) {
        self.conditions.push(Condition::Variant(variable, variant));
    }

    fn add_membership(&mut self, collection: &Expr, element: &Expr, bound: usize) {
        let Some(element) = self.term(element, bound) else { return };
        if let Expr::Range(range) = without_references(collection) {
            self.add_interval(range, &element, bound);
        } else if let Some(collection) = self.term(collection, bound) {
            if let (Term::Variable(container), Some(inner)) = (&collection, element.variable())
                && *container < inner
            {
                self.order.add(literal_zero(), Term::Length(*container), 1);
            }
            self.conditions.push(Condition::Contains { collection, element });
        }
    }

    /// Adds `(start..end).contains(&element)`.
    fn add_interval(&mut self, range: &ExprRange, element: &Term, bound: usize) {
        if let Some(start) = range.start.as_ref().and_then(|start| self.term(start, bound)) {
            self.order.add(start, element.clone(), 0);
        }
        let steps = u32::from(matches!(range.limits, RangeLimits::HalfOpen(_)));
        if let Some(end) = range.end.as_ref().and_then(|end| self.term(end, bound)) {
            self.order.add(element.clone(), end, steps);
        }
    }

    /// Returns the term that an expression stands for, or `None` if evaluating it could fail.
    fn term(&mut self, expr: &Expr, bound: usize) -> Option<Term> {
        if let Some(variable) = self.variable(expr, bound) {
            return Some(Term::Variable(variable));
        }
        let expr = without_references(expr);
        if let Expr::MethodCall(call) = expr
            && is_length(call)
            && let Some(variable) = self.variable(&call.receiver, bound)
        {
            self.lengths[variable].get_or_insert_with(|| expr.clone());
            return Some(Term::Length(variable));
        }
        if !cannot_fail(expr) {
            return None;
        }
        let expr = expr.to_token_stream();
        let last = self.mentioned(&expr).into_iter().max();
        Some(Term::Value { expr, bound: last.map_or(0, |last| last + 1) })
    }

    /// Returns the variable that an expression is, or points to.
    fn variable(&self, expr: &Expr, bound: usize) -> Option<usize> {
        self.index(name(expr)?, bound)
    }
}

fn literal_zero() -> Term {
    Term::Value { expr: quote!(0), bound: 0 }
}

fn is_length(call: &ExprMethodCall) -> bool {
    call.method == "len" && call.args.is_empty()
}

fn name(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Paren(inner) => name(&inner.expr),
        Expr::Group(inner) => name(&inner.expr),
        Expr::Reference(inner) => name(&inner.expr),
        Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => name(&inner.expr),
        _ => None,
    }
}

fn without_references(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => without_references(&inner.expr),
        Expr::Group(inner) => without_references(&inner.expr),
        Expr::Reference(inner) => without_references(&inner.expr),
        expr => expr,
    }
}

/// Returns whether evaluating the expression has no effect and neither panics nor takes long.
pub(super) fn cannot_fail(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) | Expr::Path(_) => true,
        Expr::Binary(_) => is_constant(expr),
        Expr::Paren(inner) => cannot_fail(&inner.expr),
        Expr::Group(inner) => cannot_fail(&inner.expr),
        Expr::Reference(inner) => cannot_fail(&inner.expr),
        Expr::Field(field) => cannot_fail(&field.base),
        Expr::Cast(cast) => cannot_fail(&cast.expr),
        Expr::Array(array) => array.elems.iter().all(cannot_fail),
        Expr::MethodCall(call) => is_length(call) && cannot_fail(&call.receiver),
        Expr::Unary(unary) => match unary.op {
            UnOp::Neg(_) => matches!(*unary.expr, Expr::Lit(_)),
            UnOp::Deref(_) => cannot_fail(&unary.expr),
            _ => false,
        },
        _ => false,
    }
}

/// Returns whether the expression consists of literals, such as `64 * 1024`. If it overflowed, the compiler would
/// report that.
fn is_constant(expr: &Expr) -> bool {
    match expr {
        Expr::Lit(_) => true,
        Expr::Paren(inner) => is_constant(&inner.expr),
        Expr::Group(inner) => is_constant(&inner.expr),
        Expr::Binary(sides) => is_constant(&sides.left) && is_constant(&sides.right),
        _ => false,
    }
}

/// Returns whether the expression is a range whose ends can be evaluated again.
pub(crate) fn is_plain_range(expr: &Expr) -> bool {
    let Expr::Range(range) = without_references(expr) else { return false };
    [&range.start, &range.end].into_iter().flatten().all(|end| cannot_fail(end))
}
