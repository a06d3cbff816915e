//! Shifting and substitution, with their buggy variants.

use super::syntax::{Term, Typ};
use crate::workload::mutants;

mutants! {
    TshiftTvarAll = "tshift_tvar_all": "Bound type variables are shifted too.",
    TshiftTvarNoIncr = "tshift_tvar_no_incr": "No type variable is shifted.",
    TshiftAllNoIncr = "tshift_all_no_incr": "Under `All`, the bound variable counts as free.",
    ShiftVarAll = "shift_var_all": "Bound variables are shifted too.",
    ShiftVarNoIncr = "shift_var_no_incr": "No variable is shifted.",
    ShiftAbsNoIncr = "shift_abs_no_incr": "Under a binder, the bound variable counts as free.",
    ShiftTypTabsNoIncr = "shift_typ_tabs_no_incr": "Under a type binder, the bound variable counts as free.",
    TsubstTvarFlip = "tsubst_tvar_flip": "Bound type variables are decremented, not free ones.",
    TsubstTvarNoShift = "tsubst_tvar_no_shift": "No type variable is decremented.",
    TsubstTvarOverShift = "tsubst_tvar_over_shift": "All type variables are decremented.",
    TsubstAllNoTshift = "tsubst_all_no_tshift": "The new type is not shifted under `All`.",
    SubstVarFlip = "subst_var_flip": "Bound variables are decremented, not free ones.",
    SubstVarNoDecr = "subst_var_no_decr": "No variable is decremented.",
    SubstAbsNoShift = "subst_abs_no_shift": "The new term is not shifted under a binder.",
    SubstAbsNoIncr = "subst_abs_no_incr": "The wrong variable is replaced under a binder.",
    SubstTabsNoShift = "subst_tabs_no_shift": "The types in the new term are not shifted under a type binder.",
    SubstTypTabsNoIncr = "subst_typ_tabs_no_incr": "The wrong type variable is replaced under a type binder.",
    SubstTypTabsNoShift = "subst_typ_tabs_no_shift": "The new type is not shifted under a type binder.",
}

impl Mutant {
    /// Shifts the type variables that are not below `x` by one, to make room for a type binder.
    pub(super) fn tshift(self, x: i32, ty: &Typ) -> Typ {
        match ty {
            Typ::Top => Typ::Top,
            Typ::TVar(y) => {
                let moves = match self {
                    Mutant::TshiftTvarAll => true,
                    Mutant::TshiftTvarNoIncr => false,
                    _ => *y >= x,
                };
                Typ::TVar(if moves { y + 1 } else { *y })
            }
            Typ::Arr(left, right) => Typ::arr(self.tshift(x, left), self.tshift(x, right)),
            Typ::All(bound, body) => {
                let inner = if self == Mutant::TshiftAllNoIncr { x } else { x + 1 };
                Typ::all(self.tshift(x, bound), self.tshift(inner, body))
            }
        }
    }

    /// Shifts the term variables that are not below `x` by one, to make room for a term binder.
    fn shift(self, x: i32, term: &Term) -> Term {
        match term {
            Term::Var(y) => {
                let moves = match self {
                    Mutant::ShiftVarAll => true,
                    Mutant::ShiftVarNoIncr => false,
                    _ => *y >= x,
                };
                Term::Var(if moves { y + 1 } else { *y })
            }
            Term::Abs(ty, body) => {
                let inner = if self == Mutant::ShiftAbsNoIncr { x } else { x + 1 };
                Term::abs(ty.clone(), self.shift(inner, body))
            }
            Term::App(left, right) => Term::app(self.shift(x, left), self.shift(x, right)),
            Term::TAbs(bound, body) => Term::tabs(bound.clone(), self.shift(x, body)),
            Term::TApp(function, ty) => Term::tapp(self.shift(x, function), ty.clone()),
        }
    }

