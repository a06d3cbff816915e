//! The project: its metadata, from cargo.

use std::path::{Path, PathBuf};

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::command::Packages;
use crate::error::Error;

/// A workspace that uses Forall.
#[derive(Debug)]
pub(crate) struct Project {
    metadata: Metadata,
}

impl Project {
    /// Reads the metadata of the workspace. Fails if no package uses Forall.
    pub(crate) fn open(packages: &Packages) -> Result<Project, Error> {
        let mut command = MetadataCommand::new();
        command.no_deps();
        command.other_options(packages.lock_args().map(str::to_owned).collect::<Vec<String>>());
        if let Some(path) = &packages.manifest_path {
            command.manifest_path(path);
        }
        let metadata = command.exec().map_err(|error| Error::NoProject(error.to_string()))?;
        let project = Project { metadata };
        if project.metadata.packages.iter().any(uses_forall) {
            Ok(project)
        } else {
            Err(Error::NoForall)
        }
    }

    /// Returns the folder for builds, reports and scratch files. It is not the target folder itself, which a
    /// running `cargo build` locks.
    pub(crate) fn folder(&self) -> PathBuf {
        self.metadata.target_directory.join("forall").into_std_path_buf()
    }

    /// Returns a folder for results that are not needed later.
    pub(crate) fn scratch_folder(&self) -> String {
        self.folder().join("scratch").display().to_string()
    }

    /// Returns the selected packages that use Forall. Like cargo, selects the default members of the workspace if
    /// none are named.
    pub(crate) fn packages(&self, selection: &Packages) -> Result<Vec<&Package>, Error> {
        let all = self.metadata.workspace_packages();
        for spec in selection.package.iter().chain(&selection.exclude) {
            if !all.iter().any(|package| matches_spec(&package.name, spec)) {
                let available = all.iter().map(|package| package.name.to_string()).collect();
                return Err(Error::NoPackage { spec: spec.clone(), available });
            }
        }
        let is_named = |package: &Package, specs: &[String]| {
            specs.iter().any(|spec| matches_spec(&package.name, spec))
        };
        let mut selected = if selection.workspace {
            all
        } else if selection.package.is_empty() {
            self.metadata.workspace_default_packages()
        } else {
            all.into_iter().filter(|package| is_named(package, &selection.package)).collect()
        };
        selected.retain(|package| uses_forall(package) && !is_named(package, &selection.exclude));
        Ok(selected)
    }

    /// Returns the package with this id, if it uses Forall.
    pub(crate) fn tested(&self, id: &cargo_metadata::PackageId) -> Option<&Package> {
        self.metadata.packages.iter().find(|package| package.id == *id && uses_forall(package))
    }
}

/// Returns the folder of a package.
pub(crate) fn folder(package: &Package) -> &Path {
    let manifest = package.manifest_path.as_std_path();
    manifest.parent().unwrap_or(manifest)
}

/// Returns whether a package depends on Forall or is Forall itself, whose tests are properties too.
fn uses_forall(package: &Package) -> bool {
    package.name.as_str() == "forall"
        || package.dependencies.iter().any(|dependency| dependency.name == "forall")
}

/// Returns whether the name is that of a specification: `name`, `name@1.0.0`, or with `*` and `?` as in a shell.
fn matches_spec(name: &str, spec: &str) -> bool {
    let pattern = spec.split_once('@').map_or(spec, |(name, _)| name);
    matches_pattern(name.as_bytes(), pattern.as_bytes())
}

fn matches_pattern(text: &[u8], pattern: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*', rest @ ..] => (0..=text.len()).any(|at| matches_pattern(&text[at..], rest)),
        [b'?', rest @ ..] => !text.is_empty() && matches_pattern(&text[1..], rest),
        [byte, rest @ ..] => text.first() == Some(byte) && matches_pattern(&text[1..], rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specifications_have_versions_and_patterns() {
        for spec in ["tree-core", "tree-core@0.1.0", "tree-*", "*", "tree?core", "*core*"] {
            assert!(matches_spec("tree-core", spec), "{spec}");
        }
        for spec in ["tree", "core", "tree-?", "tree-core-*", "", "@0.1.0"] {
            assert!(!matches_spec("tree-core", spec), "{spec}");
        }
    }
}
