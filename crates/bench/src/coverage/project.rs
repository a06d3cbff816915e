//! A temporary workspace that contains a real crate, so that the crate is instrumented.

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The crate under test: a parser with more than 5,000 edges.
const CRATE: &str = "regex-syntax";
/// Its manifest without the features that add dependencies.
const MANIFEST: &str = "\
[package]
name = \"regex-syntax\"
version = \"0.8.0\"
edition = \"2021\"

[features]
default = [\"std\", \"unicode-age\", \"unicode-bool\", \"unicode-case\", \"unicode-gencat\", \"unicode-perl\",
    \"unicode-script\", \"unicode-segment\"]
std = []
arbitrary = []
unicode-age = []
unicode-bool = []
unicode-case = []
unicode-gencat = []
unicode-perl = []
unicode-script = []
unicode-segment = []
";

/// A crate with planted bugs.
const TARGETS: &str = "targets";
const TARGETS_MANIFEST: &str = "\
[package]
name = \"targets\"
version = \"0.1.0\"
edition = \"2024\"
";

/// A temporary workspace.
#[derive(Debug)]
pub(crate) struct Project {
    folder: TempDir,
}

/// The figures that a probe prints, by name.
pub(crate) type Measurements = HashMap<String, f64>;

impl Project {
    /// Writes the project, with a copy of the crate from the registry.
    pub(super) fn new() -> io::Result<Project> {
        let files = [
            ("Cargo.toml", &*manifest()),
            ("src/lib.rs", ""),
            ("tests/probe.rs", include_str!("probe.txt")),
            ("tests/search.rs", include_str!("search.txt")),
            ("regex-syntax/Cargo.toml", MANIFEST),
            ("targets/Cargo.toml", TARGETS_MANIFEST),
            ("targets/src/lib.rs", include_str!("targets.txt")),
        ];
        let project = Project::with(&files)?;
        copy(&source()?.join("src"), &project.folder.path().join(CRATE).join("src"))?;
        Ok(project)
    }

    /// Writes a workspace of these files, each a path and its content.
    pub(crate) fn with(files: &[(&str, &str)]) -> io::Result<Project> {
        let folder = tempfile::tempdir()?;
        for (path, content) in files {
            let path = folder.path().join(path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
            }
            fs::write(path, content)?;
        }
        fs::copy(repository().join("Cargo.lock"), folder.path().join("Cargo.lock"))?;
        Ok(Project { folder })
    }

    /// Builds this test if necessary, runs it with these flags and environment variables, and
    /// returns its figures.
    pub(crate) fn probe(
        &self,
        test: &str,
        flags: &[&str],
        settings: &[(&str, u64)],
    ) -> io::Result<Measurements> {
        let output = Command::new("cargo")
            .args(["run", "--quiet", "--package", "cargo-forall", "--manifest-path"])
            .arg(repository().join("Cargo.toml"))
            .args(["--", "forall", "fuzz", test, "--all-tests", "--manifest-path"])
            .arg(self.folder.path().join("Cargo.toml"))
            .args(flags)
            .envs(settings.iter().map(|(name, number)| (name, number.to_string())))
            .env_remove("CARGO_TARGET_DIR")
            .env_remove("RUSTFLAGS")
            .output()?;
        let stderr = String::from_utf8_lossy(&output.stderr);
        let measured: Measurements =
            stderr.lines().filter_map(|line| line.strip_prefix("probe ")).flat_map(read).collect();
        if measured.is_empty() || !output.status.success() {
            return Err(io::Error::other(format!("the probe failed: {stderr}")));
        }
        Ok(measured)
    }
}

/// Parses `name=1.5 other=2`.
fn read(measured: &str) -> Vec<(String, f64)> {
    let pairs = measured.split_whitespace().filter_map(|pair| pair.split_once('='));
    pairs.filter_map(|(name, value)| Some((name.to_owned(), value.parse().ok()?))).collect()
}

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest() -> String {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR"));
    let forall = crates.with_file_name("forall");
    let coverage = crates.with_file_name("forall-sys");
    format!(
        "[package]\nname = \"project\"\nversion = \"0.1.0\"\nedition = \"2024\"\n\n\
         [workspace]\nmembers = [\"{CRATE}\", \"{TARGETS}\"]\n\n\
         [dev-dependencies]\n\
         forall = {{ path = {forall:?}, default-features = false, features = [\"coverage\"] }}\n\
         forall-sys = {{ path = {coverage:?} }}\n\
         {CRATE} = {{ path = \"{CRATE}\" }}\n\
         {TARGETS} = {{ path = \"{TARGETS}\" }}\n"
    )
}

/// Returns the registry folder of the crate, which our own workspace depends on.
fn source() -> io::Result<PathBuf> {
    let output = Command::new("cargo")
        .args(["metadata", "--format-version=1", "--locked", "--manifest-path"])
        .arg(repository().join("Cargo.toml"))
        .output()?;
    let stdout = String::from_utf8_lossy(&output.stdout);
    let manifests = stdout.split("\"manifest_path\":\"").filter_map(|rest| rest.split_once('"'));
    let mut folders = manifests.filter_map(|(path, _)| Path::new(path).parent());
    let named = format!("{CRATE}-");
    folders
        .find(|folder| {
            folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with(&named))
        })
        .map(Path::to_path_buf)
        .ok_or_else(|| io::Error::other(format!("`cargo metadata` does not list {CRATE}")))
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_of_a_probe_are_parsed() {
        let measured = read("run=1.5 edges=5000 odd");
        assert_eq!(measured, [("run".to_owned(), 1.5), ("edges".to_owned(), 5000.0)]);
    }
}
