//! A folder as a store: on this machine, on a network share, or a mounted bucket.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};

use forall_format::regular_file;

use super::{EntryName, Store, StoreError, StoreFolder};

/// The extension of a file that is being written. A worker that is killed leaves it, and nothing reads it.
const UNFINISHED: &str = "new";

/// The size of the largest entry. A worker saves no input that is nearly as long.
const MAX_ENTRY_BYTES: u64 = 16 << 20;

/// A folder in which each entry is a file.
#[derive(Debug)]
pub(super) struct Directory {
    root: PathBuf,
}

impl Directory {
    pub(super) fn new(root: impl Into<PathBuf>) -> Directory {
        Directory { root: root.into() }
    }

    fn folder(&self, folder: &StoreFolder) -> PathBuf {
        self.root.join(folder.to_string())
    }

    fn error(&self, operation: &str, path: &Path, error: &io::Error) -> StoreError {
        StoreError::new(format!("{} cannot be {operation}: {error}", path.display()))
    }

    /// Fails if the folder of the store is missing. It is not created: a share that is not mounted would become a
    /// local folder, and the workers would not notice.
    fn check(&self) -> Result<(), StoreError> {
        match fs::metadata(&self.root) {
            Ok(found) if found.is_dir() => Ok(()),
            Ok(_) => Err(StoreError::new(format!("{} is not a folder", self.root.display()))),
            Err(error) => Err(self.error("used as a store", &self.root, &error)),
        }
    }
}

impl Store for Directory {
    fn put(&self, folder: &StoreFolder, content: &[u8]) -> Result<EntryName, StoreError> {
        self.check()?;
        let folder = self.folder(folder);
        let name = EntryName::of(content);
        let path = folder.join(name.as_str());
        if regular_file::read(&path, MAX_ENTRY_BYTES).is_ok_and(|there| there == content) {
            return Ok(name);
        }
        let unfinished = path.with_extension(format!("{}.{UNFINISHED}", unique()));
        let write = || -> io::Result<()> {
            fs::create_dir_all(&folder)?;
            let mut file = File::create(&unfinished)?;
            file.write_all(content)?;
            // Otherwise the name may reach the disk before the content.
            file.sync_all()?;
            fs::rename(&unfinished, &path)?;
            sync(&folder)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&unfinished);
            self.error("written", &path, &error)
        })?;
        Ok(name)
    }

    fn list(&self, folder: &StoreFolder) -> Result<Vec<EntryName>, StoreError> {
        self.check()?;
        let folder = self.folder(folder);
        let entries = match fs::read_dir(&folder) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries.map_err(|error| self.error("read", &folder, &error))?,
        };
        let mut names = Vec::new();
        for entry in entries {
            let entry = entry.map_err(|error| self.error("read", &folder, &error))?;
            names.extend(entry.file_name().to_str().and_then(EntryName::parse));
        }
        names.sort();
        Ok(names)
    }

    fn get(&self, folder: &StoreFolder, name: &EntryName) -> Result<Vec<u8>, StoreError> {
        let path = self.folder(folder).join(name.as_str());
        regular_file::read(&path, MAX_ENTRY_BYTES)
            .map_err(|error| self.error("read", &path, &error))
    }

    fn remove(&self, folder: &StoreFolder, name: &EntryName) -> Result<(), StoreError> {
        self.check()?;
        let path = self.folder(folder).join(name.as_str());
        match fs::remove_file(&path) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(self.error("removed", &path, &error))
            }
            _ => Ok(()),
        }
    }
}

/// Waits until the names in a folder have reached the disk. Some file systems cannot do that, and lose the last entries
/// only if the power fails.
fn sync(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    match File::open(folder)?.sync_all() {
        Err(error) if error.kind() != ErrorKind::InvalidInput => return Err(error),
        _ => {}
    }
    let _ = folder;
    Ok(())
}

/// Returns a text that no other worker uses at the same time for the same entry.
fn unique() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let random = getrandom::u64().unwrap_or_default();
    format!("{}-{count}-{random:x}", process::id())
}

#[cfg(test)]
mod tests {
    use std::thread;

    use forall_format::state_path::PropertyName;

    use super::super::{Entry, Kind};
    use super::*;

    fn folder() -> StoreFolder {
        let property = PropertyName { module: "words", name: "starts" };
        StoreFolder::new(Kind::Corpus, "dictionary", property)
    }

