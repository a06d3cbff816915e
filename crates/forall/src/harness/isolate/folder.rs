//! The temporary folder that the supervisor and its children share.
//!
//! A process that is killed cannot delete its folder. So the supervisor holds a lock in it, and the next process that
//! isolates a test deletes the folders whose locks are free. A lock is better than the id of a process: containers that
//! share a folder number their processes independently.
//!
//! A folder without a lock file was left by a process that was killed just after it created the folder, or while it
//! deleted the folder; or its process is about to create the file. To delete it, a process creates the file first. Only one
//! of the two can create it, and the other one leaves the folder alone.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
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
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
                Ok(()) => {
                    if let Some(folder) = Folder::locked(path)? {
                        return Ok(folder);
                    }
                }
            }
        }
    }

    /// Locks a folder that was just created. Returns `None` if another process is deleting it, or has deleted it.
    fn locked(path: PathBuf) -> io::Result<Option<Folder>> {
        match File::create_new(path.join(LOCK)) {
            Ok(lock) => {
                // If the file system has no locks, other processes do not delete the folder either.
                let is_locked = !matches!(lock.try_lock(), Err(TryLockError::WouldBlock));
                let is_there = path.join(LOCK).exists();
                Ok((is_locked && is_there).then_some(Folder { path, _lock: lock }))
            }
            Err(error)
                if [ErrorKind::AlreadyExists, ErrorKind::NotFound].contains(&error.kind()) =>
            {
                Ok(None)
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
        // A link may lead to a folder that is not ours.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        let is_ours = is_folder && entry.file_name().to_str().is_some_and(is_name);
        if is_ours && let Some(_lock) = lock_unused(&entry.path()) {
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

/// Locks a folder that no process uses.
fn lock_unused(folder: &Path) -> Option<File> {
    let path = folder.join(LOCK);
    let lock = match File::options().read(true).write(true).open(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => File::create_new(&path),
        opened => opened,
    };
    lock.ok().filter(|lock| lock.try_lock().is_ok())
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
            let folder = Folder::locked(path).expect("tests may write there");
            folder.expect("no other process deletes it")
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
        assert!(!parent.path().join("forall-1-2").exists(), "its process was killed early");
        assert!(others[1..].iter().all(|name| parent.path().join(name).exists()));
    }

    #[test]
    #[cfg(unix)]
    fn a_link_to_another_folder_is_left_alone() {
        let parent = tempfile::tempdir().expect("tests may write there");
        let other = tempfile::tempdir().expect("tests may write there");
        let link = parent.path().join("forall-1-0");
        std::os::unix::fs::symlink(other.path(), &link).expect("it is new");
        remove_unused(parent.path());
        assert!(link.is_symlink());
        assert_eq!(fs::read_dir(other.path()).expect("it exists").count(), 0, "it got no lock");
    }

    #[test]
    fn a_folder_that_another_process_deletes_is_not_used() {
        let parent = tempfile::tempdir().expect("tests may write there");
        let path = parent.path().join("forall-1-0");
        fs::create_dir(&path).expect("it does not exist");
        let lock = lock_unused(&path).expect("it has no lock");
        assert!(Folder::locked(path.clone()).expect("tests may write there").is_none());
        fs::remove_dir_all(&path).expect("it exists");
        drop(lock);
        assert!(Folder::locked(path).expect("tests may write there").is_none());
    }
}
