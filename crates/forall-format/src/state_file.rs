//! Files with the state of one property, to which several processes may write.
//!
//! A writer holds a lock. It appends lines, or replaces the file by renaming a complete one into its place,
//! so a reader needs no lock and sees either the old file or the new one. The operating system releases the
//! lock when the process ends, even after a crash.

use std::error::Error;
use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::regular_file;
use crate::state_path::{PropertyName, TEXT_EXTENSION};

/// What a folder of state files contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StateKind {
    /// Saved failures, which belong under version control.
    Regressions,
    /// Inputs of guided runs, which are large and can be found again.
    Corpus,
}

/// The file of one property, in a folder with one file per property.
///
/// ```
/// use forall_format::state_file::{StateFile, StateKind};
/// use forall_format::state_path::PropertyName;
///
/// let folder = tempfile::tempdir().unwrap();
/// let property = PropertyName { module: "shapes", name: "areas_add_up" };
/// let file = StateFile::new(StateKind::Corpus, folder.path(), property);
/// assert_eq!(file.read().unwrap(), None);
///
/// let lock = file.lock().unwrap();
/// lock.replace("forall-corpus 1\n").unwrap();
/// lock.append("t.ebe146\n").unwrap();
/// assert_eq!(file.read().unwrap().unwrap(), b"forall-corpus 1\nt.ebe146\n");
/// lock.remove().unwrap();
///
/// let file = StateFile::at(StateKind::Corpus, folder.path(), folder.path());
/// let error = file.read().unwrap_err().relative_to(folder.path().parent().unwrap());
/// let name = folder.path().file_name().unwrap().to_string_lossy();
/// assert!(error.to_string().starts_with(&format!("{name} cannot be read: ")));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateFile {
    kind: StateKind,
    folder: PathBuf,
    path: PathBuf,
}

/// The exclusive right to write to the files of a folder, until it is dropped.
#[derive(Debug)]
pub struct StateLock<'f> {
    file: &'f StateFile,
    _lock: File,
}

/// An operation on a state file that failed.
#[derive(Debug)]
pub struct StateFileError {
    /// The file.
    pub path: PathBuf,
    /// The operation: `read`, `written`, `locked` or `deleted`.
    pub operation: &'static str,
    /// The reason.
    pub source: io::Error,
}

impl StateKind {
    fn lock_name(self) -> &'static str {
        match self {
            StateKind::Regressions => "regressions.lock",
            StateKind::Corpus => "corpus.lock",
        }
    }

    /// Returns the content of `.gitignore` in a folder of this kind.
    fn ignored(self) -> &'static str {
        match self {
            StateKind::Regressions => "/regressions.lock\n*.txt.tmp\n",
            StateKind::Corpus => "*\n",
        }
    }
}

impl StateFile {
    /// Creates a reference to the file of `property` in `folder`. Touches no file.
    pub fn new(
        kind: StateKind,
        folder: impl Into<PathBuf>,
        property: PropertyName<'_>,
    ) -> StateFile {
        let folder = folder.into();
        let path = folder.join(property.file_name(TEXT_EXTENSION));
        StateFile { kind, folder, path }
    }

    /// Creates a reference to the file at `path`, which is below `folder`. Touches no file.
    pub fn at(kind: StateKind, folder: impl Into<PathBuf>, path: impl Into<PathBuf>) -> StateFile {
        StateFile { kind, folder: folder.into(), path: path.into() }
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the folder of all files of this kind.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the content of the file, or `None` if there is no such file. Fails if it is a folder or a pipe.
    pub fn read(&self) -> Result<Option<Vec<u8>>, StateFileError> {
        match regular_file::read(&self.path, u64::MAX) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.error("read", error)),
        }
    }

    /// Waits until no other process writes to the folder, and keeps others from doing so. Creates the folder
    /// if it is missing; only then, it also writes a `.gitignore`.
    pub fn lock(&self) -> Result<StateLock<'_>, StateFileError> {
        let path = self.folder.join(self.kind.lock_name());
        let is_new_folder = !self.folder.exists();
        let open = || File::options().create(true).write(true).truncate(false).open(&path);
        let locked = with_folder(&self.folder, open).and_then(|file| match file.lock() {
            // Some network file systems have no locks. Files are still replaced as a whole there.
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        });
        let lock = locked.map_err(|error| self.error("locked", error))?;
        if is_new_folder {
            let ignored = fs::write(self.folder.join(".gitignore"), self.kind.ignored());
            ignored.map_err(|error| self.error("written", error))?;
        }
        Ok(StateLock { file: self, _lock: lock })
    }

    fn error(&self, operation: &'static str, source: io::Error) -> StateFileError {
        StateFileError { path: self.path.clone(), operation, source }
    }
}

