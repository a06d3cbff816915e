//! Copying the inputs and failures of one property between this worker and the store.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

use forall_format::ChoiceSequence;
use forall_format::corpus::{CorpusFile, MAX_CORPUS_BYTES};
use forall_format::regressions::{RegressionFile, RegressionStore};
use forall_format::state_file::StateFile;
use forall_format::state_path::PropertyName;

use super::{Entry, EntryName, Kind, Store, StoreError, StoreFolder};

/// The end of the name of the file with the names of the entries that were received, which is beside the corpus.
const RECEIVED: &str = ".received";

/// The number of entries that are read before they are saved.
const ENTRIES_PER_READ: usize = 64;

/// The files of a property on this machine, and the known entries of the store.
#[derive(Debug)]
pub(super) struct SyncedProperty {
    /// The full name.
    name: String,
    corpus: StateFile,
    failures: RegressionStore,
    /// Their places in the store.
    corpus_folder: StoreFolder,
    failures_folder: StoreFolder,
    /// The names of inputs that need not be copied.
    shared: HashSet<EntryName>,
    /// The length and the time of the corpus when all its inputs were in the store.
    sent_corpus: Option<(u64, SystemTime)>,
    /// The failures that this worker has added, and that shrinking has not replaced yet.
    sent_failures: Vec<EntryName>,
    /// The number of failures at the last copy.
    failure_count: usize,
    /// Whether the corpus has no room for more inputs.
    is_full: bool,
}

/// What was copied.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Copied {
    pub(super) sent: usize,
    pub(super) received: usize,
    /// Messages about entries that could not be copied.
    pub(super) notes: Vec<String>,
}

impl Copied {
    /// Returns the number of entries that were sent or received.
    pub(super) fn total(&self) -> usize {
        self.sent + self.received
    }
}

impl SyncedProperty {
    pub(super) fn new(
        package: &str,
        name: PropertyName<'_>,
        corpus: StateFile,
        failures: RegressionStore,
    ) -> SyncedProperty {
        let mut property = SyncedProperty {
            name: name.full_name(),
            corpus,
            failures,
            corpus_folder: StoreFolder::new(Kind::Corpus, package, name),
            failures_folder: StoreFolder::new(Kind::Failures, package, name),
            shared: HashSet::new(),
            sent_corpus: None,
            sent_failures: Vec::new(),
            failure_count: 0,
            is_full: false,
        };
        property.shared = property.received_before();
        property
    }

    /// Copies what is new on either side. What was copied before an error stays copied.
    pub(super) fn sync(
        &mut self,
        store: &dyn Store,
        copied: &mut Copied,
    ) -> Result<(), StoreError> {
        self.send_failures(store, copied)?;
        let there = store.list(&self.corpus_folder)?;
        self.send_inputs(store, &there, copied)?;
        self.receive_inputs(store, there, copied)
    }
}

/// Failures.
impl SyncedProperty {
    /// Adds the failures of this worker to the store. Each is a file of its own, which anybody can replay.
    fn send_failures(&mut self, store: &dyn Store, copied: &mut Copied) -> Result<(), StoreError> {
        let Ok(Some(file)) = self.failures.read() else { return Ok(()) };
        let mut current = Vec::new();
        for entry in file.entries().filter(|entry| entry.state.is_failing()) {
            let mut single = RegressionFile::new(&self.name);
            single.put(None, entry.clone());
            let content = single.to_string();
            let name = EntryName::of(content.as_bytes());
            if !self.sent_failures.contains(&name) {
                store.put(&self.failures_folder, content.as_bytes())?;
                self.sent_failures.push(name.clone());
                copied.sent += 1;
            }
            current.push(name);
        }
        // If there are fewer failures than before, a user has marked or deleted one. It stays in the store.
        if current.len() >= self.failure_count {
            self.remove_steps(store, &current)?;
        }
        self.failure_count = current.len();
        Ok(())
    }

