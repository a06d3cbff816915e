//! System F with subtyping, with de Bruijn indices: 18 mutants, 2 properties, 36 tasks.

mod syntax;
mod mutant;
mod typing;
mod step;
mod generate;
mod generalize;
mod enumerated;
mod simpler;
mod properties;

#[cfg(feature = "peers")]
pub(crate) use self::simpler::simpler;
pub use self::{
    generate::{Terms, Types},
    mutant::Mutant,
    properties::{erased, visit},
    syntax::{Term, Typ},
};
use crate::scores::occurrences;
use crate::strategy::Strategy;
use crate::workload::{Tasks, Workload, minima};

/// The workload.
pub const WORKLOAD: Workload = Workload {
    name: "FSUB",
    mutants: Mutant::NAMES,
    properties: properties::NAMES,
    tasks: TASKS,
    extra_properties: &[],
    property: erased,
    measure: syntax::measure,
    score: |inputs| occurrences(inputs, &["(App (Abs", "(TApp (TAbs"]),
    strategies: &[Strategy::Bespoke, Strategy::TypeBased, Strategy::Enumerative],
};

/// Sizes of the smallest counterexamples, in nodes of the term and its types. They were found by
/// exhaustive enumeration.
const TASKS: Tasks = &[
    ("tshift_tvar_all", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("tshift_tvar_no_incr", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("tshift_all_no_incr", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("shift_var_all", minima! { "SinglePreserve" = 13, "MultiPreserve" = 13 }),
    ("shift_var_no_incr", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("shift_abs_no_incr", minima! { "SinglePreserve" = 13, "MultiPreserve" = 13 }),
    ("shift_typ_tabs_no_incr", minima! { "SinglePreserve" = 15, "MultiPreserve" = 15 }),
    ("tsubst_tvar_flip", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("tsubst_tvar_no_shift", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("tsubst_tvar_over_shift", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("tsubst_all_no_tshift", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("subst_var_flip", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("subst_var_no_decr", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("subst_abs_no_shift", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("subst_abs_no_incr", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("subst_tabs_no_shift", minima! { "SinglePreserve" = 13, "MultiPreserve" = 13 }),
    ("subst_typ_tabs_no_incr", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("subst_typ_tabs_no_shift", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
];
