//! The files of an exported project.

use std::path::Path;
use std::{fs, io};

use super::MARK;
use crate::error::Error;

/// The folders whose content an export replaces. Seeds and corpora stay.
const REPLACED_FOLDERS: [&str; 4] = ["fuzz_targets", "properties", "oss-fuzz", "clusterfuzzlite"];

/// Removes the files of an earlier export. Fails if the folder contains something else.
pub(super) fn prepare(folder: &Path) -> Result<(), Error> {
    let is_empty = fs::read_dir(folder).map_or(true, |mut entries| entries.next().is_none());
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    if !is_empty && !manifest.lines().any(|line| line == MARK) {
        return Err(Error::ForeignFolder(folder.display().to_string()));
    }
    for name in REPLACED_FOLDERS {
        match fs::remove_dir_all(folder.join(name)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(not_written(folder, &error));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Writes a file and its folder.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(path);
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(path, text));
    written.map_err(|error| not_written(path, &error))
}

/// Starts with the versions of the dependencies that the workspace uses.
pub(super) fn copy_lock_file(workspace: &Path, folder: &Path) -> Result<(), Error> {
    let copy = folder.join("Cargo.lock");
    match fs::read_to_string(workspace.join("Cargo.lock")) {
        Ok(text) if !copy.exists() => write(&copy, &text),
        _ => Ok(()),
    }
}

fn not_written(path: &Path, error: &io::Error) -> Error {
    Error::NotWritten { path: path.display().to_string(), message: error.to_string() }
}
