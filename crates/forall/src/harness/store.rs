//! Stores: one file for each property, to which several processes may write.
//!
//! Who writes holds a lock. Lines are added at the end of a file, and all else is written by renaming a
//! complete file into its place, so that who reads needs no lock.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Error, Test, place};

/// The file of one property.
#[derive(Clone, Debug)]
pub(super) struct Store {
    /// What it is called, by module path and name.
    pub(super) property: String,
    path: PathBuf,
    /// The folder of all such files.
    folder: PathBuf,
    kind: Kind,
}

/// What is in a folder.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kind {
    /// Held by who writes.
    pub(super) lock: &'static str,
    /// Word for version control, so that nobody has to leave it.
    pub(super) ignored: &'static str,
}

impl Store {
    /// The file of `test` in this folder.
    pub(super) fn new(test: &Test, folder: PathBuf, kind: Kind) -> Store {
        let (property, path) = (test.full_name(), folder.join(test.file("txt")));
        Store { property, path, folder, kind }
    }

    /// The path as a person in the folder of the package would write it.
    pub(super) fn shown(&self) -> String {
        place::shown(&self.path)
    }

    /// What is in it; nothing if it is not there.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, Error> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.trouble("read", &error)),
        }
    }

    /// Puts a complete file into its place: who reads sees the old one or the new one.
    pub(super) fn replace(&self, text: &str) -> Result<(), Error> {
        let parent = self.path.parent().unwrap_or(&self.folder);
        let new = self.path.with_extension("txt.tmp");
        let replace = || {
            File::create(&new)?.write_all(text.as_bytes())?;
            fs::rename(&new, &self.path)
        };
        let replaced = in_folder(parent, replace).and_then(|()| self.leave_word());
        replaced.map_err(|error| self.trouble("written", &error))
    }

    /// Is there such a file?
    pub(super) fn exists(&self) -> bool {
        self.path.exists()
    }

    /// Adds lines to the end of the file, all at once.
    pub(super) fn append(&self, lines: &str) -> Result<(), Error> {
        let file = File::options().read(true).append(true).open(&self.path);
        let appended = file.and_then(|mut file| {
            let start = if ends_in_a_line(&mut file)? { "" } else { "\n" };
            file.write_all(format!("{start}{lines}").as_bytes())
        });
        appended.map_err(|error| self.trouble("written", &error))
    }

    /// The lock is that of the operating system, so that it ends with the process, however that ends.
    pub(super) fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join(self.kind.lock);
        let open = || File::options().create(true).write(true).truncate(false).open(&path);
        let locked = in_folder(&self.folder, open).and_then(|file| match file.lock() {
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        });
        locked.map_err(|error| self.trouble("locked", &error))
    }

    fn leave_word(&self) -> io::Result<()> {
        let path = self.folder.join(".gitignore");
        if path.exists() { Ok(()) } else { fs::write(path, self.kind.ignored) }
    }

    fn trouble(&self, what: &str, error: &io::Error) -> Error {
        Error(format!("{} cannot be {what}: {error}", self.shown()))
    }
}

/// Does what needs this folder, and makes the folder only if it is not there: mostly it is.
fn in_folder<T>(folder: &Path, act: impl Fn() -> io::Result<T>) -> io::Result<T> {
    match act() {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(folder)?;
            act()
        }
        done => done,
    }
}

/// Is the last line whole? It is not if who wrote it was killed.
fn ends_in_a_line(file: &mut File) -> io::Result<bool> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    Ok(last == *b"\n")
}
