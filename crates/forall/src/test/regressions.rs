//! Regressions: failures that are kept, so that they run first from then on.
//!
//! There is one file for each property, made to be read, and to be kept under version control. It is
//! written before shrinking starts and at every step, and only by one process at a time: steps are added
//! at its end, and all else by renaming a complete file into its place. A file that cannot be understood
//! is never written to.

mod entry;
mod lines;
mod journal;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(super) use self::entry::{Entry, State};
pub(super) use self::journal::Notebook;
use self::lines::Lines;
use super::{Error, Settings, Test, place};
use crate::source::Choices;

/// Where they are kept if nobody says otherwise.
const FOLDER: &str = ".forall/regressions";

/// Held by who writes.
const LOCK: &str = "regressions.lock";

/// The file of one property.
#[derive(Clone, Debug)]
pub(super) struct Regressions {
    /// What it is called, by module path and name.
    property: String,
    path: PathBuf,
    /// The folder of all such files.
    folder: PathBuf,
}

impl Regressions {
    /// Where failures of `test` are kept, if they are.
    pub(super) fn of(test: &Test, settings: &Settings) -> Option<Regressions> {
        let folder = place::folder(settings.regressions.as_deref().unwrap_or(FOLDER))?;
        let (property, path) = (test.full_name(), folder.join(test.file("txt")));
        Some(Regressions { property, path, folder })
    }

    /// The path as a person in the folder of the package would write it.
    pub(super) fn shown(&self) -> String {
        place::shown(&self.path)
    }

    /// All failures that are kept, with the lines on which they stand.
    pub(super) fn read(&self) -> Result<Vec<(usize, Entry)>, Error> {
        Ok(self.lines()?.entries())
    }

    /// Keeps `entry` in the place of the one with the choices `old`, or behind all others.
    pub(super) fn keep(&self, old: Option<&Choices>, entry: Entry) -> Result<(), Error> {
        let _locked = self.lock()?;
        let lines = self.lines()?;
        match old.and_then(|old| lines.step(old, &entry)) {
            Some(step) => {
                append(&self.path, &step).map_err(|error| self.trouble("written", &error))
            }
            None => self.change(lines, |lines| lines.put(old, entry)),
        }
    }

    /// Puts the steps that were added into their places.
    pub(super) fn finish(&self) -> Result<(), Error> {
        let _locked = self.lock()?;
        self.change(self.lines()?, |_| false)
    }

    /// Says of the failure with these choices how it stands.
    pub(super) fn mark(&self, choices: &Choices, state: State) -> Result<(), Error> {
        let _locked = self.lock()?;
        self.change(self.lines()?, |lines| lines.mark(choices, state))
    }

    fn lines(&self) -> Result<Lines, Error> {
        match fs::read(&self.path) {
            Ok(bytes) => Lines::parse(&bytes).map_err(|(line, what)| {
                let path = self.shown();
                Error(format!(
                    "{path}:{line}: {what}\nNothing was run, and the file is as it was. Restore it, or delete what is wrong in it."
                ))
            }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Lines::new(&self.property)),
            Err(error) => Err(self.trouble("read", &error)),
        }
    }

    /// Writes what is other than before, while nobody else does.
    fn change(
        &self,
        mut lines: Lines,
        change: impl FnOnce(&mut Lines) -> bool,
    ) -> Result<(), Error> {
        if !change(&mut lines) && !lines.has_steps() {
            return Ok(());
        }
        let text = lines.to_string();
        let parent = self.path.parent().unwrap_or(&self.folder);
        let written = in_folder(parent, || replace(&self.path, &text));
        let written = written.and_then(|()| ignore_locks(&self.folder));
        written.map_err(|error| self.trouble("written", &error))
    }

    /// The lock is that of the operating system, so that it ends with the process, however that ends.
    fn lock(&self) -> Result<File, Error> {
        let path = self.folder.join(LOCK);
        let open = || File::options().create(true).write(true).truncate(false).open(&path);
        let locked = in_folder(&self.folder, open).and_then(|file| match file.lock() {
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        });
        locked.map_err(|error| self.trouble("locked", &error))
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

/// Puts a complete file into its place: who reads sees the old one or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("txt.tmp");
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&new, path)
}

/// Adds to the end of a file, all at once.
fn append(path: &Path, text: &str) -> io::Result<()> {
    File::options().append(true).open(path)?.write_all(text.as_bytes())
}

/// Leaves word for version control, so that nobody has to.
fn ignore_locks(folder: &Path) -> io::Result<()> {
    let path = folder.join(".gitignore");
    if path.exists() { Ok(()) } else { fs::write(path, "/regressions.lock\n*.txt.tmp\n") }
}
