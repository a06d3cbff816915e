//! The temporary folder that the supervisor and its children share.
//!
//! A process that is killed cannot delete its folder. So the supervisor holds a lock in it, and the next process that
//! isolates a test deletes the folders whose locks are free. A lock is better than the id of a process: containers that
//! share a folder number their processes independently.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::sync::atomic::{AtomicU64, Ordering};

/// The start of the names of these folders.
const PREFIX: &str = "forall-";
/// The file in the folder that is locked while the folder is in use.
const LOCK: &str = "lock";

/// A folder that is deleted when it is dropped.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Creates a folder. The first call in a process deletes the folders of processes that were killed.
    pub(super) fn new() -> io::Result<Folder> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        static CLEAN_UP: Once = Once::new();
        let parent = std::env::temp_dir();
        CLEAN_UP.call_once(|| remove_unused(&parent));
        loop {
            let number = COUNT.fetch_add(1, Ordering::Relaxed);
            let path = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
            match create_private(&path) {
                // Left behind by a process with the same id, or created by another user.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => return Folder::locked(path),
            }
        }
    }

    /// Locks a folder that was just created.
    fn locked(path: PathBuf) -> io::Result<Folder> {
        match File::create_new(path.join(LOCK)) {
            Ok(lock) => {
                // If the file system has no locks, other processes do not delete the folder either.
                let _ = lock.try_lock();
                Ok(Folder { path, _lock: lock })
            }
            Err(error) => {
                let _ = fs::remove_dir_all(path);
                Err(error)
            }
        }
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Deletes the folder.
    pub(super) fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        self.remove();
    }
}

/// Creates a new folder that only this user can read: others may write to the folder above it.
#[cfg(unix)]
fn create_private(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

#[cfg(not(unix))]
fn create_private(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)
}

/// Deletes the folders that no process uses. Those of other users cannot be opened or deleted. Problems are ignored:
/// nothing depends on this.
fn remove_unused(parent: &Path) {
    let Ok(all) = fs::read_dir(parent) else { return };
    for entry in all.flatten() {
        let is_ours = entry.file_name().to_str().is_some_and(is_name);
        if is_ours && is_unused(&entry.path()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// Returns whether this is the name of such a folder: `forall-123-0`.
fn is_name(name: &str) -> bool {
    let numbers = name.strip_prefix(PREFIX).and_then(|numbers| numbers.split_once('-'));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    numbers.is_some_and(|(process, number)| is_number(process) && is_number(number))
}

/// Returns whether the lock of a folder is free. A folder without one may have been created just now.
fn is_unused(folder: &Path) -> bool {
    let lock = File::options().read(true).write(true).open(folder.join(LOCK));
    lock.is_ok_and(|lock| lock.try_lock().is_ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unused_folders_are_deleted() {
        let parent = tempfile::tempdir().expect("tests may write there");
        let create = |name: &str| {
            let path = parent.path().join(name);
            fs::create_dir(&path).expect("it does not exist");
            Folder::locked(path).expect("tests may write there")
        };
        let used = create("forall-1-0");
        let others =
            ["forall-1-1", "forall-x-1", "forall-2", "backup-forall-1-1", "forall-1-1-bak"];
        for name in others {
            let folder = create(name);
            // As in a process that is killed, the lock is released and the folder stays.
            let kept = parent.path().join("kept");
            fs::rename(folder.path(), &kept).expect("both are in the same folder");
            drop(folder);
            fs::rename(kept, parent.path().join(name)).expect("both are in the same folder");
        }
        fs::create_dir(parent.path().join("forall-1-2")).expect("it does not exist");
        remove_unused(parent.path());
        assert!(used.path().exists(), "it is in use");
        assert!(!parent.path().join("forall-1-1").exists());
        assert!(parent.path().join("forall-1-2").exists(), "it has no lock yet");
        assert!(others[1..].iter().all(|name| parent.path().join(name).exists()));
    }
}
