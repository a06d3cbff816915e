//! Campaigns on several machines: a process that runs one shard of them, or merges the results of all.

mod files;
mod log;
mod merging;
mod own_campaign;
mod records;
mod running;

use std::path::{Path, PathBuf};
use std::{env, fs};

use forall_format::shard::ShardSetting;
use forall_format::shard_file::{SHARD_EXTENSION, ShardHeader};
use forall_format::state_path::RESULTS_FOLDER;
use forall_format::variable::MERGE;

use self::files::Shards;
use self::log::LogFile;
pub(super) use self::running::Campaign;
use super::regressions::RegressionStore;
use super::{Error, Settings, Test, paths, runner_names};
use crate::property::Erased;
use crate::runner::Options;
use crate::source::Shard;

/// The name of a runner that is part of a test.
const OWN_RUNNER: &str = "its own";

/// The setting that names the shard of this process.
pub(super) const VARIABLE: &str = "FORALL_SHARD";

/// Which tests of a campaign this process runs.
#[derive(Debug)]
pub(super) enum Assignment {
    /// All.
    Whole,
    /// Those of a shard.
    Shard(ShardRun),
    /// Those that are missing in the results of shards.
    Merge(Box<Shards>),
}

/// A shard that this process runs.
#[derive(Debug)]
pub(super) struct ShardRun {
    shard: Shard,
    /// The folder for its results, if they are written at all.
    folder: Option<PathBuf>,
    /// The file in the folder, once it is created.
    log: Option<LogFile>,
}

impl Assignment {
    /// Returns the assignment of this process for `test`, and the settings with which it runs.
    pub(super) fn of(test: &Test, settings: &Settings) -> Result<(Assignment, Settings), Error> {
        let mut settings = settings.clone();
        if settings.replay.is_some() {
            return Ok((Assignment::Whole, settings));
        }
        if let Some(folders) = env::var_os(MERGE) {
            let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
            let shards = Shards::find(test, &folders)?;
            apply(shards.header(), &mut settings);
            return Ok((Assignment::Merge(Box::new(shards)), settings));
        }
        let Some(shard) = shard()? else { return Ok((Assignment::Whole, settings)) };
        let results = settings.results.take();
        let folder = results.as_deref().unwrap_or(RESULTS_FOLDER);
        let folder = paths::folder(folder).map(|folder| in_shard(folder, shard));
        settings.results = match (results, &folder) {
            (Some(_), Some(folder)) => Some(folder.display().to_string().into()),
            (results, _) => results,
        };
        Ok((Assignment::Shard(ShardRun { shard, folder, log: None }), settings))
    }

    /// Returns the store in which new failures are saved. Those of a shard are saved with its results: if other shards
    /// replayed them first, the shards would not run the same campaign.
    pub(super) fn failure_store(
        &self,
        test: &Test,
        usual: Option<RegressionStore>,
    ) -> Option<RegressionStore> {
        match self {
            Assignment::Shard(run) => {
                let folder = run.folder.as_ref().filter(|_| usual.is_some())?;
                Some(RegressionStore::new(folder, test.property_name()))
            }
            _ => usual,
        }
    }

    /// Returns the shard, if this process runs one.
    pub(super) fn shard(&self) -> Option<Shard> {
        match self {
            Assignment::Shard(run) => Some(run.shard),
            _ => None,
        }
    }
}

/// Returns the shard that the environment names. A campaign of one shard is an ordinary run.
pub(super) fn shard() -> Result<Option<Shard>, Error> {
    let lookup = |name: &str| env::var(name).ok().filter(|value| !value.trim().is_empty());
    let Some(text) = lookup(VARIABLE) else { return Ok(None) };
    let setting: ShardSetting =
        text.parse().map_err(|error| Error(format!("{VARIABLE}: {error}")))?;
    if let Some(path) = setting.status_file(&lookup) {
        fs::write(&path, "")
            .map_err(|error| Error(format!("{path} cannot be written: {error}")))?;
    }
    setting.resolve(&lookup).map(Some).map_err(|error| Error(error.to_string()))
}

/// Returns the folder of the shard in the folder of results. `cargo forall` passes the folder of the shard itself.
fn in_shard(folder: PathBuf, shard: Shard) -> PathBuf {
    let name = shard.folder_name();
    if folder.ends_with(&name) { folder } else { folder.join(name) }
}

/// Returns the name of the file of `test` in the folder of a shard.
fn file_name(test: &Test) -> String {
    test.property_name().file_name_in_package(test.package, SHARD_EXTENSION)
}

/// Returns the header of the file of a shard.
fn header(
    test: &Test,
    property: &Erased,
    settings: &Settings,
    options: &Options,
    shard: Shard,
    has_own_runner: bool,
) -> ShardHeader {
    let runner = match settings.runner.as_deref() {
        _ if has_own_runner => OWN_RUNNER,
        Some(name) => name,
        None => runner_names::DEFAULT_RUNNER,
    };
    ShardHeader {
        package: test.package.map(str::to_owned),
        property: test.property_name().full_name(),
        formula: property.to_string(),
        shard,
        runner: runner.to_owned(),
        seed: options.seed,
        tests: options.tests,
        max_discard_ratio: options.max_discard_ratio,
        is_timed: options.max_time.is_some(),
        size: settings.size,
        themes: options.themes,
    }
}

/// Sets the settings that determine the tests of a campaign.
fn apply(header: &ShardHeader, settings: &mut Settings) {
    settings.seed = Some(header.seed);
    settings.tests = Some(header.tests);
    settings.max_discard_ratio = Some(header.max_discard_ratio);
    settings.max_time = None;
    settings.size = header.size;
    settings.themes = Some(header.themes);
    settings.runner = Some(header.runner.clone().into()).filter(|runner| runner != OWN_RUNNER);
}

/// Returns the path of a folder as messages show it.
fn shown(path: &Path) -> String {
    paths::shown(path)
}
