//! Red-black trees: 15 mutants, 10 properties, 58 tasks.

mod tree;
mod mutant;
mod delete;
mod generate;
mod simpler;
mod properties;

#[cfg(feature = "peers")]
pub(crate) use self::simpler::simpler;
pub use self::{
    generate::Trees,
    mutant::Mutant,
    properties::{erased, visit},
    tree::{Color, Node, Tree},
};
use crate::strategy::Strategy;
use crate::workload::{Tasks, Workload, minima};

/// The workload.
pub const WORKLOAD: Workload = Workload {
    name: "RBT",
    mutants: Mutant::NAMES,
    properties: properties::NAMES,
    tasks: TASKS,
    extra_properties: &[],
    property: erased,
    measure: tree::measure,
    score: |inputs| tree::measure(inputs) as f64,
    strategies: Strategy::ALL,
};

/// Sizes of the smallest counterexamples, in tree nodes. They were found by exhaustive enumeration.
///
/// `delete_5` also fails `InsertDelete`, which ETNA does not list as a task.
const TASKS: Tasks = &[
    (
        "insert_1",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "DeleteInsert" = 1, "InsertInsert" = 0,
        },
    ),
    (
        "insert_2",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "DeleteInsert" = 1, "InsertInsert" = 0,
            "InsertDelete" = 1,
        },
    ),
    (
        "insert_3",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "InsertDelete" = 1, "InsertInsert" = 0,
        },
    ),
    (
        "delete_4",
        minima! {
            "DeleteModel" = 1, "DeletePost" = 1, "DeleteDelete" = 3, "DeleteInsert" = 0,
            "InsertDelete" = 0,
        },
    ),
    (
        "delete_5",
        minima! {
            "DeleteModel" = 2, "DeletePost" = 2, "DeleteDelete" = 2, "DeleteInsert" = 1,
        },
    ),
    ("miscolor_insert", minima! { "InsertValid" = 1, "DeleteInsert" = 1 }),
    ("miscolor_delete", minima! { "DeleteValid" = 1 }),
    ("miscolor_balLeft", minima! { "DeleteValid" = 5, "DeleteDelete" = 5 }),
    ("miscolor_balRight", minima! { "DeleteValid" = 5, "DeleteDelete" = 5 }),
    ("miscolor_join_1", minima! { "DeleteValid" = 12 }),
    ("miscolor_join_2", minima! { "DeleteValid" = 5, "DeleteDelete" = 6 }),
    ("no_balance_insert_1", minima! { "InsertValid" = 2, "DeleteInsert" = 6, "InsertDelete" = 6 }),
    ("no_balance_insert_2", minima! { "InsertValid" = 1, "DeleteInsert" = 1, "InsertDelete" = 2 }),
    (
        "swap_cd",
        minima! {
            "InsertValid" = 3, "DeleteValid" = 5, "InsertPost" = 3, "DeletePost" = 5,
            "InsertModel" = 3, "DeleteModel" = 5, "InsertInsert" = 2, "InsertDelete" = 3,
            "DeleteInsert" = 3, "DeleteDelete" = 5,
        },
    ),
    (
        "swap_bc",
        minima! {
            "InsertValid" = 6, "DeleteValid" = 9, "InsertPost" = 6, "DeletePost" = 9,
            "InsertModel" = 6, "DeleteModel" = 9, "InsertInsert" = 5, "InsertDelete" = 6,
            "DeleteInsert" = 6, "DeleteDelete" = 9,
        },
    ),
];
