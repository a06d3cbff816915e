//! Shifting, substitution and reduction, with their buggy variants.

use super::syntax::Expr;
use crate::workload::mutants;

mutants! {
    ShiftVarNone = "shift_var_none": "No variable is shifted.",
    ShiftVarAll = "shift_var_all": "Bound variables are shifted too.",
    ShiftVarLeq = "shift_var_leq": "The first free variable is not shifted.",
    ShiftAbsNoIncr = "shift_abs_no_incr": "Under a binder, the bound variable counts as free.",
    SubstVarAll = "subst_var_all": "Substitution replaces all variables.",
    SubstVarNone = "subst_var_none": "Substitution replaces no variable.",
    SubstAbsNoShift = "subst_abs_no_shift": "Substitution does not shift the new term under a binder.",
    SubstAbsNoIncr = "subst_abs_no_incr": "Substitution replaces the wrong variable under a binder.",
    SubstTopNoShift = "substTop_no_shift": "An application shifts nothing.",
    SubstTopNoShiftBack = "substTop_no_shift_back": "An application does not shift its result back.",
}

/// Larger terms count as divergent. The original has no such limit, but mutants can double a term
/// in every step.
const MAX_TERM_SIZE: usize = 10_000;

impl Mutant {
    /// Shifts the free variables by `by`. A variable is free if it is not below `cutoff`.
    fn shift(self, by: i32, cutoff: i32, expr: &Expr) -> Expr {
        match expr {
            Expr::Var(index) => {
                let moves = match self {
                    Mutant::ShiftVarNone => false,
                    Mutant::ShiftVarAll => true,
                    Mutant::ShiftVarLeq => *index > cutoff,
                    _ => *index >= cutoff,
                };
                Expr::Var(if moves { index + by } else { *index })
            }
            Expr::Bool(value) => Expr::Bool(*value),
            Expr::Abs(domain, body) => {
                let inner = if self == Mutant::ShiftAbsNoIncr { cutoff } else { cutoff + 1 };
                Expr::abs(domain.clone(), self.shift(by, inner, body))
            }
            Expr::App(function, argument) => {
                Expr::app(self.shift(by, cutoff, function), self.shift(by, cutoff, argument))
            }
        }
    }

    /// Substitutes `new` for the variable `index`.
    fn subst(self, index: i32, new: &Expr, expr: &Expr) -> Expr {
        match expr {
            Expr::Var(other) => match self {
                Mutant::SubstVarAll => new.clone(),
                Mutant::SubstVarNone => expr.clone(),
                _ if *other == index => new.clone(),
                _ => expr.clone(),
            },
            Expr::Bool(value) => Expr::Bool(*value),
            Expr::Abs(domain, body) => {
                let inner = if self == Mutant::SubstAbsNoIncr { index } else { index + 1 };
                let body = match self {
                    Mutant::SubstAbsNoShift => self.subst(inner, new, body),
                    _ => self.subst(inner, &self.shift(1, 0, new), body),
                };
                Expr::abs(domain.clone(), body)
            }
            Expr::App(function, argument) => {
                Expr::app(self.subst(index, new, function), self.subst(index, new, argument))
            }
        }
    }

    /// Returns the body of an abstraction applied to `new`.
    fn subst_top(self, new: &Expr, body: &Expr) -> Expr {
        if self == Mutant::SubstTopNoShift {
            return self.subst(0, new, body);
        }
        let replaced = self.subst(0, &self.shift(1, 0, new), body);
        match self {
            Mutant::SubstTopNoShiftBack => replaced,
            _ => self.shift(-1, 0, &replaced),
        }
    }

    /// Performs one step of parallel reduction, or returns `None` for a normal form.
    pub fn step(self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Var(_) | Expr::Bool(_) => None,
            Expr::Abs(domain, body) => Some(Expr::abs(domain.clone(), self.step(body)?)),
            Expr::App(function, argument) => {
                let stepped = self.step(argument);
                if let Expr::Abs(_, body) = &**function {
                    let argument = stepped.as_ref().unwrap_or(argument);
                    let reduced = self.step(body);
                    return Some(self.subst_top(argument, reduced.as_ref().unwrap_or(body)));
                }
                match (self.step(function), stepped) {
                    (None, None) => None,
                    (left, right) => Some(Expr::app(
                        left.unwrap_or_else(|| (**function).clone()),
                        right.unwrap_or_else(|| (**argument).clone()),
                    )),
                }
            }
        }
    }

    /// Reduces to a normal form, or returns `None` if that takes more than `fuel` steps.
    pub fn steps(self, fuel: u32, expr: &Expr) -> Option<Expr> {
        let mut expr = expr.clone();
        for _ in 0..fuel {
            match self.step(&expr) {
                None => return Some(expr),
                Some(next) if next.size() > MAX_TERM_SIZE => return None,
                Some(next) => expr = next,
            }
        }
        None
    }
}
