//! Building blocks: the ways to interpret a property of which runners are made.
//!
//! Each is one trait with one arm per node, in the order of the grammar, and one free function.
//! None is privileged: a block of yours looks the same (see `examples/own_block.rs`).

mod generate;
mod check;
mod run;
mod satisfy;
mod conclude;
mod mutate;
mod shrink;
mod print;
mod observe;
mod invert;

pub use self::{
    check::{Check, check},
    conclude::{Conclude, conclude},
    generate::{Case, Generate, generate, retrace},
    invert::{Invert, invert},
    mutate::{Attempt, Making, Mutate, attempt, mutate},
    observe::{Observation, Observe, observe},
    print::{Print, print},
    run::{Run, run, streak},
    satisfy::{Patience, Satisfy, satisfy},
    shrink::{Judge, Limits, Search, Shown, Shrink, Shrunk, shown, shrink},
};

/// A closed property for which all blocks are there.
pub trait Property:
    Run + Generate + Satisfy + Check + Conclude + Mutate + Shrink + Print + Observe + Invert
{
}

impl<P> Property for P where
    P: Run + Generate + Satisfy + Check + Conclude + Mutate + Shrink + Print + Observe + Invert
{
}
