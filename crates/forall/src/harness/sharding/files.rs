//! The files of all shards of a test.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use forall_format::shard_file::{
    OwnCampaignRecord, ShardFile, ShardHeader, ShardHeaderError, ShardTest,
};

use super::{file_name, shown};
use crate::harness::{Error, Test};
use crate::property::Erased;
use crate::source::Shard;

/// The files of the shards of one campaign.
#[derive(Debug)]
pub(in crate::harness) struct Shards {
    header: ShardHeader,
    files: BTreeMap<Shard, OpenFile>,
    /// The folders that were searched, as messages show them.
    folders: String,
}

/// The file of one shard.
#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    file: ShardFile<File>,
    /// Whether it ended.
    has_ended: bool,
}

impl Shards {
    /// Opens the files of `test` in the folders of shards that are in `folders`, at any depth.
    pub(super) fn find(test: &Test, folders: &[PathBuf]) -> Result<Shards, Error> {
        let shown_folders: Vec<String> = folders.iter().map(|folder| shown(folder)).collect();
        let shown_folders = shown_folders.join(", ");
        let mut found = Vec::new();
        folders.iter().for_each(|folder| collect(folder, Path::new(&file_name(test)), &mut found));
        found.sort();
        let mut files = BTreeMap::new();
        for path in found {
            let Some(open) = OpenFile::open(path)? else { continue };
            let shard = open.file.header().shard;
            // Of several files of a shard, the last one that is complete counts.
            let is_better = match files.get(&shard) {
                Some(_) => OpenFile::open(open.path.clone())?.is_some_and(OpenFile::completes),
                None => true,
            };
            if is_better {
                files.insert(shard, open);
            }
        }
        let Some(first) = files.values().next() else {
            return Err(Error(format!("no shard of `{}` is in {shown_folders}", test.name)));
        };
        for open in files.values() {
            first.agree_with(open)?;
        }
        let header = first.file.header().clone();
        Ok(Shards { header, files, folders: shown_folders })
    }

    /// Returns the header of the first file.
    pub(super) fn header(&self) -> &ShardHeader {
        &self.header
    }

    /// Fails if the shards ran another property, which had the same name.
    pub(super) fn agree_with(&self, property: &Erased) -> Result<(), Error> {
        let formula = property.to_string();
        if self.header.formula == formula {
            return Ok(());
        }
        Err(Error(format!(
            "the shards of `{}` ran `{}`, but the property is now `{formula}`; merge them with the code that they ran, or run them again",
            self.header.property, self.header.formula
        )))
    }

    /// Returns all shards of the campaign.
    pub(super) fn all(&self) -> impl Iterator<Item = Shard> + use<> {
        let count = self.header.shard.count();
        (1..=count).filter_map(move |number| Shard::new(number, count))
    }

    /// Returns the result of test `n`. A damaged file has no more results.
    pub(super) fn test(&mut self, n: u64) -> ShardTest {
        let owner = self.header.shard.owner_of(n);
        let Some(open) = self.files.get_mut(&owner) else { return ShardTest::Missing };
        let test = open.file.test(n).unwrap_or(ShardTest::Missing);
        open.has_ended |= test == ShardTest::AfterEnd;
        test
    }

    /// Returns whether all shards ended before the tests that were requested.
    pub(super) fn have_all_ended(&self) -> bool {
        self.files.len() as u64 == self.header.shard.count()
            && self.files.values().all(|open| open.has_ended)
    }

    /// Returns the result of the campaign of each shard.
    pub(super) fn own_campaigns(&mut self) -> Result<Vec<(Shard, OwnCampaignRecord)>, Error> {
        let mut all = Vec::new();
        for shard in self.all() {
            let file = self.files.get_mut(&shard).map(|open| &mut open.file);
            let own = file.and_then(|file| file.own_campaign().ok().flatten());
            all.push((shard, own.ok_or_else(|| self.missing())?));
        }
        Ok(all)
    }

    /// Returns an error that lists the shards that are missing or have not finished.
    pub(super) fn missing(&self) -> Error {
        let without_file = self.all().filter(|shard| !self.files.contains_key(shard));
        let without_file: Vec<Shard> = without_file.collect();
        let incomplete: Vec<(Shard, &Path)> = self
            .files
            .iter()
            .filter(|(_, open)| {
                let again = OpenFile::open(open.path.clone());
                !again.is_ok_and(|again| again.is_some_and(OpenFile::completes))
            })
            .map(|(shard, open)| (*shard, &*open.path))
            .collect();
        let failed_early = self.files.values().filter(|open| {
            let again = OpenFile::open(open.path.clone());
            again.is_ok_and(|again| again.is_some_and(OpenFile::failed_before_search))
        });
        let failed_early: Vec<Shard> = failed_early.map(|open| open.file.header().shard).collect();
        let mut text = format!("`{}` cannot be merged", self.header.property);
        for shard in &without_file {
            text += &format!("\n  shard {shard} is missing in {}", self.folders);
        }
        for (shard, path) in &incomplete {
            text += &format!("\n  shard {shard} has not finished: {}", shown(path));
        }
        for shard in &failed_early {
            text += &format!(
                "\n  shard {shard} failed on an example or a saved failure that passes here: merge with the code and the \
                 regressions that it had"
            );
        }
        let first = without_file.iter().chain(incomplete.iter().map(|(shard, _)| shard)).min();
        if let Some(shard) = first {
            text +=
                &format!("\nrun them again, such as with FORALL_SHARD={shard}, and merge again");
        }
        Error(text)
    }
}

impl OpenFile {
    /// Opens the file at `path`. Returns `None` if its process crashed before it wrote the header.
    fn open(path: PathBuf) -> Result<Option<OpenFile>, Error> {
        let failed = |error: &dyn std::fmt::Display| Error(format!("{}: {error}", shown(&path)));
        let file = File::open(&path).map_err(|error| failed(&error))?;
        match ShardFile::parse(file) {
            Ok(file) => Ok(Some(OpenFile { path, file, has_ended: false })),
            Err(ShardHeaderError::Incomplete) => Ok(None),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Returns whether the shard finished, by running all its tests or with a failure.
    fn completes(mut self) -> bool {
        self.file.is_complete().unwrap_or(false)
    }

    /// Returns whether the shard failed before its search.
    fn failed_before_search(mut self) -> bool {
        self.file.has_failed_before_search().unwrap_or(false)
    }

    /// Fails if `other` is a shard of another campaign.
    fn agree_with(&self, other: &OpenFile) -> Result<(), Error> {
        let ours = self.file.header();
        let theirs = other.file.header();
        let Some((field, our, their)) = ours.difference(theirs) else { return Ok(()) };
        Err(Error(format!(
            "the shards of `{}` belong to different campaigns: {field} is {our} in {}, but {their} in {}; \
             merge only the shards of one campaign",
            ours.property,
            shown(&self.path),
            shown(&other.path)
        )))
    }
}

/// Collects the files with this name in the folders of shards. Does not follow links to folders, which may form cycles.
fn collect(folder: &Path, name: &Path, found: &mut Vec<PathBuf>) {
    let is_shard = folder.file_name().is_some_and(|name| {
        let name = name.to_string_lossy();
        name.strip_prefix("shard-").is_some_and(|rest| rest.contains("-of-"))
    });
    if is_shard {
        let path = folder.join(name);
        found.extend(path.is_file().then_some(path));
        return;
    }
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&entry.path(), name, found);
        }
    }
}
