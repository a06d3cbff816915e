//! Where regressions are kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Held by who writes.
pub(super) const LOCK: &str = "regressions.lock";

/// The folder of all regressions: what the setting says, seen from the package. None if that is `off`,
/// or there is no package to be found from which to see it.
pub(super) fn folder(setting: Option<&str>) -> Option<PathBuf> {
    match setting {
        Some("off") => None,
        Some(folder) if Path::new(folder).is_absolute() => Some(PathBuf::from(folder)),
        Some(folder) => Some(package()?.join(folder)),
        None => Some(package()?.join(".forall").join("regressions")),
    }
}

/// The folder of the package: cargo says so, or else it is the nearest above with a manifest.
fn package() -> Option<PathBuf> {
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

/// Leaves word for version control, so that nobody has to.
pub(super) fn ignore_locks(folder: &Path) -> io::Result<()> {
    let path = folder.join(".gitignore");
    if path.exists() { Ok(()) } else { fs::write(path, "/regressions.lock\n*.txt.tmp\n") }
}
