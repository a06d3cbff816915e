//! Bugs: a property that the buggy version of a crate violates.

use std::panic::{self, AssertUnwindSafe};

use crate::campaign::{self, Campaign, Measured};
use crate::input::Input;
use crate::search::{self, Search, SearchResult};

/// A bug in a published crate, as a property that the crate should have. `T` is the type of its inputs.
pub(crate) struct Bug<T> {
    /// The name of the bug.
    pub(crate) name: &'static str,
    /// The name of the crate on crates.io. The two manifests have its versions.
    pub(crate) package: &'static str,
    /// The property, as a sentence.
    pub(crate) law: &'static str,
    /// Where the bug is described.
    pub(crate) link: &'static str,
    /// Panics if the property does not hold for this input.
    pub(crate) check: fn(&T),
    /// Returns an input that violates the property in the buggy version.
    pub(crate) known_failure: fn() -> T,
}

/// The description of a bug.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Description {
    pub(crate) name: &'static str,
    pub(crate) package: &'static str,
    pub(crate) law: &'static str,
    pub(crate) link: &'static str,
}

/// A bug with any type of inputs.
pub(crate) trait AnyBug: Sync {
    fn description(&self) -> Description;
    /// Searches for an input that violates the property.
    fn search(&self, search: &Search) -> SearchResult;
    /// Runs guided tests, and measures their speed.
    fn campaign(&self, campaign: &Campaign) -> Measured;
    /// Returns whether the known failing input fails in this build.
    fn known_failure_fails(&self) -> bool;
}

impl<T: Input> AnyBug for Bug<T> {
    fn description(&self) -> Description {
        let Bug { name, package, law, link, .. } = *self;
        Description { name, package, law, link }
    }

    fn search(&self, search: &Search) -> SearchResult {
        search::run(self.check, search)
    }

    fn campaign(&self, campaign: &Campaign) -> Measured {
        campaign::run(self.check, campaign)
    }

    fn known_failure_fails(&self) -> bool {
        fails(self.check, &(self.known_failure)())
    }
}

/// Returns whether the property does not hold for this input.
pub(crate) fn fails<T>(check: fn(&T), input: &T) -> bool {
    panic::catch_unwind(AssertUnwindSafe(|| check(input))).is_err()
}
