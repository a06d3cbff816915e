//! Saved failures that belong to no property, because it was renamed, moved or deleted. No test runs them.

use std::collections::BTreeSet;
use std::path::PathBuf;

use forall_format::regressions::RegressionStore;
use forall_format::state_path::{REGRESSIONS_FOLDER, TEXT_EXTENSION};
use forall_format::wording::count;

use crate::error::Error;
use crate::harness::DiscoveredTest;
use crate::project;

/// Returns a note about each regression file in the packages of these properties that belongs to none of them.
pub(crate) fn notes(properties: &[DiscoveredTest<'_>]) -> Result<Vec<String>, Error> {
    let folders: BTreeSet<PathBuf> =
        properties.iter().map(|test| test.package_folder().join(REGRESSIONS_FOLDER)).collect();
    let known: BTreeSet<PathBuf> = properties
        .iter()
        .filter_map(|test| test.file(REGRESSIONS_FOLDER, TEXT_EXTENSION))
        .collect();
    let mut notes = Vec::new();
    for folder in folders {
        let stores = RegressionStore::find_all(&folder)?;
        notes.extend(stores.iter().filter(|store| !known.contains(store.path())).map(note));
    }
    Ok(notes)
}

fn note(store: &RegressionStore) -> String {
    let path = project::relative(store.path()).display();
    let failures = match store.read() {
        Ok(file) => file.map_or(0, |file| file.entries().count()),
        Err(_) => 0,
    };
    let failures = count(failures as u64, "saved failure");
    let name = store.property();
    format!(
        "note: {path} has {failures}, but there is no property `{name}`; if it was renamed or moved, rename the file too, otherwise delete it"
    )
}
