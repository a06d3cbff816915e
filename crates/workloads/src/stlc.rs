//! The simply typed λ-calculus, with de Bruijn indices: 10 mutants, 2 properties, 20 tasks.

mod syntax;
mod typing;
mod mutant;
mod generate;
mod enumerated;
mod simpler;
mod properties;

#[cfg(feature = "peers")]
pub(crate) use self::simpler::simpler;
pub use self::{
    generate::{Terms, Types},
    mutant::Mutant,
    properties::{erased, visit},
    syntax::{Expr, Typ},
    typing::type_of,
};
use crate::scores::occurrences;
use crate::strategy::Strategy;
use crate::workload::{Tasks, Workload, minima};

/// The workload.
pub const WORKLOAD: Workload = Workload {
    name: "STLC",
    mutants: Mutant::NAMES,
    properties: properties::NAMES,
    tasks: TASKS,
    extra_properties: &[],
    property: erased,
    measure: syntax::measure,
    score: |inputs| occurrences(inputs, &["(App (Abs"]),
    strategies: Strategy::ALL,
};

/// Sizes of the smallest counterexamples, in nodes of the term and its types. They were found by
/// exhaustive enumeration.
const TASKS: Tasks = &[
    ("shift_var_none", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("shift_var_all", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("shift_var_leq", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("shift_abs_no_incr", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("subst_var_all", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("subst_var_none", minima! { "SinglePreserve" = 5, "MultiPreserve" = 5 }),
    ("subst_abs_no_shift", minima! { "SinglePreserve" = 11, "MultiPreserve" = 11 }),
    ("subst_abs_no_incr", minima! { "SinglePreserve" = 9, "MultiPreserve" = 9 }),
    ("substTop_no_shift", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
    ("substTop_no_shift_back", minima! { "SinglePreserve" = 7, "MultiPreserve" = 7 }),
];
