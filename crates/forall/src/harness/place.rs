//! Where things are kept.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use forall_format::state_path::OFF;

use super::{Began, Error};

/// The folder that a setting names, seen from the package. None if that is `off`, or there is no package to
/// be found from which to see it.
pub(super) fn folder(setting: &str) -> Option<PathBuf> {
    match setting {
        OFF => None,
        folder if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
        folder => Some(package()?.join(folder)),
    }
}

/// The folder of the package: cargo says so, or else it is the nearest above with a manifest.
pub(super) fn package() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") {
        return Some(PathBuf::from(folder));
    }
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// The path as a person in the folder of the package would write it.
pub(super) fn shown(path: &Path) -> String {
    let inside = package().and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    inside.as_deref().unwrap_or(path).display().to_string()
}

/// A file of a run to add to, in a folder of which version control shall keep nothing. It is empty when the run
/// begins. Who watches a folder may look at files that change and not at new ones, so it is there before
/// anything is in it.
pub(super) fn file(folder: &Path, file: &str, began: Began) -> Result<File, Error> {
    let path = folder.join(file);
    let made = || -> io::Result<File> {
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        let ignored = folder.join(".gitignore");
        if !ignored.exists() {
            fs::write(ignored, "*\n")?;
        }
        if began.is_new {
            File::create(&path)?;
        }
        File::options().create(true).append(true).open(&path)
    };
    made().map_err(|error| Error(format!("{} cannot be written: {error}", shown(&path))))
}
