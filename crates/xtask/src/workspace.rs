//! The repository: its tracked files and the manifests of its crates.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use toml::{Table, Value};

/// A text file of the repository.
#[derive(Debug)]
pub(crate) struct File {
    /// Relative to the root of the repository, with `/` between the parts.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl File {
    pub(crate) fn extension(&self) -> &str {
        self.path.rsplit_once('.').map_or("", |(_, extension)| extension)
    }

    /// Returns the folder of the crate that the file belongs to, such as `forall-core`.
    pub(crate) fn crate_folder(&self) -> Option<&str> {
        self.path.strip_prefix("crates/")?.split('/').next()
    }

    /// Is the file part of a library or a program, and not of its tests or examples?
    pub(crate) fn is_product(&self) -> bool {
        let inside = self.path.strip_prefix("crates/").and_then(|path| path.split_once('/'));
        inside.is_some_and(|(_, inside)| inside.starts_with("src/") || inside == "build.rs")
    }
}

/// A member of the workspace.
#[derive(Debug)]
pub(crate) struct Package {
    pub(crate) name: String,
    /// The name of its folder in `crates`.
    pub(crate) folder: String,
    pub(crate) manifest: Table,
}

impl Package {
    pub(crate) fn is_published(&self) -> bool {
        self.field("publish") != Some(&Value::Boolean(false))
    }

    /// Returns a field of `[package]`.
    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.manifest.get("package")?.get(name)
    }

    /// Returns the keys of a table of the manifest, such as `dependencies`.
    pub(crate) fn keys(&self, table: &str) -> Vec<&str> {
        let table = self.manifest.get(table).and_then(Value::as_table);
        table.into_iter().flatten().map(|(key, _)| key.as_str()).collect()
    }
}

#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// Tracked and new files, without ignored ones and symbolic links.
    pub(crate) files: Vec<File>,
    pub(crate) packages: Vec<Package>,
}

impl Workspace {
    /// Reads the repository that this program was compiled in.
    pub(crate) fn load() -> Workspace {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let files = files(&root);
        let packages = files.iter().filter_map(package).collect();
        Workspace { root, files, packages }
    }

    /// Returns the sources of a crate by its path relative to the crate.
    pub(crate) fn sources<'a>(&'a self, folder: &str) -> impl Iterator<Item = (&'a str, &'a File)> {
        let prefix = format!("crates/{folder}/");
        self.files.iter().filter_map(move |file| {
            let inside = file.path.strip_prefix(&prefix)?;
            (inside.starts_with("src/") && inside.ends_with(".rs")).then_some((inside, file))
        })
    }

    pub(crate) fn published(&self) -> impl Iterator<Item = &Package> {
        self.packages.iter().filter(|package| package.is_published())
    }
}

/// Returns cargo, ready to run at the root of the repository.
pub(crate) fn cargo(workspace: &Workspace) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(&workspace.root);
    command
}

fn files(root: &Path) -> Vec<File> {
    let arguments = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listing = Command::new("git").args(arguments).current_dir(root).output();
    let listing = listing.expect("git is installed").stdout;
    let listing = String::from_utf8(listing).expect("the paths of this repository are UTF-8");
    let mut paths: Vec<&str> = listing.split('\0').filter(|path| !path.is_empty()).collect();
    assert!(!paths.is_empty(), "git lists no files: is this a clone of the repository?");
    paths.sort_unstable();
    paths.dedup();
    paths.into_iter().filter_map(|path| file(root, path)).collect()
}

/// Reads a file; returns `None` for links, binary files, and files that were deleted but not committed.
fn file(root: &Path, path: &str) -> Option<File> {
    let here = root.join(path);
    if !fs::symlink_metadata(&here).ok()?.is_file() {
        return None;
    }
    Some(File { path: path.to_owned(), text: fs::read_to_string(here).ok()? })
}

fn package(file: &File) -> Option<Package> {
    let folder = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
    if folder.contains('/') {
        return None;
    }
    let manifest: Table = file.text.parse().expect("cargo has read this manifest");
    let name = manifest.get("package")?.get("name")?.as_str()?.to_owned();
    Some(Package { name, folder: folder.to_owned(), manifest })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packages_are_read() {
        let workspace = Workspace::load();
        let published: Vec<&str> = workspace.published().map(|package| &*package.name).collect();
        assert!(published.contains(&"forall"), "{published:?}");
        assert!(!published.contains(&"xtask"), "{published:?}");
        let forall = workspace.packages.iter().find(|package| package.name == "forall");
        assert!(forall.unwrap().keys("features").contains(&"macros"));
    }

    #[test]
    fn products_differ_from_tests() {
        let file = |path: &str| File { path: path.to_owned(), text: String::new() };
        assert!(file("crates/forall/src/lib.rs").is_product());
        assert!(file("crates/guide/build.rs").is_product());
        assert!(!file("crates/forall/tests/it/main.rs").is_product());
        assert!(!file("crates/forall/examples/tour.rs").is_product());
    }
}
