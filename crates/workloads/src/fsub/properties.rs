//! Reduction preserves types, up to subtyping.

use forall::block::Property;
use forall::property::property;
use forall::report::{Failure, Verdict};

use super::generate::WellTyped;
use super::mutant::Mutant;
use super::syntax::Term;
use crate::strategy::Strategy;
use crate::workload::properties;

properties! {
    "SinglePreserve" = single_preserve,
    "MultiPreserve" = multi_preserve,
}

/// The limit on reduction steps.
const MAX_STEPS: u32 = 40;

/// Checks that the reduced term has a subtype of the term's type. The typing rules use mutated code
/// too, so a well-typed term may seem to have no type; it is then discarded.
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
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall e in WellTyped(*strategy);
        implies strategy.is_always_valid() || code.type_of(e).is_some();
        check preserved(*code, e, code.step(e))
    }
}

fn multi_preserve(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall e in WellTyped(*strategy);
        implies strategy.is_always_valid() || code.type_of(e).is_some();
        check preserved(*code, e, code.steps(MAX_STEPS, e))
    }
}
