//! Binary search trees: 8 mutants, 18 properties, 53 tasks.

mod tree;
mod mutant;
mod generate;
mod properties;

#[cfg(feature = "peers")]
pub(crate) use self::generate::simpler;
pub use self::{
    generate::Trees,
    mutant::Mutant,
    properties::{erased, visit},
    tree::{Node, Tree},
};
use crate::scores::repeated_numbers;
use crate::strategy::Strategy;
use crate::workload::{Tasks, Workload, minima};

/// The workload.
pub const WORKLOAD: Workload = Workload {
    name: "BST",
    mutants: Mutant::NAMES,
    properties: properties::NAMES,
    tasks: TASKS,
    extra_properties: &[],
    property: erased,
    measure: tree::measure,
    score: repeated_numbers,
    strategies: Strategy::ALL,
};

/// Sizes of the smallest counterexamples, in tree nodes. They were found by exhaustive enumeration.
const TASKS: Tasks = &[
    (
        "insert_1",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "DeleteInsert" = 1, "InsertInsert" = 0,
            "InsertUnion" = 1, "UnionDeleteInsert" = 1,
        },
    ),
    (
        "insert_2",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "DeleteInsert" = 1, "InsertInsert" = 0,
            "InsertUnion" = 1, "UnionDeleteInsert" = 1, "InsertDelete" = 1,
        },
    ),
    (
        "insert_3",
        minima! {
            "InsertPost" = 1, "InsertModel" = 1, "InsertDelete" = 1, "InsertInsert" = 0,
            "InsertUnion" = 1, "UnionDeleteInsert" = 1,
        },
    ),
    (
        "delete_4",
        minima! {
            "DeleteModel" = 1, "DeletePost" = 1, "DeleteDelete" = 3, "DeleteInsert" = 0,
            "DeleteUnion" = 2, "InsertDelete" = 0, "UnionDeleteInsert" = 1,
        },
    ),
    (
        "delete_5",
        minima! {
            "DeleteModel" = 2, "DeletePost" = 2, "DeleteDelete" = 2, "DeleteInsert" = 1,
            "DeleteUnion" = 2, "UnionDeleteInsert" = 2,
        },
    ),
    (
        "union_6",
        minima! {
            "UnionValid" = 2, "UnionPost" = 2, "UnionModel" = 2, "DeleteUnion" = 2,
            "InsertUnion" = 1, "UnionDeleteInsert" = 1, "UnionUnionAssoc" = 3,
            "UnionUnionIdem" = 1,
        },
    ),
    (
        "union_7",
        minima! {
            "UnionValid" = 3, "UnionPost" = 3, "UnionModel" = 3, "DeleteUnion" = 3,
            "InsertUnion" = 2, "UnionDeleteInsert" = 2, "UnionUnionAssoc" = 3,
        },
    ),
    (
        "union_8",
        minima! {
            "UnionPost" = 3, "UnionModel" = 3, "DeleteUnion" = 3, "InsertUnion" = 2,
            "UnionDeleteInsert" = 3, "UnionUnionAssoc" = 3,
        },
    ),
];
