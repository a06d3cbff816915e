//! Regressions: failures that are saved, so that later runs begin with them.
//!
//! There is one [file](forall_format::regressions) for each property. It is written before shrinking
//! starts and at every step. A file that cannot be parsed is never written to.

use forall_format::regressions::RegressionStoreError;
pub(super) use forall_format::regressions::{RegressionEntry, RegressionState, RegressionStore};
use forall_format::state_path::REGRESSIONS_FOLDER;

use super::{Error, Settings, Test, paths};
use crate::report::{Failure, Origin};
use crate::source::ChoiceSequence;

/// The failures that earlier runs of a test saved. The file is read once, at the start of a run.
#[derive(Debug)]
pub(super) struct Saved {
    /// The file, if failures are saved at all.
    pub(super) store: Option<RegressionStore>,
    /// What it contains, each with its line.
    pub(super) entries: Vec<(usize, RegressionEntry)>,
}

impl Saved {
    /// Reads the file of `test`. A file that cannot be read is an error at once: a failure could not be saved in it
    /// later. If one input is to be replayed, nothing is read.
    pub(super) fn read(test: &Test, settings: &Settings) -> Result<Saved, Error> {
        let folder = settings.regressions.as_deref().unwrap_or(REGRESSIONS_FOLDER);
        let store =
            paths::folder(folder).map(|folder| RegressionStore::new(folder, test.property_name()));
        let file = match &store {
            Some(store) if settings.replay.is_none() => store.read()?,
            _ => None,
        };
        let numbered = file.iter().flat_map(|file| file.numbered_entries());
        let entries = numbered.map(|(line, entry)| (line, entry.clone())).collect();
        Ok(Saved { store, entries })
    }

    /// Returns whether one of the failures would crash the process.
    #[cfg(feature = "isolate")]
    pub(super) fn has_crash(&self) -> bool {
        self.entries.iter().any(|(_, entry)| entry.state == RegressionState::Crashes)
    }

    /// Returns the path of the file, relative to the package.
    pub(super) fn shown(&self) -> String {
        self.store.as_ref().map(|store| paths::shown(store.path())).unwrap_or_default()
    }

    /// Marks the state of the failure with these choices in the file.
    pub(super) fn mark(
        &self,
        choices: &ChoiceSequence,
        state: RegressionState,
    ) -> Result<(), Error> {
        match &self.store {
            Some(store) => Ok(store.mark(choices, state)?),
            None => Ok(()),
        }
    }
}

/// Returns the state of an input that failed in this way.
pub(super) fn state_of(failure: &Failure) -> RegressionState {
    match failure.origin {
        Origin::Crash(_) => RegressionState::Crashes,
        _ => RegressionState::Fails,
    }
}

impl From<RegressionStoreError> for Error {
    fn from(error: RegressionStoreError) -> Error {
        let error = match paths::package() {
            Some(package) => error.relative_to(&package),
            None => error,
        };
        match error {
            RegressionStoreError::File(error) => Error(error.to_string()),
            RegressionStoreError::Parse { .. } => Error(format!(
                "{error}\nthe file was not changed; restore it, or delete the damaged lines"
            )),
        }
    }
}