    #[test]
    fn entries_are_added_once() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        assert_eq!(store.list(&folder()), Ok(Vec::new()));
        for content in ["a\n", "b\n", "a\n"] {
            store.put(&folder(), content.as_bytes()).expect("tests may write there");
        }
        let names = store.list(&folder()).expect("it can be read");
        assert_eq!(names.len(), 2);
        let mut contents: Vec<Vec<u8>> =
            names.iter().map(|name| store.get(&folder(), name).expect("it can be read")).collect();
        contents.sort();
        assert_eq!(contents, [b"a\n", b"b\n"]);
        store.remove(&folder(), &names[0]).expect("tests may write there");
        assert_eq!(store.list(&folder()), Ok(vec![names[1].clone()]));
        assert_eq!(store.remove(&folder(), &names[0]), Ok(()));
    }

    #[test]
    fn a_damaged_entry_is_replaced() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let name = store.put(&folder(), b"a\n").expect("tests may write there");
        let path = root.path().join(folder().to_string()).join(name.as_str());
        fs::write(&path, "a").expect("tests may write there");
        let read = || {
            let names = std::slice::from_ref(&name);
            crate::store::read(&store, &folder(), names).expect("the store is there")
        };
        let damaged = format!("{}/{name} is damaged", folder());
        assert_eq!(read(), [Entry::Unusable(damaged)]);
        store.put(&folder(), b"a\n").expect("tests may write there");
        assert_eq!(read(), [Entry::Content("a\n".to_owned())]);
    }

    #[test]
    #[cfg(unix)]
    fn pipes_and_devices_are_not_read() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        let name = store.put(&folder(), b"a\n").expect("tests may write there");
        let path = root.path().join(folder().to_string()).join(name.as_str());
        fs::remove_file(&path).expect("it exists");
        process::Command::new("mkfifo").arg(&path).status().expect("the command exists");
        let error = store.get(&folder(), &name).expect_err("it is a pipe").to_string();
        assert!(error.ends_with(" cannot be read: it is a pipe or a device, and not a file"));
        store.put(&folder(), b"a\n").expect("it replaces the pipe");
        assert_eq!(store.get(&folder(), &name), Ok(b"a\n".to_vec()));
    }

    #[test]
    fn several_writers_lose_nothing() {
        let root = tempfile::tempdir().expect("tests may write there");
        thread::scope(|scope| {
            for writer in 0..8 {
                let store = Directory::new(root.path());
                scope.spawn(move || {
                    for n in 0..200 {
                        // Half of the entries are written by two writers.
                        let content = format!("{}\n", writer / 2 * 1_000 + n);
                        store.put(&folder(), content.as_bytes()).expect("tests may write there");
                    }
                });
            }
        });
        let store = Directory::new(root.path());
        let names = store.list(&folder()).expect("it can be read");
        assert_eq!(names.len(), 800);
        for name in names {
            let content = store.get(&folder(), &name).expect("it can be read");
            assert_eq!(EntryName::of(&content), name, "no entry is incomplete");
        }
    }

    #[test]
    fn a_missing_folder_is_an_error_and_not_created() {
        let root = tempfile::tempdir().expect("tests may write there");
        let path = root.path().join("share");
        let error = Directory::new(&path).put(&folder(), b"a\n").expect_err("it is missing");
        assert!(error.to_string().contains("share cannot be used as a store: "), "{error}");
        assert!(!path.exists());
    }

    #[test]
    fn files_that_are_being_written_are_not_entries() {
        let root = tempfile::tempdir().expect("tests may write there");
        let store = Directory::new(root.path());
        store.put(&folder(), b"a\n").expect("tests may write there");
        let inside = root.path().join(folder().to_string());
        fs::write(inside.join("0123.1-0-ab.new"), "half").expect("tests may write there");
        fs::create_dir(inside.join("other_property")).expect("tests may write there");
        fs::write(inside.join(".nfs0000000001"), "gone").expect("tests may write there");
        assert_eq!(store.list(&folder()).expect("it can be read").len(), 1);
    }

    /// The number of workers that are killed.
    const KILLS: u64 = 1_000;
    /// Set for a worker, which is this program.
    const WORKER: &str = "STORE_OF_THE_WORKER";

    /// Adds entries until it is killed, and prints each when the store has it.
    #[test]
    #[ignore = "started by the next test"]
    fn worker() {
        let Ok(root) = std::env::var(WORKER) else { return };
        let store = Directory::new(root);
        let start = u64::from(process::id()) << 32;
        for n in start.. {
            let content = format!("{n}\n");
            store.put(&folder(), content.as_bytes()).expect("tests may write there");
            let _ = writeln!(io::stdout(), "entry {}", EntryName::of(content.as_bytes()));
        }
    }

    #[test]
    fn killed_workers_lose_no_accepted_entry() {
        let root = tempfile::tempdir().expect("tests may write there");
        let program = std::env::current_exe().expect("this program is a file");
        let mut accepted = Vec::new();
        for kill in 0..KILLS {
            let mut worker = process::Command::new(&program);
            worker.args(["store::directory::tests::worker", "--exact", "--ignored", "--nocapture"]);
            worker.env(WORKER, root.path()).stdout(process::Stdio::piped());
            let mut worker = worker.spawn().expect("it starts");
            let mut output = io::BufReader::new(worker.stdout.take().expect("it is piped"));
            // Each worker is killed after another number of entries, at any point of the next one.
            let mut wanted = 1 + kill % 7;
            let mut line = String::new();
            while wanted > 0
                && io::BufRead::read_line(&mut output, &mut line).expect("it is text") > 0
            {
                wanted -= u64::from(line.starts_with("entry "));
                accepted.extend(line.trim().strip_prefix("entry ").and_then(EntryName::parse));
                line.clear();
            }
            worker.kill().expect("it is running");
            worker.wait().expect("it was killed");
        }
        assert!(accepted.len() as u64 >= KILLS);
        let store = Directory::new(root.path());
        let names = store.list(&folder()).expect("it can be read");
        for name in &accepted {
            assert!(names.binary_search(name).is_ok(), "{name} is lost");
        }
        for name in names {
            let content = store.get(&folder(), &name).expect("it can be read");
            assert_eq!(EntryName::of(&content), name, "no entry is incomplete");
        }
    }
}
