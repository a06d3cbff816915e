//! The runners of [Forall](https://docs.rs/forall), and what they are made of.
//!
//! Use the crate `forall`, which re-exports all of this. All of it uses only the public API of `forall-core`:
//! your own runner can do the same. The modules, from the bottom up:
//!
//! - [`enumeration`]: all inputs, the simplest ones first.
//! - [`mutation`]: changes to the choices of a test.
//! - [`feedback`]: the behaviour of a test, as guided runners measure it.
//! - [`pool`]: which inputs a guided run keeps, and which it mutates next.
//! - [`shrink`]: from a failing test to the simplest one.
//! - [`part`]: other parts of runners: budgets, statistics, worker threads.
//! - [`runner`]: the loops, one file each.
//! - [`byte_target`]: properties as targets of byte-based fuzzers.

// From the bottom up.
pub mod enumeration;
pub mod mutation;
pub mod feedback;
pub mod pool;
pub mod shrink;
pub mod part;
pub mod runner;
pub mod byte_target;

// The files of this crate name everything as `forall::…`, as a user would: each can be copied into another
// project as it is.
extern crate self as forall;
#[doc(no_inline)]
pub use forall_core::{
    Arbitrary, any, block, domain, machine, observe, panics, property, report, source,
};
