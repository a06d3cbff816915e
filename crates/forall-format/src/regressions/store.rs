//! Regression files on disk.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::RegressionStoreError;
use super::{RegressionEntry, RegressionFile, RegressionState};
use crate::choice_sequence::ChoiceSequence;
use crate::state_file::{StateFile, StateFileError, StateKind};
use crate::state_path::{PropertyName, TEXT_EXTENSION, property_of_file};

/// The regression file of one property on disk. Several processes may use the same file.
///
/// Every change is made under a lock, to what the file contains at that moment. A file that cannot be parsed
/// is an error and stays as it is.
///
/// ```
/// use forall_format::ChoiceSequence;
/// use forall_format::regressions::{RegressionEntry, RegressionState, RegressionStore};
/// use forall_format::state_path::PropertyName;
///
/// let folder = tempfile::tempdir().unwrap();
/// let property = PropertyName { module: "shapes", name: "areas_add_up" };
/// let store = RegressionStore::new(folder.path(), property);
/// assert!(store.read().unwrap().is_none());
///
/// let entry = RegressionEntry::new(RegressionState::Fails, ChoiceSequence::default(), []);
/// store.save(None, entry.clone()).unwrap();
/// store.mark(&entry.choices, RegressionState::Fixed).unwrap();
/// store.apply_steps().unwrap();
/// assert_eq!(store.read().unwrap().unwrap().summary(), "1 fixed");
/// assert_eq!(RegressionStore::find_all(folder.path()).stores, [store.clone()]);
/// assert_eq!(RegressionStore::at(folder.path(), store.path()), store);
///
/// assert_eq!(store.prune(|entry| !entry.state.is_failing()).unwrap(), 1);
/// assert!(!store.path().exists(), "no entry is left");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegressionStore {
    property: String,
    file: StateFile,
}

/// The regression files below a folder.
///
/// ```
/// use forall_format::regressions::RegressionStore;
///
/// let file = tempfile::NamedTempFile::new().unwrap();
/// let found = RegressionStore::find_all(file.path());
/// assert_eq!((found.stores.len(), found.unreadable.len()), (0, 1), "it is not a folder");
/// ```
#[derive(Debug, Default)]
pub struct FoundStores {
    /// The files.
    pub stores: Vec<RegressionStore>,
    /// The folders that cannot be read.
    pub unreadable: Vec<StateFileError>,
}

impl RegressionStore {
    /// Creates a reference to the file of `property` in `folder`. Touches no file.
    pub fn new(folder: impl Into<PathBuf>, property: PropertyName<'_>) -> RegressionStore {
        let file = StateFile::new(StateKind::Regressions, folder, property);
        RegressionStore { property: property.full_name(), file }
    }

    /// Creates a reference to the file at `path`, which is below `folder`. Touches no file.
    pub fn at(folder: impl Into<PathBuf>, path: impl Into<PathBuf>) -> RegressionStore {
        let file = StateFile::at(StateKind::Regressions, folder, path);
        let inside = file.path().strip_prefix(file.folder()).unwrap_or(file.path());
        RegressionStore { property: property_of_file(inside), file }
    }

    /// Returns all regression files below `folder`, sorted by path; none if there is no such folder.
    pub fn find_all(folder: &Path) -> FoundStores {
        let mut found = FoundStores::default();
        let mut paths = Vec::new();
        collect(folder, &mut paths, &mut found.unreadable);
        paths.sort();
        found.stores = paths.into_iter().map(|path| RegressionStore::at(folder, path)).collect();
        found
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Returns the full name of the property.
    pub fn property(&self) -> &str {
        &self.property
    }

    /// Reads the file. Returns `None` if there is no file.
    pub fn read(&self) -> Result<Option<RegressionFile>, RegressionStoreError> {
        let Some(bytes) = self.file.read()? else { return Ok(None) };
        match RegressionFile::parse(&bytes) {
            Ok(file) => Ok(Some(file)),
            Err(error) => {
                let path = self.path().to_owned();
                Err(RegressionStoreError::Parse { path, error })
            }
        }
    }

    /// Saves `entry` in the place of the entry with the choices `old`, or as the last one; see
    /// [`RegressionFile::put`]. Appends a shrink step if that is enough.
    pub fn save(
        &self,
        old: Option<&ChoiceSequence>,
        entry: RegressionEntry,
    ) -> Result<(), RegressionStoreError> {
        let lock = self.file.lock()?;
        let mut file = self.read_or_new()?;
        if let Some(step) = old.and_then(|old| file.step(old, &entry)) {
            lock.append(&step)?;
        } else if file.put(old, entry) || file.has_steps() {
            lock.replace(&file.to_string())?;
        }
        Ok(())
    }

    /// Puts appended shrink steps in the places of the entries that they replace.
    pub fn apply_steps(&self) -> Result<(), RegressionStoreError> {
        let lock = self.file.lock()?;
        let file = self.read_or_new()?;
        if file.has_steps() {
            lock.replace(&file.to_string())?;
        }
        Ok(())
    }

    /// Sets the state of the entry with these choices, if there is one.
    pub fn mark(
        &self,
        choices: &ChoiceSequence,
        state: RegressionState,
    ) -> Result<(), RegressionStoreError> {
        let lock = self.file.lock()?;
        let mut file = self.read_or_new()?;
        if file.mark(choices, state) || file.has_steps() {
            lock.replace(&file.to_string())?;
        }
        Ok(())
    }

    /// Removes the entries for which `unwanted` returns true, and deletes the file with its last entry.
    /// Returns the number of removed entries.
    pub fn prune(
        &self,
        unwanted: impl Fn(&RegressionEntry) -> bool,
    ) -> Result<usize, RegressionStoreError> {
        let lock = self.file.lock()?;
        let Some(mut file) = self.read()? else { return Ok(0) };
        let removed = file.prune(unwanted);
        if removed > 0 && file.entries().next().is_none() {
            lock.remove()?;
        } else if removed > 0 {
            lock.replace(&file.to_string())?;
        }
        Ok(removed)
    }

    fn read_or_new(&self) -> Result<RegressionFile, RegressionStoreError> {
        Ok(self.read()?.unwrap_or_else(|| RegressionFile::new(&self.property)))
    }
}

/// Collects the text files below a folder, and the folders that cannot be read. Does not follow links to folders, which
/// may form cycles.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>, unreadable: &mut Vec<StateFileError>) {
    let result = try_collect(folder, paths, unreadable);
    if let Err(source) = result
        && source.kind() != ErrorKind::NotFound
    {
        unreadable.push(StateFileError { path: folder.to_owned(), operation: "read", source });
    }
}

fn try_collect(
    folder: &Path,
    paths: &mut Vec<PathBuf>,
    unreadable: &mut Vec<StateFileError>,
) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, paths, unreadable);
        } else if path.extension().is_some_and(|extension| extension == TEXT_EXTENSION) {
            paths.push(path);
        }
    }
    Ok(())
}
