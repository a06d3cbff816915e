//! The project: what cargo knows of it before it is built.

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
    /// Asks cargo about the workspace that is selected.
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

    /// Where we build and keep what we need to build: out of the way of `cargo build`, which would wait.
    pub(crate) fn folder(&self) -> PathBuf {
        self.metadata.target_directory.join("forall").into_std_path_buf()
    }

    /// Where runs write down how they go that nobody will look at later.
    pub(crate) fn scratch(&self) -> String {
        self.folder().join("scratch").display().to_string()
    }

    /// The folders of the packages that use Forall and are selected.
    pub(crate) fn packages(&self, selection: &Selection) -> Vec<PathBuf> {
        let selected = |package: &&Package| {
            let named = selection.package.iter().any(|name| name == package.name.as_str());
            uses_forall(package) && (named || selection.package.is_empty())
        };
        let folder = |package: &Package| package.manifest_path.parent().map(|folder| folder.into());
        self.metadata.packages.iter().filter(selected).filter_map(folder).collect()
    }

    /// The package of this id, if it uses Forall.
    pub(crate) fn tested(&self, id: &cargo_metadata::PackageId) -> Option<&Package> {
        self.metadata.packages.iter().find(|package| package.id == *id && uses_forall(package))
    }
}

/// Forall uses itself.
fn uses_forall(package: &Package) -> bool {
    package.name.as_str() == "forall"
        || package.dependencies.iter().any(|dependency| dependency.name == "forall")
}
