//! Stores: where workers on several machines exchange inputs and failures.
//!
//! Each entry is named after its content, and never changes. So any number of workers may write at the same time, writing
//! twice does no harm, and a worker that is killed leaves nothing half-written. A worker removes only the steps by which it
//! shrank a failure, once the store has the result.
//!
//! Another kind of store implements [`Store`] and gets a scheme in [`open`]. Its methods are those that object stores
//! and message streams have.

mod directory;
mod name;
mod sync;
mod workers;

use std::fmt;

use forall_format::regressions::RegressionFile;

pub(crate) use self::name::{EntryName, Kind, StoreFolder};
pub(crate) use self::workers::StoreThread;
use crate::error::Error;

/// A place for entries, which are named after their content. All methods may be called by several workers at once.
pub(crate) trait Store: fmt::Debug + Send {
    /// Adds an entry, unless the store has it. One that is damaged is replaced.
    fn put(&self, folder: &StoreFolder, content: &[u8]) -> Result<EntryName, StoreError>;

    /// Returns the names of the entries in a folder. A folder that does not exist is empty.
    fn list(&self, folder: &StoreFolder) -> Result<Vec<EntryName>, StoreError>;

    /// Returns the content of an entry.
    fn get(&self, folder: &StoreFolder, name: &EntryName) -> Result<Vec<u8>, StoreError>;

    /// Removes an entry, if the store has it.
    fn remove(&self, folder: &StoreFolder, name: &EntryName) -> Result<(), StoreError>;
}

/// An entry that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The entry, with this content.
    Content(String),
    /// The entry is damaged or unreadable, for this reason. The others are not affected.
    Unusable(String),
}

/// Returns an entry of a store.
///
/// # Errors
///
/// If the store itself cannot be used.
pub(crate) fn read(
    store: &dyn Store,
    folder: &StoreFolder,
    name: &EntryName,
) -> Result<Entry, StoreError> {
    let content = match store.get(folder, name) {
        Ok(content) => content,
        Err(error) => {
            store.list(folder)?;
            return Ok(Entry::Unusable(error.to_string()));
        }
    };
    if EntryName::of(&content) != *name {
        return Ok(Entry::Unusable(format!("{folder}/{name} is damaged")));
    }
    Ok(match String::from_utf8(content) {
        Ok(text) => Entry::Content(text),
        Err(_) => Entry::Unusable(format!("{folder}/{name} is not text")),
    })
}

/// The reason why a store could not be used. It contains no credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreError(String);

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Opens the store at a path or a `file:` URL.
pub(crate) fn open(url: &str) -> Result<Box<dyn Store>, Error> {
    match url.split_once("://") {
        None => Ok(Box::new(directory::Directory::new(url))),
        Some(("file", path)) => Ok(Box::new(directory::Directory::new(path))),
        Some((scheme, _)) => Err(Error::Store(format!(
            "stores of the kind `{scheme}:` are not supported; a store is a folder that all workers can write to, such \
             as /mnt/share/forall or a mounted bucket"
        ))),
    }
}

/// Returns the failures in a folder of a store, and why others cannot be used.
pub(crate) fn failures(
    store: &dyn Store,
    folder: &StoreFolder,
) -> Result<(Vec<RegressionFile>, Vec<String>), StoreError> {
    let mut files = Vec::new();
    let mut unusable = Vec::new();
    for name in store.list(folder)? {
        match read(store, folder, &name)? {
            Entry::Unusable(reason) => unusable.push(reason),
            Entry::Content(text) => match RegressionFile::parse(text.as_bytes()) {
                Ok(file) => files.push(file),
                Err(error) => unusable.push(format!("{folder}/{name}: {error}")),
            },
        }
    }
    Ok((files, unusable))
}