impl StateLock<'_> {
    /// Returns the file.
    ///
    /// ```
    /// use forall_format::state_file::{StateFile, StateKind};
    ///
    /// let folder = tempfile::tempdir().unwrap();
    /// let file = StateFile::at(StateKind::Corpus, folder.path(), folder.path().join("starts.txt"));
    /// assert_eq!(file.lock().unwrap().file(), &file);
    /// ```
    pub fn file(&self) -> &StateFile {
        self.file
    }

    /// Appends `lines` to the file, which must exist. If the file ends in the middle of a line, a line end
    /// comes first.
    pub fn append(&self, lines: &str) -> Result<(), StateFileError> {
        let path = &self.file.path;
        let file = regular_file::require(path)
            .and_then(|_| File::options().read(true).append(true).open(path));
        let appended = file.and_then(|mut file| {
            let start = if ends_in_line_end(&mut file)? { "" } else { "\n" };
            file.write_all(format!("{start}{lines}").as_bytes())
        });
        appended.map_err(|error| self.file.error("written", error))
    }

    /// Replaces the file by one that contains `text`, or creates it. After a power cut, the file has the old or
    /// the new content. If the path is a symbolic link, replaces the file that it leads to.
    pub fn replace(&self, text: &str) -> Result<(), StateFileError> {
        let folder = &self.file.folder;
        let path = &follow_links(&self.file.path);
        let is_new = !path.exists();
        let new = path.with_extension("txt.tmp");
        let replace = || {
            let mut file = File::create(&new)?;
            file.write_all(text.as_bytes())?;
            // Otherwise the name may reach the disk before the content.
            file.sync_all()?;
            fs::rename(&new, path)
        };
        let replaced = with_folder(path.parent().unwrap_or(folder), replace);
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        if replaced.is_ok() {
            self.sync_folders(path, is_new);
        }
        replaced.map_err(|error| self.file.error("written", error))
    }

    /// Makes the name of the file at `path` durable. If the file is new, the folders above it may be new too. Errors
    /// are ignored, since some systems cannot do this.
    fn sync_folders(&self, path: &Path, is_new: bool) {
        let top = self.file.folder.parent();
        let folders = path.ancestors().skip(1).take_while(|folder| Some(*folder) != top);
        for folder in
            folders.take(if is_new { usize::MAX } else { 1 }).chain(top.filter(|_| is_new))
        {
            let _ = File::open(folder).and_then(|folder| folder.sync_all());
        }
    }

    /// Deletes the file.
    pub fn remove(&self) -> Result<(), StateFileError> {
        fs::remove_file(&self.file.path).map_err(|error| self.file.error("deleted", error))
    }
}

/// The maximum number of symbolic links to follow, as on Linux. If there are more, they form a circle.
const MAX_LINKS: usize = 40;

/// Returns the path that the symbolic links at `path` lead to, whether there is a file or not.
fn follow_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().map(|folder| folder.join(&target)).unwrap_or(target);
    }
    path
}

/// Runs `act`. If it fails because the folder is missing, creates the folder and runs `act` again.
fn with_folder<T>(folder: &Path, act: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match act() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            act()
        }
        done => done,
    }
}

/// Returns whether the last line is complete. It is not if its writer crashed.
fn ends_in_line_end(file: &mut File) -> io::Result<bool> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == *b"\n")
}

impl StateFileError {
    /// Returns the same error with the path relative to `base`, if the file is below it.
    #[must_use]
    pub fn relative_to(mut self, base: &Path) -> StateFileError {
        if let Ok(relative) = self.path.strip_prefix(base) {
            self.path = relative.to_owned();
        }
        self
    }
}

impl fmt::Display for StateFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot be {}: {}", self.path.display(), self.operation, self.source)
    }
}

impl Error for StateFileError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.source)
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Only a power cut shows whether the content reaches the disk before the name. But a device cannot be synced,
    /// so writing to one fails if it is tried.
    #[test]
    #[cfg(target_os = "linux")]
    fn the_content_reaches_the_disk_before_the_name() {
        let folder = tempfile::tempdir().expect("tests may write there");
        let path = folder.path().join("fails.txt");
        let file = StateFile::at(StateKind::Regressions, folder.path(), &path);
        let lock = file.lock().expect("nothing else locks it");
        lock.replace("one\n").expect("tests may write there");
        symlink("/dev/null", folder.path().join("fails.txt.tmp")).expect("it is new");
        let error = lock.replace("two\n").expect_err("it is synced");
        assert_eq!((error.operation, error.source.kind()), ("written", ErrorKind::InvalidInput));
        assert_eq!(fs::read_to_string(&path).expect("it exists"), "one\n");
        lock.replace("two\n").expect("the temporary file is deleted");
        assert_eq!(fs::read_to_string(&path).expect("it exists"), "two\n");
    }

    #[test]
    fn a_symbolic_link_is_followed_and_not_replaced() {
        let root = tempfile::tempdir().expect("tests may write there");
        let [folder, elsewhere] = ["saved", "elsewhere"].map(|name| root.path().join(name));
        for folder in [&folder, &elsewhere] {
            fs::create_dir(folder).expect("tests may write there");
        }
        let path = folder.join("fails.txt");
        symlink("second.txt", &path).expect("tests may write there");
        symlink("../elsewhere/fails.txt", folder.join("second.txt")).expect("it is new");
        let file = StateFile::at(StateKind::Regressions, &folder, &path);
        let lock = file.lock().expect("nothing else locks it");
        // At first, the link leads to no file.
        for text in ["one\n", "two\n"] {
            lock.replace(text).expect("tests may write there");
            assert!(path.is_symlink());
            let real = fs::read_to_string(elsewhere.join("fails.txt")).expect("it is written");
            assert_eq!(real, text);
        }
        let names = fs::read_dir(&elsewhere).expect("it exists").count();
        assert_eq!(names, 1, "no temporary file is left");
    }
}
