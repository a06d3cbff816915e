//! Runners: the loops.
//!
//! A runner is a function from a property to a [`Report`](crate::report::Report), made of
//! [building blocks](crate::block). It prints nothing, reads no files, and uses nothing that you
//! cannot use: copy one and change it. These are the ones of the literature; yours is as good.

mod budget;
mod quick_check;
mod integrated;
mod replay;

use std::time::Duration;

pub use self::{budget::Budget, integrated::integrated, quick_check::quick_check, replay::replay};
use crate::source::{Campaign, Sizes};

/// What a run may spend, and what names its tests.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Options {
    /// Names the choices of the run.
    pub seed: u64,
    /// How many tests shall pass.
    pub tests: u64,
    /// How many tests may be turned away for each that shall pass.
    pub discards: u64,
    /// How long to go on; for ever if there is none.
    pub time: Option<Duration>,
    /// How many simpler inputs to try.
    pub shrinks: u64,
    /// How large values are.
    pub sizes: Sizes,
}

impl Default for Options {
    fn default() -> Options {
        let (time, sizes) = (None, Sizes::default());
        Options { seed: 1, tests: 1_000, discards: 10, time, shrinks: 10_000, sizes }
    }
}

impl Options {
    /// The tests of this run.
    pub fn campaign(&self) -> Campaign {
        Campaign { seed: self.seed, sizes: self.sizes }
    }
}
