//! What each worker of a store publishes about itself: how far its search of a property is.
//!
//! Entries are as immutable as any other. A worker adds a new one, and then removes its last one. So a worker that is killed
//! leaves at most two, and the later one counts. Those without a sign of life for an hour are removed by any worker that
//! begins.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process;
use std::time::{Duration, SystemTime};

use forall_format::json::JsonObject;
use serde_json::Value;

use super::{Entry, EntryName, Store, StoreError, StoreFolder};
use crate::results::Run;

/// How often a worker publishes.
pub(super) const INTERVAL: Duration = Duration::from_secs(10);
/// The time without a sign of life after which a worker counts as lost.
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// The time without a sign of life after which an entry is removed.
const MAX_AGE: Duration = Duration::from_secs(60 * 60);

/// What a worker has published about a property.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Sighting {
    /// The name of the worker.
    pub(super) worker: String,
    /// The time, in seconds since the Unix epoch, by the clock of the worker.
    at: u64,
    /// The state of its run.
    pub(super) run: Run,
}

impl Sighting {
    fn to_text(&self) -> String {
        let line = JsonObject::new().field("type", &"worker");
        let line = line.field("name", &self.worker).field("at", &self.at).finish();
        format!("{line}\n{}", self.run.state_lines())
    }

    fn parse(text: &str) -> Option<Sighting> {
        let line: Value = serde_json::from_str(text.lines().next()?).ok()?;
        let worker = line.get("name")?.as_str()?.to_owned();
        Some(Sighting { worker, at: line.get("at")?.as_u64()?, run: Run::parse(text)? })
    }

    /// Returns the time since then. Clocks may differ.
    pub(super) fn age(&self) -> Duration {
        Duration::from_secs(now().saturating_sub(self.at))
    }

    /// Returns the run as a page shows it.
    fn into_run(self) -> Run {
        let is_lost = self.age() > MAX_SILENCE;
        let run = self.run.of_worker(&self.worker);
        if is_lost { run.into_finished() } else { run }
    }
}

/// Returns the last sighting of each worker of a property.
pub(super) fn sightings(
    store: &dyn Store,
    folder: &StoreFolder,
) -> Result<Vec<Sighting>, StoreError> {
    Ok(last_of_each(entries(store, folder)?.into_iter().map(|(_, sighting)| sighting)))
}

/// Returns all entries, except damaged ones and those that are removed in the meantime.
fn entries(
    store: &dyn Store,
    folder: &StoreFolder,
) -> Result<Vec<(EntryName, Sighting)>, StoreError> {
    let names = store.list(folder)?;
    let entries = super::read(store, folder, &names)?;
    let parsed = names.into_iter().zip(entries).filter_map(|(name, entry)| match entry {
        Entry::Content(text) => Some((name, Sighting::parse(&text)?)),
        Entry::Unusable(_) => None,
    });
    Ok(parsed.collect())
}

fn last_of_each(sightings: impl Iterator<Item = Sighting>) -> Vec<Sighting> {
    let mut last: BTreeMap<String, Sighting> = BTreeMap::new();
    for sighting in sightings {
        if last.get(&sighting.worker).is_none_or(|known| known.at <= sighting.at) {
            last.insert(sighting.worker.clone(), sighting);
        }
    }
    last.into_values().collect()
}

/// What this worker publishes about one property.
#[derive(Debug)]
pub(super) struct Activity {
    worker: String,
    folder: StoreFolder,
    /// The file with the results of the property.
    results: PathBuf,
    /// When the worker began. Results of earlier runs are not published.
    began: u64,
    /// What was published last, and where.
    last: Option<(Run, EntryName)>,
    /// Whether the entries of lost workers are removed.
    is_tidy: bool,
}

impl Activity {
    pub(super) fn new(folder: StoreFolder, results: PathBuf) -> Activity {
        let worker = worker_name();
        Activity { worker, folder, results, began: now(), last: None, is_tidy: false }
    }

    /// Publishes the state of the run, if it has changed.
    pub(super) fn publish(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        if !self.is_tidy {
            self.remove_old(store)?;
            self.is_tidy = true;
        }
        let run = Run::read(&self.results).ok().flatten();
        let is_own = |run: &Run| run.began_at().is_some_and(|at| at >= self.began);
        let is_new = |run: &Run| self.last.as_ref().is_none_or(|(last, _)| last != run);
        let Some(run) = run.filter(|run| is_own(run) && is_new(run)) else { return Ok(()) };
        let sighting = Sighting { worker: self.worker.clone(), at: now(), run };
        let name = store.put(&self.folder, sighting.to_text().as_bytes())?;
        let before = self.last.replace((sighting.run, name.clone()));
        match before {
            Some((_, before)) if before != name => store.remove(&self.folder, &before),
            _ => Ok(()),
        }
    }