    /// Removes the failures that shrinking has replaced since they were added.
    fn remove_steps(&mut self, store: &dyn Store, current: &[EntryName]) -> Result<(), StoreError> {
        let is_step = |name: &EntryName| !current.contains(name);
        while let Some(at) = self.sent_failures.iter().position(is_step) {
            store.remove(&self.failures_folder, &self.sent_failures[at])?;
            self.sent_failures.swap_remove(at);
        }
        Ok(())
    }
}

/// Inputs.
impl SyncedProperty {
    /// Adds the inputs of this worker that are not `there` to the store, if there may be new ones.
    fn send_inputs(
        &mut self,
        store: &dyn Store,
        there: &[EntryName],
        copied: &mut Copied,
    ) -> Result<(), StoreError> {
        let state = self.corpus_state();
        if state.is_none() || state == self.sent_corpus {
            return Ok(());
        }
        let mut contents: Vec<Vec<u8>> =
            self.inputs().iter().map(|input| format!("{input}\n").into_bytes()).collect();
        contents.retain(|content| {
            let name = EntryName::of(content);
            let is_new = !self.shared.contains(&name);
            let is_there = there.binary_search(&name).is_ok();
            if is_new && is_there {
                self.shared.insert(name);
            }
            is_new && !is_there
        });
        store.put_all(&self.corpus_folder, &contents)?;
        copied.sent += contents.len();
        self.shared.extend(contents.iter().map(|content| EntryName::of(content)));
        self.sent_corpus = state;
        Ok(())
    }

    /// Adds inputs of other workers, which are `there`, to the corpus of this one. A test that runs finds them there.
    fn receive_inputs(
        &mut self,
        store: &dyn Store,
        there: Vec<EntryName>,
        copied: &mut Copied,
    ) -> Result<(), StoreError> {
        let names: Vec<EntryName> =
            there.into_iter().filter(|name| !self.shared.contains(name)).collect();
        for names in names.chunks(ENTRIES_PER_READ) {
            let is_full = self.is_full();
            if is_full && !self.is_full {
                copied.notes.push(format!(
                    "the corpus of {} is full: no more inputs of other workers are received",
                    self.name
                ));
            }
            self.is_full = is_full;
            if is_full {
                break;
            }
            let mut received = Received::default();
            for (name, entry) in names.iter().zip(super::read(store, &self.corpus_folder, names)?) {
                match entry {
                    Entry::Content(text) => received.add(name.clone(), &text),
                    Entry::Unusable(reason) => {
                        copied.notes.push(reason);
                        self.shared.insert(name.clone());
                    }
                }
            }
            let count = received.inputs.len();
            self.save(received).map_err(|error| StoreError::new(error.to_string()))?;
            copied.received += count;
        }
        Ok(())
    }

    /// Returns whether the corpus has no room for more inputs.
    fn is_full(&self) -> bool {
        let length = fs::metadata(self.corpus.path()).map_or(0, |file| file.len());
        length >= MAX_CORPUS_BYTES as u64
    }

    /// Adds inputs to the corpus, and remembers that they were received.
    fn save(&mut self, received: Received) -> Result<(), Box<dyn std::error::Error>> {
        if received.names.is_empty() {
            return Ok(());
        }
        let lock = self.corpus.lock()?;
        // The store keeps them, so a run that finds them useless may remove them here.
        CorpusFile::begin(&lock, &self.name, &[])?;
        CorpusFile::append(&lock, &self.name, &received.inputs)?;
        let mut file = File::options().create(true).append(true).open(self.received_file())?;
        let lines: Vec<String> = received.names.iter().map(|name| format!("{name}\n")).collect();
        file.write_all(lines.concat().as_bytes())?;
        self.shared.extend(received.names);
        Ok(())
    }

