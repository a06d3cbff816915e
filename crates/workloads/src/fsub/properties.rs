//! What should hold: reduction preserves types, up to subtyping.

use forall::block::Property;
use forall::property::property;
use forall::report::{Failure, Verdict};

use super::generate::{Terms, Types};
use super::mutant::Mutant;
use super::syntax::Term;
use crate::strategy::Strategy;
use crate::workload::properties;

properties! {
    "SinglePreserve" = single_preserve,
    "MultiPreserve" = multi_preserve,
}

/// How many steps to go.
const FUEL: u32 = 40;

/// Has the reduced term a type, and is it a subtype of that of the term? The type of the term is found
/// by code that may be wrong, so even terms that are made to have one may seem to have none.
fn preserved(code: Mutant, term: &Term, reduced: Option<Term>) -> Verdict {
    let Some(reduced) = reduced else { return Verdict::Pass };
    let Some(ty) = code.type_of(term) else { return Verdict::Discard(0) };
    match code.type_of(&reduced) {
        Some(less) if code.is_subtype(&less, &ty) => Verdict::Pass,
        _ => Failure::predicate_false().into(),
    }
}

fn single_preserve(
    code: &'static Mutant,
    from: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall ty in Types(*from);
        forall e in Terms::of(*from, ty);
        implies from.vouches() || code.type_of(e).is_some();
        check preserved(*code, e, code.step(e))
    }
}

fn multi_preserve(
    code: &'static Mutant,
    from: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall ty in Types(*from);
        forall e in Terms::of(*from, ty);
        implies from.vouches() || code.type_of(e).is_some();
        check preserved(*code, e, code.steps(FUEL, e))
    }
}
