//! Stores: where workers on several machines exchange inputs and failures.
//!
//! Each entry is named after its content, and never changes. So any number of workers may write at the same time, writing
//! twice does no harm, and a worker that is killed leaves nothing half-written. A worker removes only what another entry
//! replaces, once the store has that: steps by which it shrank a failure, and what it said about itself before.
//!
//! Another kind of store implements [`Store`] and gets a scheme in [`Address`]. Those on other machines are features,
//! because their clients take long to compile.

mod activity;
mod address;
#[cfg(test)]
mod laws;
#[cfg(feature = "buckets")]
mod bucket;
mod directory;
mod minimize;
mod name;
#[cfg(feature = "nats")]
mod nats;
mod redaction;
#[cfg(any(feature = "buckets", feature = "nats"))]
mod runtime;
mod stored;
mod sync;
mod workers;

use std::fmt;

use forall_format::regressions::RegressionFile;

use self::address::Address;

pub(crate) use self::minimize::minimize;
pub(crate) use self::name::{EntryName, Kind, StoreFolder};
pub(crate) use self::stored::Stored;
pub(crate) use self::workers::{StoreThread, WorkerFiles};
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

    /// Returns whether each request costs money.
    fn is_paid(&self) -> bool {
        false
    }

    /// Adds entries.
    fn put_all(&self, folder: &StoreFolder, contents: &[Vec<u8>]) -> Result<(), StoreError> {
        contents.iter().try_for_each(|content| self.put(folder, content).map(drop))
    }

    /// Returns the contents of entries.
    fn get_all(
        &self,
        folder: &StoreFolder,
        names: &[EntryName],
    ) -> Vec<Result<Vec<u8>, StoreError>> {
        names.iter().map(|name| self.get(folder, name)).collect()
    }
}

/// An entry that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    /// The entry, with this content.
    Content(String),
    /// The entry is damaged or unreadable, for this reason. The others are not affected.
    Unusable(String),
}

/// Returns entries of a store.
///
/// # Errors
///
/// If the store itself cannot be used.
pub(crate) fn read(
    store: &dyn Store,
    folder: &StoreFolder,
    names: &[EntryName],
) -> Result<Vec<Entry>, StoreError> {
    let contents = store.get_all(folder, names);
    if contents.iter().any(Result::is_err) {
        store.list(folder)?;
    }
    let entry = |(name, content): (&EntryName, Result<Vec<u8>, StoreError>)| match content {
        Err(error) => Entry::Unusable(error.to_string()),
        Ok(content) if EntryName::of(&content) != *name => {
            Entry::Unusable(format!("{folder}/{name} is damaged"))
        }
        Ok(content) => match String::from_utf8(content) {
            Ok(text) => Entry::Content(text),
            Err(_) => Entry::Unusable(format!("{folder}/{name} is not text")),
        },
    };
    Ok(names.iter().zip(contents).map(entry).collect())
}

/// The reason why a store could not be used. It contains no credentials.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct StoreError(String);

impl StoreError {
    /// Creates an error with the first line of a message, from which credentials are removed.
    fn new(message: impl AsRef<str>) -> StoreError {
        StoreError(redaction::redacted(message.as_ref()))
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Opens the store at a path or a URL. Does not connect yet, so a store that is not available now is no error.
pub(crate) fn open(text: &str) -> Result<Box<dyn Store>, Error> {
    Ok(match Address::parse(text).map_err(Error::Store)? {
        Address::Folder(path) => Box::new(directory::Directory::new(path)),
        #[cfg(feature = "buckets")]
        Address::Bucket(address) => Box::new(bucket::Bucket::open(address)?),
        #[cfg(not(feature = "buckets"))]
        Address::Bucket(address) => return Err(missing(&address, "buckets")),
        #[cfg(feature = "nats")]
        Address::Nats(address) => Box::new(nats::Nats::open(address)?),
        #[cfg(not(feature = "nats"))]
        Address::Nats(address) => return Err(missing(&address, "nats")),
    })
}

/// Returns the message of the first cause of an error.
#[cfg(any(feature = "buckets", feature = "nats"))]
fn cause(error: &dyn std::error::Error) -> String {
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.last().map_or_else(String::new, ToString::to_string)
}

/// Returns the error for a store whose feature is not compiled.
#[cfg(not(all(feature = "buckets", feature = "nats")))]
fn missing(address: &dyn fmt::Display, feature: &str) -> Error {
    Error::Store(format!(
        "{address} cannot be used: this `cargo forall` was installed without the feature `{feature}`; `cargo install \
         cargo-forall --features {feature}` adds it"
    ))
}

impl From<StoreError> for Error {
    fn from(StoreError(message): StoreError) -> Error {
        Error::Store(message)
    }
}

/// Returns the failures in a folder of a store, and why others cannot be used.
pub(crate) fn failures(
    store: &dyn Store,
    folder: &StoreFolder,
) -> Result<(Vec<RegressionFile>, Vec<String>), StoreError> {
    let mut files = Vec::new();
    let mut unusable = Vec::new();
    let names = store.list(folder)?;
    for (name, entry) in names.iter().zip(read(store, folder, &names)?) {
        match entry {
            Entry::Unusable(reason) => unusable.push(reason),
            Entry::Content(text) => match RegressionFile::parse(text.as_bytes()) {
                Ok(file) => files.push(file),
                Err(error) => unusable.push(format!("{folder}/{name}: {error}")),
            },
        }
    }
    Ok((files, unusable))
}
