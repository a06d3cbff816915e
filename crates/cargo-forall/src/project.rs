//! The project: its metadata, from cargo.

use std::path::PathBuf;

use cargo_metadata::{Metadata, MetadataCommand, Package};

use crate::command::Selection;
use crate::error::Error;

/// A workspace that uses Forall.
#[derive(Debug)]
pub(crate) struct Project {
    metadata: Metadata,
}

impl Project {
    /// Reads the metadata of the selected workspace. Fails if no package uses Forall.
    pub(crate) fn open(selection: &Selection) -> Result<Project, Error> {
        let mut command = MetadataCommand::new();
        command.no_deps();
        if let Some(path) = &selection.manifest_path {
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

    /// Returns the folders of the selected packages that use Forall.
    pub(crate) fn packages(&self, selection: &Selection) -> Vec<PathBuf> {
        let selected = |package: &&Package| {
            let named = selection.package.iter().any(|name| name == package.name.as_str());
            uses_forall(package) && (named || selection.package.is_empty())
        };
        let folder = |package: &Package| package.manifest_path.parent().map(|folder| folder.into());
        self.metadata.packages.iter().filter(selected).filter_map(folder).collect()
    }

    /// Returns the package with this id, if it uses Forall.
    pub(crate) fn tested(&self, id: &cargo_metadata::PackageId) -> Option<&Package> {
        self.metadata.packages.iter().find(|package| package.id == *id && uses_forall(package))
    }
}

/// Returns whether a package depends on Forall or is Forall itself, whose tests are properties too.
fn uses_forall(package: &Package) -> bool {
    package.name.as_str() == "forall"
        || package.dependencies.iter().any(|dependency| dependency.name == "forall")
}
