//! The thread of a worker that copies inputs and failures while tests run.

use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use forall_format::state_file::{StateFile, StateKind};
use forall_format::state_path::LINES_EXTENSION;

use super::activity::{self, Activity};
use super::sync::{Copied, SyncedProperty};
use super::{Kind, Store, StoreError, StoreFolder};
use crate::dashboard::OtherWorkers;
use crate::harness::DiscoveredTest;
use crate::output;

/// How often to copy while there is something to copy. Tests look for new inputs about as often.
const SHORTEST_WAIT: Duration = Duration::from_millis(500);
/// How often to ask a store that is paid for each request, if nothing was copied for some time.
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// A thread that copies the inputs and failures of properties until it is finished.
#[derive(Debug)]
pub(crate) struct StoreThread {
    /// Closed to end the thread.
    open: Sender<()>,
    thread: JoinHandle<Summary>,
}

/// Where the files of the tests are, relative to their packages, and where other workers are shown.
#[derive(Debug)]
pub(crate) struct WorkerFiles<'f> {
    pub(crate) corpus: &'f str,
    pub(crate) results: &'f str,
    pub(crate) others: Option<OtherWorkers>,
}

/// The activity of this worker and of others.
#[derive(Debug)]
struct Activities {
    own: Vec<Activity>,
    others: Option<OtherWorkers>,
    /// When this worker has published last.
    published: Option<Instant>,
}

/// What the thread did.
#[derive(Debug, Default)]
struct Summary {
    copied: Copied,
    /// Why the last attempt failed.
    error: Option<StoreError>,
}

impl StoreThread {
    /// Starts copying between `store` and the files of these tests. If the store cannot be used now, tries again later.
    pub(crate) fn start(
        store: Box<dyn Store>,
        tests: &[DiscoveredTest<'_>],
        files: WorkerFiles<'_>,
    ) -> StoreThread {
        let mut properties: Vec<SyncedProperty> =
            tests.iter().filter_map(|test| synced(test, files.corpus)).collect();
        let own = tests.iter().filter_map(|test| active(test, files.results)).collect();
        let mut activities = Activities { own, others: files.others, published: None };
        let mut summary = Summary::default();
        summary.sync_and_report(&mut properties, &*store);
        let (open, closed) = mpsc::channel::<()>();
        let thread = thread::spawn(move || {
            let mut wait = SHORTEST_WAIT;
            while closed.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                let before = summary.copied.total();
                summary.sync_and_report(&mut properties, &*store);
                summary.exchange(&mut activities, &*store);
                wait = next_wait(wait, store.is_paid() && summary.copied.total() == before);
            }
            summary.sync(&mut properties, &*store);
            activities.published = None;
            summary.exchange(&mut activities, &*store);
            summary
        });
        StoreThread { open, thread }
    }

    /// Copies a last time, and returns a note about what was copied.
    pub(crate) fn finish(self) -> String {
        drop(self.open);
        let Summary { copied, error } = self.thread.join().unwrap_or_default();
        let Copied { sent, received, .. } = copied;
        match error {
            None => format!("store: {sent} sent, {received} received"),
            Some(error) => format!(
                "store: {error}; entries that it does not have stay here, and the next run with this store copies them"
            ),
        }
    }
}

impl Summary {
    /// Copies what is new for all properties, until the first error. Prints which entries could not be copied.
    fn sync(&mut self, properties: &mut [SyncedProperty], store: &dyn Store) {
        let copied = |property: &mut SyncedProperty| property.sync(store, &mut self.copied);
        self.error = properties.iter_mut().try_for_each(copied).err();
        for note in self.copied.notes.drain(..) {
            // The search goes on even if the output is closed.
            let _ = output::print_error_line(format_args!("store: {note}"));
        }
    }

    /// Publishes the activity of this worker and shows that of others, if the store is there and it is time.
    fn exchange(&mut self, activities: &mut Activities, store: &dyn Store) {
        let is_recent = |at: Instant| at.elapsed() < activity::INTERVAL;
        if self.error.is_none() && !activities.published.is_some_and(is_recent) {
            activities.published = Some(Instant::now());
            self.error = activities.exchange(store).err();
        }
    }

    /// Copies, and prints when the store is lost or found again.
    fn sync_and_report(&mut self, properties: &mut [SyncedProperty], store: &dyn Store) {
        let was_lost = self.error.is_some();
        self.sync(properties, store);
        let note = match &self.error {
            Some(error) if !was_lost => format!("store: {error}; the search goes on without it"),
            None if was_lost => "store: available again".to_owned(),
            _ => return,
        };
        // The search goes on even if the output is closed.
        let _ = output::print_error_line(note);
    }
}

impl Activities {
    fn exchange(&mut self, store: &dyn Store) -> Result<(), StoreError> {
        self.own.iter_mut().try_for_each(|activity| activity.publish(store))?;
        if let Some(others) = &self.others {
            let mut runs = Vec::new();
            for activity in &self.own {
                runs.extend(activity.others(store)?);
            }
            others.show(runs);
        }
        Ok(())
    }
}

/// Returns the time until the next copy, after one that came after this time.
fn next_wait(last: Duration, is_wasteful: bool) -> Duration {
    if is_wasteful { (last * 5 / 4).min(LONGEST_WAIT) } else { SHORTEST_WAIT }
}

/// Returns the files of a test, if it is a property.
fn synced(test: &DiscoveredTest<'_>, corpus: &str) -> Option<SyncedProperty> {
    let name = test.property.as_ref()?.name();
    let folder = test.package_folder().join(corpus);
    let corpus = StateFile::new(StateKind::Corpus, folder, name);
    Some(SyncedProperty::new(test.package(), name, corpus, test.regressions()?))
}

/// Returns what this worker publishes about a test, if it is a property.
fn active(test: &DiscoveredTest<'_>, results: &str) -> Option<Activity> {
    let name = test.property.as_ref()?.name();
    let folder = StoreFolder::new(Kind::Workers, test.package(), name);
    Some(Activity::new(folder, test.file(results, LINES_EXTENSION)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_paid_store_is_asked_less_often_while_nothing_is_copied() {
        let mut wait = SHORTEST_WAIT;
        for _ in 0..20 {
            wait = next_wait(wait, true);
        }
        assert_eq!(wait, LONGEST_WAIT);
        assert_eq!(next_wait(wait, false), SHORTEST_WAIT);
    }
}
