//! Reads a regression file by its path.

use std::path::Path;

use forall_format::regressions::{RegressionEntry, RegressionStore};

use crate::error::Error;

/// Returns the entries of the file at `path`, or `None` if there is no file.
pub(crate) fn read(path: &Path) -> Result<Option<Vec<RegressionEntry>>, Error> {
    let folder = path.parent().unwrap_or(path);
    let file = RegressionStore::at(folder, path).read()?;
    Ok(file.map(|file| file.entries().cloned().collect()))
}