    /// Returns the runs of other workers.
    pub(super) fn others(&self, store: &dyn Store) -> Result<Vec<Run>, StoreError> {
        let mut sightings = sightings(store, &self.folder)?;
        sightings.retain(|sighting| sighting.worker != self.worker);
        Ok(sightings.into_iter().map(Sighting::into_run).collect())
    }

    /// Removes what workers published long ago.
    fn remove_old(&self, store: &dyn Store) -> Result<(), StoreError> {
        let mut old = entries(store, &self.folder)?;
        old.retain(|(_, sighting)| sighting.age() > MAX_AGE);
        old.iter().try_for_each(|(name, _)| store.remove(&self.folder, name))
    }
}

/// Returns the name of this process among the workers: its machine and its number.
fn worker_name() -> String {
    #[cfg(unix)]
    let machine = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let machine = std::env::var("COMPUTERNAME").unwrap_or_else(|_| "worker".to_owned());
    format!("{machine}-{}", process::id())
}

/// Returns the time in seconds since the Unix epoch.
fn now() -> u64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default().as_secs()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use forall_format::state_path::PropertyName;

    use super::super::Kind;
    use super::super::directory::Directory;
    use super::*;

    fn folder() -> StoreFolder {
        let property = PropertyName { module: "words", name: "starts" };
        StoreFolder::new(Kind::Workers, "dictionary", property)
    }

    /// Returns the lines of a run that has passed these numbers of tests, one after the other.
    fn lines(at: u64, passed: &[u64]) -> String {
        let progress = |passed: &u64| {
            format!(
                "{{\"type\":\"progress\",\"seconds\":1.0,\"size\":1,\"tally\":{{\"passed\":{passed},\"discarded\":0,\"rejected\":0}}}}\n"
            )
        };
        let begin = format!(
            "{{\"type\":\"begin\",\"property\":\"words::starts\",\"path\":\"starts\",\"place\":\"a.rs:1\",\"formula\":\"\",\
             \"runner\":\"fuzz\",\"seed\":\"0x1\",\"at\":{at}}}\n"
        );
        begin + &passed.iter().map(progress).collect::<String>()
    }

    fn sighting(worker: &str, at: u64, passed: &[u64]) -> Sighting {
        let run = Run::parse(&lines(at, passed)).expect("it has lines");
        Sighting { worker: worker.to_owned(), at, run }
    }

    #[test]
    fn a_worker_replaces_what_it_has_published() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let results = root.path().join("results");
        let mut one = Activity::new(folder(), results.clone());
        fs::write(&results, lines(one.began - 1, &[7])).expect("tests may write there");
        one.publish(&store).expect("the store is there");
        assert_eq!(sightings(&store, &folder()), Ok(Vec::new()), "the run is an earlier one");
        for passed in [&[1][..], &[1, 2], &[1, 2]] {
            fs::write(&results, lines(one.began, passed)).expect("tests may write there");
            one.publish(&store).expect("the store is there");
        }
        assert_eq!(store.list(&folder()).map(|names| names.len()), Ok(1));
        let seen = sightings(&store, &folder()).expect("the store is there");
        assert_eq!(seen.len(), 1);
        assert_eq!(seen[0].run, sighting("", one.began, &[2]).run, "the last progress is enough");
        assert_eq!(one.others(&store), Ok(Vec::new()));
        let mut two = Activity::new(folder(), results);
        two.worker += "-2";
        let others = two.others(&store).expect("the store is there");
        assert_eq!(others, [seen[0].run.clone().of_worker(&one.worker)]);
    }

    #[test]
    fn workers_that_are_lost_are_shown_and_later_removed() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let put = |sighting: &Sighting| {
            store.put(&folder(), sighting.to_text().as_bytes()).expect("tests may write there")
        };
        let [lost, gone] = [MAX_SILENCE, MAX_AGE].map(|age| now() - age.as_secs() - 5);
        put(&sighting("lost", lost - 1, &[1]));
        let lost = sighting("lost", lost, &[2]);
        put(&lost);
        put(&sighting("gone", gone, &[3]));
        store.put(&folder(), b"damaged").expect("tests may write there");
        let mut worker = Activity::new(folder(), root.path().join("none"));
        worker.publish(&store).expect("the store is there");
        assert_eq!(sightings(&store, &folder()), Ok(vec![lost.clone()]));
        let shown = lost.run.of_worker("lost").into_finished();
        assert_eq!(worker.others(&store), Ok(vec![shown]));
    }
}