    /// Shifts the type variables in the types of a term by one, to make room for a type binder.
    pub(super) fn shift_typ(self, x: i32, term: &Term) -> Term {
        match term {
            Term::Var(y) => Term::Var(*y),
            Term::Abs(ty, body) => Term::abs(self.tshift(x, ty), self.shift_typ(x, body)),
            Term::App(left, right) => Term::app(self.shift_typ(x, left), self.shift_typ(x, right)),
            Term::TAbs(bound, body) => {
                let inner = if self == Mutant::ShiftTypTabsNoIncr { x } else { x + 1 };
                Term::tabs(self.tshift(x, bound), self.shift_typ(inner, body))
            }
            Term::TApp(function, ty) => Term::tapp(self.shift_typ(x, function), self.tshift(x, ty)),
        }
    }

    /// Substitutes `new` for the type variable `x`, and removes its binder.
    pub(super) fn tsubst(self, ty: &Typ, x: i32, new: &Typ) -> Typ {
        match ty {
            Typ::Top => Typ::Top,
            Typ::TVar(y) if *y == x => new.clone(),
            Typ::TVar(y) => {
                let moves = match self {
                    Mutant::TsubstTvarFlip => *y < x,
                    Mutant::TsubstTvarNoShift => false,
                    Mutant::TsubstTvarOverShift => true,
                    _ => *y > x,
                };
                Typ::TVar(if moves { y - 1 } else { *y })
            }
            Typ::Arr(left, right) => {
                Typ::arr(self.tsubst(left, x, new), self.tsubst(right, x, new))
            }
            Typ::All(bound, body) => {
                let body = match self {
                    Mutant::TsubstAllNoTshift => self.tsubst(body, x + 1, new),
                    _ => self.tsubst(body, x + 1, &self.tshift(0, new)),
                };
                Typ::all(self.tsubst(bound, x, new), body)
            }
        }
    }

    /// Substitutes `new` for the term variable `x`, and removes its binder.
    pub(super) fn subst(self, term: &Term, x: i32, new: &Term) -> Term {
        match term {
            Term::Var(y) if *y == x => new.clone(),
            Term::Var(y) => {
                let moves = match self {
                    Mutant::SubstVarFlip => *y < x,
                    Mutant::SubstVarNoDecr => false,
                    _ => *y > x,
                };
                Term::Var(if moves { y - 1 } else { *y })
            }
            Term::Abs(ty, body) => {
                let inner = if self == Mutant::SubstAbsNoIncr { x } else { x + 1 };
                let body = match self {
                    Mutant::SubstAbsNoShift => self.subst(body, inner, new),
                    _ => self.subst(body, inner, &self.shift(0, new)),
                };
                Term::abs(ty.clone(), body)
            }
            Term::App(left, right) => {
                Term::app(self.subst(left, x, new), self.subst(right, x, new))
            }
            Term::TAbs(bound, body) => {
                let body = match self {
                    Mutant::SubstTabsNoShift => self.subst(body, x, new),
                    _ => self.subst(body, x, &self.shift_typ(0, new)),
                };
                Term::tabs(bound.clone(), body)
            }
            Term::TApp(function, ty) => Term::tapp(self.subst(function, x, new), ty.clone()),
        }
    }

    /// Substitutes `new` for the type variable `x` in the types of a term.
    pub(super) fn subst_typ(self, term: &Term, x: i32, new: &Typ) -> Term {
        match term {
            Term::Var(y) => Term::Var(*y),
            Term::Abs(ty, body) => Term::abs(self.tsubst(ty, x, new), self.subst_typ(body, x, new)),
            Term::App(left, right) => {
                Term::app(self.subst_typ(left, x, new), self.subst_typ(right, x, new))
            }
            Term::TAbs(bound, body) => {
                let inner = if self == Mutant::SubstTypTabsNoIncr { x } else { x + 1 };
                let body = match self {
                    Mutant::SubstTypTabsNoShift => self.subst_typ(body, inner, new),
                    _ => self.subst_typ(body, inner, &self.tshift(0, new)),
                };
                Term::tabs(self.tsubst(bound, x, new), body)
            }
            Term::TApp(function, ty) => {
                Term::tapp(self.subst_typ(function, x, new), self.tsubst(ty, x, new))
            }
        }
    }
}
