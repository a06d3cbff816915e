//! Reduction preserves types.

use forall::block::Property;
use forall::property::property;

use super::generate::WellTyped;
use super::mutant::Mutant;
use super::typing::type_of;
use crate::strategy::Strategy;
use crate::workload::properties;

properties! {
    "SinglePreserve" = single_preserve,
    "MultiPreserve" = multi_preserve,
}

/// The limit on reduction steps.
const MAX_STEPS: u32 = 40;

fn single_preserve(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall e in WellTyped(*strategy);
        implies strategy.is_always_valid() || type_of(e).is_some();
        check code.step(e).is_none_or(|stepped| type_of(&stepped) == type_of(e))
    }
}

fn multi_preserve(
    code: &'static Mutant,
    strategy: &'static Strategy,
) -> impl Property + Send + Sync + 'static {
    property! {
        forall e in WellTyped(*strategy);
        implies strategy.is_always_valid() || type_of(e).is_some();
        check code.steps(MAX_STEPS, e).is_none_or(|stepped| type_of(&stepped) == type_of(e))
    }
}
