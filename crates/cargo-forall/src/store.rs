//! Stores: where workers on several machines exchange inputs and failures.
//!
//! Entries are only added, and each is named after its content. So any number of workers may write at the same time,
//! writing twice does no harm, and a worker that is killed leaves nothing half-written.

mod directory;
mod name;
mod sync;
mod workers;

use std::fmt;

pub(crate) use self::name::{Kind, StoreFolder};
pub(crate) use self::workers::StoreThread;
use crate::error::Error;

/// A place for entries that only grows. All methods may be called by several workers at once.
pub(crate) trait Store: fmt::Debug + Send {
    /// Adds an entry, unless the store has it.
    fn put(&self, folder: &StoreFolder, content: &str) -> Result<(), StoreError>;

    /// Returns the names of the entries in a folder.
    fn list(&self, folder: &StoreFolder) -> Result<Vec<String>, StoreError>;

    /// Returns the content of an entry.
    fn get(&self, folder: &StoreFolder, name: &str) -> Result<String, StoreError>;
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

/// Returns the failures of a property in a store, as text of [regression files](forall_format::regressions).
pub(crate) fn failures(store: &dyn Store, property: &str) -> Result<Vec<String>, Error> {
    let folder = StoreFolder::new(Kind::Failures, property);
    let failed = |error: StoreError| Error::Store(error.to_string());
    let names = store.list(&folder).map_err(failed)?;
    names.iter().map(|name| store.get(&folder, name).map_err(failed)).collect()
}
