//! The project: its metadata, from cargo.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use cargo_metadata::{
    CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId, Target,
};

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
        let mut command = metadata_command(packages);
        command.no_deps();
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

    /// Returns the folder of the workspace.
    pub(crate) fn workspace(&self) -> &Path {
        self.metadata.workspace_root.as_std_path()
    }

    /// Returns the package in this folder.
    pub(crate) fn package_in(&self, wanted: &Path) -> Option<&Package> {
        self.metadata.packages.iter().find(|package| folder(package) == wanted)
    }

    /// Returns the path of a file that is named relative to the current folder, or to the workspace as in reports.
    /// Returns the path itself if there is no such file.
    pub(crate) fn find_file(&self, path: &Path) -> PathBuf {
        let in_workspace = self.metadata.workspace_root.as_std_path().join(path);
        if !path.exists() && in_workspace.exists() { in_workspace } else { path.to_path_buf() }
    }

    /// Returns a file for output that is not needed later. Its folder exists.
    pub(crate) fn scratch_file(&self, name: &str) -> Result<PathBuf, Error> {
        let folder = self.folder();
        fs::create_dir_all(&folder).map_err(Error::cannot("create a folder for output"))?;
        Ok(folder.join(name))
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

    /// Returns the names of all packages of the workspace.
    pub(crate) fn members(&self) -> impl Iterator<Item = &str> {
        self.metadata.packages.iter().map(|package| package.name.as_str())
    }

    /// Returns the targets of the workspace, each with its package.
    pub(crate) fn targets(&self) -> impl Iterator<Item = (&Package, &Target)> {
        let packages = self.metadata.packages.iter();
        packages.flat_map(|package| package.targets.iter().map(move |target| (package, target)))
    }

    /// Returns the package of the workspace with this id.
    pub(crate) fn member(&self, id: &PackageId) -> Option<&Package> {
        self.metadata.packages.iter().find(|package| package.id == *id)
    }

    /// Returns the package with this id, if it uses Forall.
    pub(crate) fn tested(&self, id: &PackageId) -> Option<&Package> {
        self.member(id).filter(|package| uses_forall(package))
    }

    /// Returns those of the named packages that are not in the workspace, or an error if one of the packages is not
    /// a dependency of the workspace.
    pub(crate) fn dependencies(
        &self,
        selection: &Packages,
        names: &[String],
    ) -> Result<BTreeSet<String>, Error> {
        let is_member = |name: &str| self.members().any(|member| member == name);
        let named: BTreeSet<String> =
            names.iter().filter(|name| !is_member(name)).cloned().collect();
        if named.is_empty() {
            return Ok(named);
        }
        let mut command = metadata_command(selection);
        command.features(CargoOpt::AllFeatures);
        let metadata = command.exec().map_err(|error| Error::NoProject(error.to_string()))?;
        let all = metadata.packages.iter().map(|package| package.name.to_string());
        let available: BTreeSet<String> = all.filter(|name| !is_forall(name)).collect();
        match named.difference(&available).next().cloned() {
            Some(name) => Err(Error::NoDependency { name, available }),
            None => Ok(named),
        }
    }

    /// Returns the names of the packages outside of the workspace that these packages depend on.
    pub(crate) fn direct_dependencies<'n>(
        &self,
        packages: impl Iterator<Item = &'n str>,
    ) -> BTreeSet<String> {
        let packages: BTreeSet<&str> = packages.collect();
        let packages = self
            .metadata
            .packages
            .iter()
            .filter(|package| packages.contains(package.name.as_str()));
        let dependencies = packages.flat_map(|package| &package.dependencies);
        let dependencies =
            dependencies.filter(|dependency| dependency.kind != DependencyKind::Build);
        let mut names: BTreeSet<String> =
            dependencies.map(|dependency| dependency.name.clone()).collect();
        names.retain(|name| !is_forall(name) && !self.members().any(|member| member == name));
        names
    }
}

/// Returns a command that reads the metadata of the project.
fn metadata_command(packages: &Packages) -> MetadataCommand {
    let mut command = MetadataCommand::new();
    command.other_options(packages.lock_args().map(str::to_owned).collect::<Vec<String>>());
    if let Some(path) = &packages.manifest_path {
        command.manifest_path(path);
    }
    command
}

/// Returns whether a package is part of Forall.
fn is_forall(package: &str) -> bool {
    package == "forall" || package.starts_with("forall-")
}

/// Returns the path relative to the current folder, if it is inside of it.
pub(crate) fn relative(path: &Path) -> &Path {
    let here = env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path)
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
