//! Copying the inputs and failures of one property between this worker and the store.

use std::collections::HashSet;

use forall_format::ChoiceSequence;
use forall_format::corpus::CorpusFile;
use forall_format::regressions::{RegressionFile, RegressionStore};
use forall_format::state_file::StateFile;

use super::name::entry_name;
use super::{Kind, Store, StoreError, StoreFolder};

/// The files of a property on this machine, and the known entries of the store.
#[derive(Debug)]
pub(super) struct SyncedProperty {
    /// The full name.
    pub(super) name: String,
    pub(super) corpus: StateFile,
    pub(super) failures: RegressionStore,
    /// The names of entries that are both here and in the store.
    shared: HashSet<String>,
}

/// The numbers of copied entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) sent: usize,
    pub(super) received: usize,
}

impl SyncedProperty {
    pub(super) fn new(
        name: String,
        corpus: StateFile,
        failures: RegressionStore,
    ) -> SyncedProperty {
        SyncedProperty { name, corpus, failures, shared: HashSet::new() }
    }

    /// Copies what is new on either side. What was copied before an error stays copied.
    pub(super) fn sync(&mut self, store: &dyn Store) -> Result<Copied, StoreError> {
        let sent = self.send_failures(store)? + self.send_inputs(store)?;
        Ok(Copied { sent, received: self.receive_inputs(store)? })
    }

    /// Adds the failures of this worker to the store. Each is a file of its own, which anybody can replay.
    fn send_failures(&mut self, store: &dyn Store) -> Result<usize, StoreError> {
        let folder = StoreFolder::new(Kind::Failures, &self.name);
        let Ok(Some(file)) = self.failures.read() else { return Ok(0) };
        let mut sent = 0;
        for entry in file.entries().filter(|entry| entry.state.is_failing()) {
            let mut single = RegressionFile::new(&self.name);
            single.put(None, entry.clone());
            sent += usize::from(self.send(store, &folder, &single.to_string())?);
        }
        Ok(sent)
    }

    /// Adds the inputs of this worker to the store.
    fn send_inputs(&mut self, store: &dyn Store) -> Result<usize, StoreError> {
        let folder = StoreFolder::new(Kind::Corpus, &self.name);
        let mut sent = 0;
        for input in self.inputs() {
            sent += usize::from(self.send(store, &folder, &format!("{input}\n"))?);
        }
        Ok(sent)
    }

    /// Adds an entry to the store, unless it is known to be there. Returns whether it was added.
    fn send(
        &mut self,
        store: &dyn Store,
        folder: &StoreFolder,
        content: &str,
    ) -> Result<bool, StoreError> {
        let name = entry_name(content);
        if self.shared.contains(&name) {
            return Ok(false);
        }
        store.put(folder, content)?;
        Ok(self.shared.insert(name))
    }

    /// Adds inputs of other workers to the corpus of this one. A test that runs finds them there.
    fn receive_inputs(&mut self, store: &dyn Store) -> Result<usize, StoreError> {
        let folder = StoreFolder::new(Kind::Corpus, &self.name);
        let mut received = Vec::new();
        for name in store.list(&folder)? {
            if self.shared.contains(&name) {
                continue;
            }
            let content = store.get(&folder, &name)?;
            // Whatever another program has put there is not received again.
            self.shared.insert(name);
            received.extend(content.trim().parse::<ChoiceSequence>());
        }
        if !received.is_empty() {
            let local = |error: &dyn std::fmt::Display| StoreError(error.to_string());
            let lock = self.corpus.lock().map_err(|error| local(&error))?;
            CorpusFile::append(&lock, &self.name, &received).map_err(|error| local(&error))?;
        }
        Ok(received.len())
    }

    /// Returns the inputs in the corpus of this worker. A file that cannot be read has none; the test reports it.
    fn inputs(&self) -> Vec<String> {
        let Ok(Some(bytes)) = self.corpus.read() else { return Vec::new() };
        CorpusFile::parse(&bytes).map(|corpus| corpus.inputs().to_vec()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use forall_format::ChoiceValue;
    use forall_format::regressions::{RegressionEntry, RegressionState};
    use forall_format::state_file::StateKind;
    use forall_format::state_path::PropertyName;

    use super::super::directory::Directory;
    use super::*;

    fn worker(folder: &Path) -> SyncedProperty {
        let property = PropertyName { module: "words", name: "starts" };
        SyncedProperty::new(
            property.full_name(),
            StateFile::new(StateKind::Corpus, folder.join("corpus"), property),
            RegressionStore::new(folder.join("failures"), property),
        )
    }

    fn input(number: i128) -> ChoiceSequence {
        ChoiceSequence(vec![ChoiceValue::Integer(number)])
    }

    fn add(worker: &SyncedProperty, number: i128) {
        let lock = worker.corpus.lock().expect("tests may write there");
        CorpusFile::append(&lock, &worker.name, &[input(number)]).expect("tests may write there");
    }

    #[test]
    fn workers_exchange_inputs_and_failures() {
        let root = tempfile::tempdir().expect("tests may write there");
        let path = |name: &str| {
            let path = root.path().join(name);
            std::fs::create_dir(&path).expect("it is new");
            path
        };
        let store = Directory::new(path("store"));
        let mut one = worker(&path("one"));
        let mut two = worker(&path("two"));
        (0..5).for_each(|number| add(&one, number));
        (3..9).for_each(|number| add(&two, number));
        let failure = RegressionEntry::new(RegressionState::Fails, input(7), [("x", "7")]);
        one.failures.save(None, failure).expect("tests may write there");

        assert_eq!(one.sync(&store), Ok(Copied { sent: 6, received: 0 }));
        assert_eq!(two.sync(&store), Ok(Copied { sent: 6, received: 3 }));
        assert_eq!(one.sync(&store), Ok(Copied { sent: 0, received: 4 }));
        assert_eq!(two.sync(&store), Ok(Copied::default()));
        let inputs = |worker: &SyncedProperty| worker.inputs().into_iter().collect::<HashSet<_>>();
        assert_eq!(inputs(&one), inputs(&two));
        assert_eq!(inputs(&one).len(), 9);

        let failures = super::super::failures(&store, "words::starts").expect("it can be read");
        let [failure] = &failures[..] else { panic!("there is one: {failures:?}") };
        let file = RegressionFile::parse(failure.as_bytes()).expect("it is a file of failures");
        assert_eq!(file.summary(), "1 fails");
    }

    #[test]
    fn a_worker_without_its_store_catches_up() {
        let root = tempfile::tempdir().expect("tests may write there");
        let mount = root.path().join("mount");
        let store = Directory::new(&mount);
        let mut worker = worker(&root.path().join("worker"));
        (0..5).for_each(|number| add(&worker, number));
        assert!(worker.sync(&store).is_err());
        std::fs::create_dir(&mount).expect("it is new");
        add(&worker, 5);
        assert_eq!(worker.sync(&store), Ok(Copied { sent: 6, received: 0 }));
    }
}
