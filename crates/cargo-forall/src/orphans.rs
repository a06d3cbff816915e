//! Saved failures that belong to no property, because it was renamed, moved or deleted. No test runs them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use forall_format::regressions::RegressionStore;
use forall_format::state_path::{PropertyName, TEXT_EXTENSION};
use forall_format::wording::count;

use crate::build::Binary;
use crate::error::Error;
use crate::harness::{DiscoveredTest, TestKind};
use crate::project::{self, Project};
use crate::saved_folder::saved_folder;

/// The files in which the properties of some test binaries save their failures.
#[derive(Debug)]
pub(crate) struct KnownFiles {
    /// The folders of saved failures of the packages.
    folders: BTreeSet<PathBuf>,
    /// The files of the properties.
    files: BTreeSet<PathBuf>,
    /// The folders in these folders that belong to the targets of the binaries.
    built: BTreeSet<PathBuf>,
    /// The folders that belong to targets of the workspace, whether they are built or not.
    targets: BTreeSet<PathBuf>,
}

impl KnownFiles {
    /// Lists the files of these binaries.
    pub(crate) fn find(project: &Project, binaries: &[Binary]) -> Result<KnownFiles, Error> {
        let properties = DiscoveredTest::find_all(binaries, TestKind::EveryProperty)?;
        let stores = properties.iter().filter_map(DiscoveredTest::regressions);
        let mut targets = BTreeSet::new();
        for (package, target) in project.targets() {
            let saved = saved_folder(project::folder(package))?;
            targets.insert(target_folder(&saved, &target.name));
        }
        let built = binaries.iter().map(|binary| target_folder(&binary.saved, &binary.target));
        Ok(KnownFiles {
            folders: binaries.iter().map(|binary| binary.saved.clone()).collect(),
            files: stores.map(|store| store.path().to_owned()).collect(),
            built: built.collect(),
            targets,
        })
    }

    /// Returns whether a file certainly belongs to no property: its target is built and has no such property, or
    /// there is no such target.
    fn has_orphan(&self, store: &RegressionStore) -> bool {
        let path = store.path();
        let is_in = |folders: &BTreeSet<PathBuf>| {
            path.ancestors().any(|ancestor| folders.contains(ancestor))
        };
        !self.files.contains(path) && (is_in(&self.built) || !is_in(&self.targets))
    }

    /// Returns a note about each file that belongs to no property, if that property's name would match the filter.
    pub(crate) fn notes(&self, filter: Option<&str>) -> Result<Vec<String>, Error> {
        let matches = |name: &str| filter.is_none_or(|filter| name.contains(filter));
        let mut notes = Vec::new();
        for folder in &self.folders {
            let found = RegressionStore::find_all(folder);
            let is_orphan =
                |store: &&RegressionStore| matches(store.property()) && self.has_orphan(store);
            notes.extend(found.stores.iter().filter(is_orphan).map(note));
            let unreadable = found.unreadable.into_iter().map(Error::from);
            notes.extend(unreadable.map(|error| format!("note: {error}")));
        }
        Ok(notes)
    }
}

/// Returns the folder, in a folder of saved failures, that belongs to a target.
fn target_folder(saved: &Path, target: &str) -> PathBuf {
    let module = &*target.replace('-', "_");
    let file = saved.join(PropertyName { module, name: "property" }.file_name(TEXT_EXTENSION));
    file.parent().map(Path::to_owned).unwrap_or(file)
}

fn note(store: &RegressionStore) -> String {
    let path = project::relative(store.path()).display();
    let content = match store.read() {
        Ok(file) => {
            let failures = file.map_or(0, |file| file.entries().count());
            format!("{path} has {}", count(failures as u64, "saved failure"))
        }
        Err(error) => Error::from(error).to_string(),
    };
    let name = store.property();
    format!(
        "note: {content}, but there is no property `{name}`; if it was renamed or moved, rename the file too, otherwise delete it"
    )
}
