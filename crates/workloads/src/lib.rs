//! The five workloads of ETNA (Shi et al., "Etna: An Evaluation Platform for Property-Based
//! Testing", 2023): binary search trees, red-black trees, the simply typed λ-calculus, System F
//! with subtyping, and a machine with information-flow control.
//!
//! A workload is a type with operations, properties of them, and mutants: buggy variants of one
//! operation each. A [task](workload::Task) is a mutant with a property that can detect it. There
//! are 233 tasks.
//!
//! A mutant is a value that is passed down to the code it changes. One program runs all tasks, and
//! the mutation switch is a branch that the processor predicts.

// In reading order.
pub mod workload;
pub mod strategy;
pub mod enumerate;
pub mod keys;
mod scores;
pub mod clock;
pub mod trial;
pub mod bst;
pub mod rbt;
pub mod stlc;
pub mod fsub;
pub mod ifc;
pub mod runners;
pub mod test_loop;
pub mod interest;
pub mod guided;
pub mod pools;
pub mod instrumented;
#[cfg(feature = "peers")]
pub mod peers;
pub mod record;
pub mod program;
pub mod packed;
pub mod store;
pub mod experiment;
pub mod run;
pub mod run_time;
pub mod throughput;
pub mod summary;
pub mod svg;
pub mod matrix;
pub mod savings;
pub mod charts;
pub mod goals;
pub mod page;
pub mod machine;
pub mod etna;
pub mod options;
