//! Regressions: failures that are kept, so that they run first from then on.
//!
//! There is one file for each property, made to be read, and to be kept under version control. It is
//! written before shrinking starts and at every step, by renaming a complete file into its place, and
//! only by one process at a time. A file that cannot be understood is never written to.

mod entry;
mod lines;
mod place;
mod journal;

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(super) use self::entry::{Entry, State};
pub(super) use self::journal::Notebook;
use self::lines::Lines;
use super::{Error, Settings, Test};

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
        let folder = place::folder(settings.regressions.as_deref())?;
        let property = format!("{}::{}", test.module, test.name);
        let path = folder.join(property.replace("::", "/").replace("r#", "")).with_extension("txt");
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
    pub(super) fn keep(&self, old: Option<&str>, entry: Entry) -> Result<(), Error> {
        self.change(|lines| lines.put(old, entry))
    }

    /// Says of the failure with these choices how it stands.
    pub(super) fn mark(&self, choices: &str, state: State) -> Result<(), Error> {
        self.change(|lines| lines.mark(choices, state))
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

    /// Reads, changes and writes, while nobody else does.
    fn change(&self, change: impl FnOnce(&mut Lines)) -> Result<(), Error> {
        let _locked = self.lock().map_err(|error| self.trouble("locked", &error))?;
        let mut lines = self.lines()?;
        let before = lines.to_string();
        change(&mut lines);
        let after = lines.to_string();
        if after == before {
            return Ok(());
        }
        replace(&self.path, &after).map_err(|error| self.trouble("written", &error))
    }

    /// The lock is that of the operating system, so that it ends with the process, however that ends.
    fn lock(&self) -> io::Result<File> {
        if let Some(parent) = self.path.parent() {
            fs::create_dir_all(parent)?;
        }
        place::ignore_locks(&self.folder)?;
        let file = File::options()
            .create(true)
            .write(true)
            .truncate(false)
            .open(self.folder.join(place::LOCK))?;
        match file.lock() {
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        }
    }

    fn trouble(&self, what: &str, error: &io::Error) -> Error {
        Error(format!("{} cannot be {what}: {error}", self.shown()))
    }
}

/// Puts a complete file into its place: who reads sees the old one or the new one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    let new = path.with_extension("tmp");
    let mut file = File::create(&new)?;
    file.write_all(text.as_bytes())?;
    drop(file);
    fs::rename(&new, path)
}
