//! The core of [Forall](https://docs.rs/forall): the property language and its interpretation.
//!
//! Use the crate `forall`, which re-exports all of this. The modules, from the bottom up:
//!
//! - `data`: plain data that all layers share: text, source locations, verdicts.
//! - `language`: the four nodes of a property. It knows no randomness.
//! - [`panics`] and [`observe`]: what code under test can do besides returning.
//! - [`source`]: choices, recorded and replayed.
//! - [`domain`]: how values are generated, mutated, shrunk and printed.
//! - [`machine`]: lists of steps for state machines, and how a model and a system take them.
//! - [`block`]: the interpretations of a property: generate, check, mutate, shrink, print.
//! - `builder`: properties without macros.
//! - `form`: properties whose type is erased, or that are built at run time.
//! - [`report`]: the result of a run, as data and as text.
//! - [`property`]: what users import: `language`, `builder` and `form` in one place.
//!
//! Each module uses only modules listed before it.

// From the bottom up.
mod data;
mod language;
pub mod panics;
pub mod observe;
pub mod source;
pub mod domain;
pub mod machine;
pub mod block;
mod builder;
mod form;
pub mod report;

pub mod property;

pub use domain::{Arbitrary, any};