    /// Returns the names of the inputs that earlier runs received. They are in the corpus, or a run has found that they
    /// reach nothing new. Without a corpus, all inputs are received again.
    fn received_before(&self) -> HashSet<EntryName> {
        if self.corpus_state().is_none() {
            let _ = fs::remove_file(self.received_file());
        }
        let names = fs::read_to_string(self.received_file()).unwrap_or_default();
        names.lines().filter_map(EntryName::parse).collect()
    }

    fn received_file(&self) -> PathBuf {
        let mut path = self.corpus.path().as_os_str().to_owned();
        path.push(RECEIVED);
        path.into()
    }

    /// Returns the length of the corpus and the time when it changed, if there is one.
    fn corpus_state(&self) -> Option<(u64, SystemTime)> {
        let file = fs::metadata(self.corpus.path()).ok()?;
        Some((file.len(), file.modified().ok()?))
    }

    /// Returns the inputs in the corpus of this worker. A file that cannot be read has none; the test reports it.
    fn inputs(&self) -> Vec<String> {
        let Ok(Some(bytes)) = self.corpus.read() else { return Vec::new() };
        CorpusFile::parse(&bytes).map(|corpus| corpus.inputs().to_vec()).unwrap_or_default()
    }
}

/// Inputs of other workers that are not saved yet.
#[derive(Debug, Default)]
struct Received {
    names: Vec<EntryName>,
    inputs: Vec<ChoiceSequence>,
}

impl Received {
    /// Adds an entry. What another program has put there is no input, and is not received again.
    fn add(&mut self, name: EntryName, text: &str) {
        self.inputs.extend(text.trim().parse::<ChoiceSequence>());
        self.names.push(name);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use forall_format::ChoiceValue;
    use forall_format::regressions::{RegressionEntry, RegressionState};
    use forall_format::state_file::StateKind;

    use super::super::directory::Directory;
    use super::*;

    fn worker(folder: &Path) -> SyncedProperty {
        let property = PropertyName { module: "words", name: "starts" };
        SyncedProperty::new(
            "dictionary",
            property,
            StateFile::new(StateKind::Corpus, folder.join("corpus"), property),
            RegressionStore::new(folder.join("failures"), property),
        )
    }

    /// Copies once. Returns the numbers of entries that were sent and received.
    fn sync(worker: &mut SyncedProperty, store: &Directory) -> Result<(usize, usize), StoreError> {
        let mut copied = Copied::default();
        worker.sync(store, &mut copied)?;
        Ok((copied.sent, copied.received))
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

        assert_eq!(sync(&mut one, &store), Ok((6, 0)));
        assert_eq!(sync(&mut two, &store), Ok((4, 3)), "the store has two of the six");
        assert_eq!(sync(&mut one, &store), Ok((0, 4)));
        assert_eq!(sync(&mut two, &store), Ok((0, 0)));
        let inputs = |worker: &SyncedProperty| worker.inputs().into_iter().collect::<HashSet<_>>();
        assert_eq!(inputs(&one), inputs(&two));
        assert_eq!(inputs(&one).len(), 9);

        let (failures, unusable) =
            super::super::failures(&store, &one.failures_folder).expect("it can be read");
        assert_eq!(failures.iter().map(RegressionFile::summary).collect::<Vec<_>>(), ["1 fails"]);
        assert!(unusable.is_empty(), "{unusable:?}");
    }

    #[test]
    fn inputs_are_received_once() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let folder = root.path().join("worker");
        for number in 0..5 {
            let content = format!("{}\n", input(number));
            let folder = worker(&folder).corpus_folder;
            store.put(&folder, content.as_bytes()).expect("tests may write there");
        }
        assert_eq!(sync(&mut worker(&folder), &store), Ok((0, 5)));
        let one = worker(&folder);
        let lock = one.corpus.lock().expect("tests may write there");
        lock.replace("forall-corpus 1\n").expect("tests may write there");
        drop(lock);
        assert_eq!(sync(&mut worker(&folder), &store), Ok((0, 0)), "a run found them useless");
        std::fs::remove_file(one.corpus.path()).expect("it exists");
        assert_eq!(sync(&mut worker(&folder), &store), Ok((0, 5)), "there is no corpus");
    }

