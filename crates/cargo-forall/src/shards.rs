//! Shards: which one this machine runs, and the results of others.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::{env, io};

use forall_format::regular_file;
use forall_format::shard::{Shard, ShardSetting};
use forall_format::shard_file::{SHARD_EXTENSION, ShardFile};
use forall_format::state_path::RESULTS_FOLDER;

use crate::error::Error;
use crate::harness::{DiscoveredTest, Setting};

/// The variable that names the shard.
const VARIABLE: &str = "FORALL_SHARD";

/// The shard that this machine runs, if it runs only one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Assignment(Option<Shard>);

impl Assignment {
    /// Returns the shard that an option or the environment names.
    pub(crate) fn new(option: Option<ShardSetting>) -> Result<Assignment, Error> {
        let lookup = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
        let setting = match (option, lookup(VARIABLE)) {
            (Some(setting), _) => setting,
            (None, Some(text)) => {
                text.parse().map_err(|error| Error::Shards(format!("{VARIABLE}: {error}")))?
            }
            (None, None) => return Ok(Assignment(None)),
        };
        let shard = setting.resolve(&lookup).map_err(|error| Error::Shards(error.to_string()))?;
        Ok(Assignment(Some(shard)))
    }

    /// Returns the setting that passes the shard to tests.
    pub(crate) fn setting(self) -> Option<Setting> {
        Some(Setting::new(VARIABLE, self.0?.to_string()))
    }

    /// Returns the folder for the results of the shard, relative to the package.
    pub(crate) fn results_folder(self) -> String {
        match self.0 {
            Some(shard) => format!("{RESULTS_FOLDER}/{}", shard.folder_name()),
            None => RESULTS_FOLDER.to_owned(),
        }
    }

    /// Returns the note about the shard for the user.
    pub(crate) fn note(self) -> Option<String> {
        let Assignment(Some(shard)) = self else { return None };
        Some(format!(
            "shard {} of {}; `cargo forall merge` combines the results in {}",
            shard.number(),
            shard.count(),
            self.results_folder()
        ))
    }
}

/// The properties whose shards have results.
#[derive(Debug)]
pub(crate) struct ShardedProperties {
    /// Their packages and full names.
    names: BTreeSet<(Option<String>, String)>,
}

impl ShardedProperties {
    /// Returns whether the test is one of them.
    pub(crate) fn contains(&self, test: &DiscoveredTest<'_>) -> bool {
        let package = Some(test.package().to_owned());
        test.full_name().is_some_and(|name| self.names.contains(&(package, name)))
    }
}

/// Returns the properties whose shards have results in these folders.
pub(crate) fn properties_in(folders: &[PathBuf]) -> Result<ShardedProperties, Error> {
    let mut files = Vec::new();
    for folder in folders {
        collect(folder, &mut files).map_err(Error::cannot("read the results of shards"))?;
    }
    let header = |path: &PathBuf| {
        let file = ShardFile::parse(regular_file::open(path).ok()?).ok()?;
        let header = file.header();
        Some((header.package.clone(), header.property.clone()))
    };
    let names: BTreeSet<_> = files.iter().filter_map(header).collect();
    if names.is_empty() {
        let folders: Vec<String> =
            folders.iter().map(|folder| folder.display().to_string()).collect();
        return Err(Error::Shards(format!(
            "there are no results of shards in {}; `cargo forall run --shard 1/8` runs the first of eight",
            folders.join(", ")
        )));
    }
    Ok(ShardedProperties { names })
}

/// Collects the files of shards. Does not follow links to folders, which may form cycles.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == SHARD_EXTENSION) {
            files.push(path);
        }
    }
    Ok(())
}
