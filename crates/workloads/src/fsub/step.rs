//! Parallel reduction.

use super::mutant::Mutant;
use super::syntax::Term;

/// Larger terms count as divergent. The original has no such limit, but mutants can double a term
/// in every step.
const MAX_TERM_SIZE: usize = 10_000;

impl Mutant {
    /// Performs one step of parallel reduction, or returns `None` for a normal form.
    pub fn step(self, term: &Term) -> Option<Term> {
        match term {
            Term::Var(_) => None,
            Term::Abs(ty, body) => Some(Term::abs(ty.clone(), self.step(body)?)),
            Term::TAbs(bound, body) => Some(Term::tabs(bound.clone(), self.step(body)?)),
            Term::App(function, argument) => {
                let stepped = self.step(argument);
                if let Term::Abs(_, body) = &**function {
                    let argument = stepped.as_ref().unwrap_or(argument);
                    let reduced = self.step(body);
                    return Some(self.subst(reduced.as_ref().unwrap_or(body), 0, argument));
                }
                match (self.step(function), stepped) {
                    (None, None) => None,
                    (left, right) => Some(Term::app(
                        left.unwrap_or_else(|| (**function).clone()),
                        right.unwrap_or_else(|| (**argument).clone()),
                    )),
                }
            }
            Term::TApp(function, ty) => {
                if let Term::TAbs(_, body) = &**function {
                    let reduced = self.step(body);
                    return Some(self.subst_typ(reduced.as_ref().unwrap_or(body), 0, ty));
                }
                Some(Term::tapp(self.step(function)?, ty.clone()))
            }
        }
    }

    /// Reduces to a normal form, or returns `None` if that takes more than `fuel` steps.
    pub fn steps(self, fuel: u32, term: &Term) -> Option<Term> {
        let mut term = term.clone();
        for _ in 0..fuel {
            match self.step(&term) {
                None => return Some(term),
                Some(next) if next.size() > MAX_TERM_SIZE => return None,
                Some(next) => term = next,
            }
        }
        None
    }
}
