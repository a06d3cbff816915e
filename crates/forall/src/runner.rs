//! Runners: the loops.
//!
//! A runner is a function from a property to a [`Report`](crate::report::Report), made of
//! [building blocks](crate::block). It prints nothing, reads no files, and uses nothing that you
//! cannot use: copy one and change it. These are the ones of the literature; yours is as good.

mod budget;
mod quick_check;
mod integrated;
mod replay;
mod found;
mod guide;
mod fuzz;
mod target;
mod search;

use std::time::{Duration, Instant};

pub use self::{
    budget::Budget,
    found::found,
    fuzz::{fuzz, fuzz_with},
    guide::{Guide, Plain, Usual},
    integrated::integrated,
    quick_check::quick_check,
    replay::replay,
    search::{Best, exists, maximize},
    target::{target, target_with},
};
use crate::shrink::Limits;
use crate::source::{Campaign, Sizes};

/// How long shrinking may take, if nobody says less.
const LONGEST: Duration = Duration::from_secs(10);

/// What a run may spend, and what names its tests. By default: the seed 1, 1,000 tests of which ten
/// times as many may be turned away, 10,000 tries to shrink, and sizes that grow.
#[derive(Clone, Debug, PartialEq, Eq)]
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
    /// What shrinking may spend, from now on: as many tries as there are, and no more than ten seconds
    /// or the time of the whole run.
    pub fn limits(&self) -> Limits {
        let time = self.time.unwrap_or(LONGEST).min(LONGEST);
        Limits { tries: self.shrinks, deadline: Instant::now().checked_add(time) }
    }

    /// The tests of this run.
    pub fn campaign(&self) -> Campaign {
        Campaign { seed: self.seed, sizes: self.sizes }
    }
}
