//! The folders and files of tests.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use forall_format::state_path::OFF;

use super::{Error, StartTime};

/// Returns the folder that a setting names, relative to the package. Returns `None` if the setting is `off`, or if
/// the package is not found.
pub(super) fn folder(setting: &str) -> Option<PathBuf> {
    match setting {
        OFF => None,
        folder if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
        folder => Some(package()?.join(folder)),
    }
}

/// Returns the folder of the package: from cargo, or the nearest folder above with a manifest. Under Miri, returns `None`
/// unless `-Zmiri-disable-isolation` permits the use of files, which also makes cargo's variables visible.
pub(super) fn package() -> Option<PathBuf> {
    if let Some(folder) = std::env::var_os("CARGO_MANIFEST_DIR") {
        return Some(PathBuf::from(folder));
    }
    if cfg!(miri) {
        return None;
    }
    let here = std::env::current_dir().ok()?;
    here.ancestors().find(|folder| folder.join("Cargo.toml").is_file()).map(Path::to_owned)
}

/// Returns the path relative to the workspace, as locations in source code are.
pub(super) fn shown(path: &Path) -> String {
    let inside = workspace().and_then(|folder| path.strip_prefix(folder).ok().map(Path::to_owned));
    inside.as_deref().unwrap_or(path).display().to_string()
}

/// Returns the folder of the workspace: the nearest folder above the package with a lock file, otherwise the package
/// itself.
fn workspace() -> Option<PathBuf> {
    let package = package()?;
    let root = package.ancestors().find(|folder| folder.join("Cargo.lock").is_file());
    Some(root.map(Path::to_owned).unwrap_or(package))
}

/// Opens a file of a run for appending. If the folder is new, version control ignores it. The file is emptied when the
/// run starts. It exists before the first line is written, because a program that watches the folder may only notice
/// changes of files that exist.
pub(super) fn file(folder: &Path, file: &str, started: StartTime) -> Result<File, Error> {
    let path = folder.join(file);
    let open_file = || -> io::Result<File> {
        let is_new_folder = !folder.exists();
        path.parent().map_or(Ok(()), fs::create_dir_all)?;
        if is_new_folder {
            fs::write(folder.join(".gitignore"), "*\n")?;
        }
        if started.is_new {
            File::create(&path)?;
        }
        File::options().create(true).append(true).open(&path)
    };
    open_file().map_err(|error| Error(format!("{} cannot be written: {error}", shown(&path))))
}
