//! The five workloads of ETNA (Shi et al., "Etna: An Evaluation Platform for Property-Based Testing",
//! 2023): binary search trees, red-black trees, the simply typed λ-calculus, System F with
//! subtyping, and a machine that controls the flow of information.
//!
//! A workload is a type with operations, properties of them, and mutants: wrong variants of one
//! operation each. A pair of a mutant and a property that can tell it from the correct code is a
//! [task](workload::Task); 233 of them say how good a way of testing is.
//!
//! A mutant is a value, handed down to where the wrong step is. So one program runs all tasks, and
//! the switch is a comparison that a processor guesses right.

// In reading order.
pub mod workload;
pub mod strategy;
pub mod enumerate;
pub mod keys;
pub mod clock;
pub mod trial;
pub mod bst;
pub mod rbt;
pub mod stlc;
pub mod fsub;
pub mod ifc;
pub mod runners;
pub mod tool;
pub mod guided;
pub mod pools;
pub mod instrumented;
#[cfg(feature = "peers")]
mod peers;
pub mod record;
pub mod packed;
pub mod store;
pub mod experiment;
pub mod run;
pub mod throughput;
pub mod summary;
pub mod svg;
pub mod matrix;
pub mod saved;
pub mod charts;
pub mod goals;
pub mod page;
pub mod machine;
pub mod options;