    #[test]
    fn a_full_corpus_receives_nothing() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let mut one = worker(&root.path().join("one"));
        let content = format!("{}\n", input(1));
        store.put(&one.corpus_folder, content.as_bytes()).expect("tests may write there");
        let full = format!("forall-corpus 1\n{}", format!("# {}\n", "x".repeat(997)).repeat(4_200));
        let lock = one.corpus.lock().expect("tests may write there");
        lock.replace(&full).expect("tests may write there");
        drop(lock);
        let mut copied = Copied::default();
        (0..2).for_each(|_| one.sync(&store, &mut copied).expect("the store is there"));
        let note =
            "the corpus of words::starts is full: no more inputs of other workers are received";
        assert_eq!(copied, Copied { notes: vec![note.to_owned()], ..Copied::default() });
    }

    #[test]
    fn strange_entries_are_reported_once_and_skipped() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path().join("store"));
        let inside = root.path().join("store/corpus/dictionary/words/starts");
        std::fs::create_dir_all(&inside).expect("it is new");
        let mut one = worker(&root.path().join("one"));
        for (name, content) in [(".DS_Store", "x"), (&"0".repeat(32), "t.ebe146\n")] {
            std::fs::write(inside.join(name), content).expect("tests may write there");
        }
        std::fs::create_dir(inside.join("f".repeat(32))).expect("it is new");
        let text = store.put(&one.corpus_folder, b"\xff\n").expect("tests may write there");
        store.put(&one.corpus_folder, b"t.ebe146\n").expect("tests may write there");
        let mut copied = Copied::default();
        (0..2).for_each(|_| one.sync(&store, &mut copied).expect("the store is there"));
        let notes = copied.notes.join("\n");
        assert_eq!((copied.received, copied.notes.len()), (1, 3), "{notes}");
        assert!(notes.contains(&format!("starts/{text} is not text")), "{notes}");
        assert!(notes.contains("starts/00000000000000000000000000000000 is damaged"), "{notes}");
        assert!(notes.contains("ffff cannot be read: "), "{notes}");
    }

    #[test]
    fn the_steps_of_shrinking_are_replaced() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let mut one = worker(&root.path().join("one"));
        let save = |worker: &SyncedProperty, old: Option<i128>, new: i128| {
            let entry = RegressionEntry::new(RegressionState::Fails, input(new), []);
            worker.failures.save(old.map(input).as_ref(), entry).expect("tests may write there");
        };
        let stored = |worker: &SyncedProperty| {
            let (files, _) =
                super::super::failures(&store, &worker.failures_folder).expect("it is there");
            let entries = files.iter().flat_map(RegressionFile::entries);
            entries.map(|entry| entry.choices.clone()).collect::<HashSet<_>>()
        };
        save(&one, None, 100);
        save(&one, None, 7);
        assert_eq!(sync(&mut one, &store), Ok((2, 0)));
        save(&one, Some(100), 50);
        assert_eq!(sync(&mut one, &store), Ok((1, 0)));
        assert_eq!(stored(&one), HashSet::from([input(7), input(50)]));
        one.failures.mark(&input(7), RegressionState::Fixed).expect("tests may write there");
        assert_eq!(sync(&mut one, &store), Ok((0, 0)));
        assert_eq!(stored(&one).len(), 2, "it may fail in the builds of others");
    }

    #[test]
    fn a_worker_without_its_store_catches_up() {
        let root = tempfile::tempdir().expect("tests may write there");
        let mount = root.path().join("mount");
        let store = Directory::new(&mount);
        let mut worker = worker(&root.path().join("worker"));
        (0..5).for_each(|number| add(&worker, number));
        assert!(sync(&mut worker, &store).is_err());
        std::fs::create_dir(&mount).expect("it is new");
        add(&worker, 5);
        assert_eq!(sync(&mut worker, &store), Ok((6, 0)));
    }
}
