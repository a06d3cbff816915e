//! Building blocks: the ways to interpret a property of which runners are made.
//!
//! Each is one trait with one arm per node, in the order of the grammar, and one free function.
//! None is privileged: a block of yours looks the same (see `examples/own_block.rs`).

mod generate;
mod check;
mod run;
mod mutate;
mod shrink;
mod print;
mod observe;

pub use self::{
    check::{Check, check},
    generate::{Case, Generate, generate, retrace},
    mutate::{Attempt, Making, Mutate, attempt, mutate},
    observe::{Observation, Observe, observe},
    print::{Print, print},
    run::{Run, run, streak},
    shrink::{Limits, Search, Shrink, Shrunk, shrink},
};

/// A closed property for which all blocks are there.
pub trait Property: Run + Generate + Check + Mutate + Shrink + Print + Observe {}

impl<P: Run + Generate + Check + Mutate + Shrink + Print + Observe> Property for P {}
