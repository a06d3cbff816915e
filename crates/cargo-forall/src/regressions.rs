//! Regressions: the files of failures that the library keeps, as far as we look into them.
//!
//! An entry begins with a word for how it stands and the choices; what follows, indented, are its values as a
//! remark, and steps to simpler ones.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Where a package has them, if nobody says otherwise.
pub(crate) const FOLDER: &str = ".forall/regressions";

/// How it may stand with an entry.
pub(crate) const STATES: [&str; 3] = ["fails", "fixed", "stale"];

/// The file of one property.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    /// What stands before the first entry.
    head: String,
    pub(crate) entries: Vec<Entry>,
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Its lines.
    pub(crate) text: String,
}

impl Entry {
    /// How it stands with it: one of [`STATES`].
    pub(crate) fn state(&self) -> &str {
        self.text.split_whitespace().next().unwrap_or_default()
    }

    /// What replays it.
    pub(crate) fn choices(&self) -> &str {
        self.text.split_whitespace().nth(1).unwrap_or_default()
    }
}

impl Kept {
    /// The file at this place, if there is one.
    pub(crate) fn read(path: &Path) -> Result<Option<Kept>, Error> {
        match fs::read_to_string(path) {
            Ok(text) => Ok(Some(Kept::parse(path, &text))),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(Error::cannot("read a file of failures")(error)),
        }
    }

    fn parse(path: &Path, text: &str) -> Kept {
        let mut kept = Kept { path: path.to_owned(), head: String::new(), entries: Vec::new() };
        for line in text.split_inclusive('\n') {
            let first = line.split_whitespace().next().unwrap_or_default();
            if !line.starts_with(' ') && STATES.contains(&first) {
                kept.entries.push(Entry { text: line.to_owned() });
            } else {
                match kept.entries.last_mut() {
                    Some(entry) => entry.text += line,
                    None => kept.head += line,
                }
            }
        }
        kept
    }

    /// All files below this folder.
    pub(crate) fn all(folder: &Path) -> Result<Vec<Kept>, Error> {
        let mut all = Vec::new();
        let Ok(entries) = fs::read_dir(folder) else { return Ok(all) };
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                all.extend(Kept::all(&path)?);
            } else if path.extension().is_some_and(|extension| extension == "txt") {
                all.extend(Kept::read(&path)?);
            }
        }
        Ok(all)
    }

    /// The property, by the path that its harness has for it, and its crate.
    pub(crate) fn property(&self, folder: &Path) -> (String, String) {
        let inside = self.path.strip_prefix(folder).unwrap_or(&self.path).with_extension("");
        let mut parts = inside.iter().map(|part| part.to_string_lossy().into_owned());
        let of_crate = parts.next().unwrap_or_default();
        (parts.collect::<Vec<_>>().join("::"), of_crate)
    }

    /// How many are in this state.
    pub(crate) fn count(&self, state: &str) -> usize {
        self.entries.iter().filter(|entry| entry.state() == state).count()
    }

    /// Drops those that `forget` names; and the file with the last of them. How many they were.
    pub(crate) fn forget(&mut self, forget: impl Fn(&Entry) -> bool) -> Result<usize, Error> {
        let before = self.entries.len();
        self.entries.retain(|entry| !forget(entry));
        let dropped = before - self.entries.len();
        if dropped == 0 {
            return Ok(0);
        }
        let written = if self.entries.is_empty() {
            fs::remove_file(&self.path)
        } else {
            let entries: String = self.entries.iter().map(|entry| entry.text.as_str()).collect();
            let new = self.path.with_extension("txt.tmp");
            fs::write(&new, format!("{}{entries}", self.head))
                .and_then(|()| fs::rename(&new, &self.path))
        };
        written.map_err(Error::cannot("write a file of failures"))?;
        Ok(dropped)
    }
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = STATES.iter().map(|state| (self.count(state), state));
        let counts = counts.filter(|(count, _)| *count > 0);
        let counts: Vec<String> = counts.map(|(count, state)| format!("{count} {state}")).collect();
        f.write_str(&counts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "forall-regressions 1\n# Inputs.\n\nfails t,0.1\n  # x = 1\n\nfixed f.2\n  # x = 2\n  then 3.3\n\nstale 4.5\n";

    #[test]
    fn entries_are_told_apart_and_forgotten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a/b/c.txt");
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(&path, TEXT).expect("it can be written");
        let mut all = Kept::all(folder.path()).expect("it can be read");
        let kept = &mut all[0];
        assert_eq!(kept.to_string(), "1 fails, 1 fixed, 1 stale");
        assert_eq!(kept.property(folder.path()), ("b::c".to_owned(), "a".to_owned()));
        assert_eq!(kept.entries[1].choices(), "f.2");
        assert_eq!(kept.forget(|entry| entry.state() == "fixed").expect("written"), 1);
        let left = fs::read_to_string(&path).expect("it is there");
        assert_eq!(left, TEXT.replace("fixed f.2\n  # x = 2\n  then 3.3\n\n", ""));
        assert_eq!(kept.forget(|_| true).expect("written"), 2);
        assert!(!path.exists());
    }
}
