//! Regressions: the files of failures that the library keeps, as far as we look into them.
//!
//! An entry begins with a word for how it stands and the choices; its values follow as remarks. At the end
//! there may be steps, `then` and two choices, each with values: what failed first was made simpler. All else
//! is what people wrote, and stays where it is.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::error::Error;

/// Where a package has them, if nobody says otherwise.
pub(crate) const FOLDER: &str = ".forall/regressions";

/// Held by who writes to any of them.
const LOCK: &str = "regressions.lock";

/// How it may stand with an entry.
pub(crate) const STATES: [&str; 4] = ["fails", "kills", "fixed", "stale"];

/// How a step begins.
const STEP: &str = "then ";

/// The file of one property.
#[derive(Clone, Debug)]
pub(crate) struct Kept {
    pub(crate) path: PathBuf,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
enum Line {
    Entry(Entry),
    /// A heading, a remark, nothing.
    Other(String),
}

/// A failure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// How it stands with it: one of [`STATES`].
    pub(crate) state: String,
    /// What replays it.
    pub(crate) choices: String,
    /// Its values, a line each.
    remarks: String,
}

impl Entry {
    fn new(state: &str, choices: &str) -> Entry {
        let choices = choices.trim().to_owned();
        Entry { state: state.to_owned(), choices, remarks: String::new() }
    }

    /// Does it still stand for something that does not work?
    pub(crate) fn is_open(&self) -> bool {
        self.state == "fails" || self.state == "kills"
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
        let mut kept = Kept { path: path.to_owned(), lines: Vec::new() };
        // To whom remarks belong that are indented.
        let mut above: Option<usize> = None;
        for line in text.split_inclusive('\n') {
            let indented = line.starts_with(' ') && line.trim_start().starts_with('#');
            match above.and_then(|at| kept.lines.get_mut(at)) {
                Some(Line::Entry(entry)) if indented => entry.remarks += line,
                _ => above = kept.line(line),
            }
        }
        kept
    }

    /// Takes a line that is no remark on an entry: which entry it is about.
    fn line(&mut self, line: &str) -> Option<usize> {
        if let Some((old, new)) = line.strip_prefix(STEP).and_then(|step| step.split_once(' ')) {
            let at = self.lines.iter().position(|line| line.is(old))?;
            self.lines[at] = Line::Entry(Entry::new("fails", new));
            return Some(at);
        }
        let (word, choices) = line.split_once(' ').unwrap_or((line, ""));
        if STATES.contains(&word) {
            self.lines.push(Line::Entry(Entry::new(word, choices)));
            Some(self.lines.len() - 1)
        } else {
            self.lines.push(Line::Other(line.to_owned()));
            None
        }
    }

    /// The failures in it.
    pub(crate) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.lines.iter().filter_map(Line::entry)
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
        self.entries().filter(|entry| entry.state == state).count()
    }
}

/// Drops the entries of the file at `path` that `forget` names; and the file with the last of them. How many
/// they were. Tests that run meanwhile write to it too, so they have to wait.
pub(crate) fn forget(
    folder: &Path,
    path: &Path,
    forget: impl Fn(&Entry) -> bool,
) -> Result<usize, Error> {
    let locked = || -> io::Result<File> {
        let file =
            File::options().create(true).write(true).truncate(false).open(folder.join(LOCK))?;
        match file.lock() {
            Err(error) if error.kind() != ErrorKind::Unsupported => Err(error),
            _ => Ok(file),
        }
    };
    let cannot = Error::cannot("write a file of failures");
    let _lock = locked().map_err(&cannot)?;
    let Some(mut kept) = Kept::read(path)? else { return Ok(0) };
    let before = kept.entries().count();
    kept.lines.retain(|line| line.entry().is_none_or(|entry| !forget(entry)));
    let (after, new) = (kept.entries().count(), path.with_extension("txt.tmp"));
    let written = match before - after {
        0 => Ok(()),
        _ if after == 0 => fs::remove_file(path),
        _ => fs::write(&new, kept.lines.iter().map(Line::to_string).collect::<String>())
            .and_then(|()| fs::rename(&new, path)),
    };
    written.map_err(cannot)?;
    Ok(before - after)
}

impl Line {
    fn entry(&self) -> Option<&Entry> {
        match self {
            Line::Entry(entry) => Some(entry),
            Line::Other(_) => None,
        }
    }

    fn is(&self, choices: &str) -> bool {
        self.entry().is_some_and(|entry| entry.choices == choices)
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Line::Entry(entry) => write!(f, "{entry}"),
            Line::Other(text) => f.write_str(text),
        }
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}\n{}", self.state, self.choices, self.remarks)
    }
}

/// `1 fails, 2 fixed`.
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

    const TEXT: &str = "\
forall-regressions 1
# Inputs.

fails t,0.1
  # x = 1
fixed f.2
  # x = 2
# Written by somebody.
kills 3.3
stale 4.5
then t,0.1 f.6
  # x = 0
";

    #[test]
    fn entries_are_told_apart_and_forgotten() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a/b/c.txt");
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(&path, TEXT).expect("it can be written");
        let all = Kept::all(folder.path()).expect("it can be read");
        let kept = &all[0];
        assert_eq!(kept.to_string(), "1 fails, 1 kills, 1 fixed, 1 stale");
        assert_eq!(kept.property(folder.path()), ("b::c".to_owned(), "a".to_owned()));
        let choices: Vec<&str> = kept.entries().map(|entry| &*entry.choices).collect();
        assert_eq!(choices, ["f.6", "f.2", "3.3", "4.5"], "a step stands for its entry");
        let closed = |entry: &Entry| !entry.is_open();
        assert_eq!(forget(folder.path(), &path, closed).expect("written"), 2);
        let left = fs::read_to_string(&path).expect("it is there");
        let head = "forall-regressions 1\n# Inputs.\n\n";
        let rest = "fails f.6\n  # x = 0\n# Written by somebody.\nkills 3.3\n";
        assert_eq!(left, format!("{head}{rest}"));
        assert_eq!(forget(folder.path(), &path, |_| true).expect("written"), 2);
        assert!(!path.exists());
    }
}
