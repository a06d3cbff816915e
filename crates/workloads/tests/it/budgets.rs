//! Mutants that loop are stopped.

use workloads::fsub::{Mutant, Term, Typ};

/// Without shifting, a variable can be its own bound.
#[test]
fn a_type_that_is_its_own_bound_ends_the_search() {
    let own = |index| Typ::TVar(index);
    let body = Term::abs(own(0), Term::app(Term::Var(0), Term::Var(0)));
    let term = Term::tabs(Typ::Top, Term::tabs(own(0), body));
    assert_eq!(Mutant::TshiftTvarNoIncr.type_of(&term), None);
    assert_eq!(Mutant::Base.type_of(&term), None);
}
