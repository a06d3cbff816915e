//! The harness: what the test binaries hold, and one test of them in a process of its own.
//!
//! What a binary does in one test is counted for the whole process, so no two tests share one.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

use forall_format::regressions::RegressionStore;
use forall_format::state_path::{LINES_EXTENSION, REGRESSIONS_FOLDER, TEXT_EXTENSION};

use crate::build::Binary;
use crate::error::Error;
use crate::properties::{self, Property};
use crate::running::Running;
use crate::signals::{self, Signals};

/// A test that was found in a binary.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    binary: &'a Binary,
    /// What the harness calls it.
    pub(crate) path: String,
    /// What we call it: the same, with as much before it as tells it from all others.
    pub(crate) name: String,
    /// What it says, if it is a property.
    pub(crate) property: Option<Property>,
    /// Is it marked `#[ignore]`?
    is_ignored: bool,
}

/// The tests to look for in the binaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// The properties that `cargo test` runs.
    Properties,
    /// The properties marked `#[ignore]`.
    IgnoredProperties,
    /// All properties, ignored or not.
    AllProperties,
    /// The tests that `cargo test` runs, properties or not.
    Tests,
}

impl Wanted {
    fn includes(self, is_property: bool, is_ignored: bool) -> bool {
        match self {
            Wanted::Properties => is_property && !is_ignored,
            Wanted::IgnoredProperties => is_property && is_ignored,
            Wanted::AllProperties => is_property,
            Wanted::Tests => !is_ignored,
        }
    }
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    Passed,
    Falsified,
    /// A signal came before it had ended.
    Interrupted,
    /// The process ended otherwise: by a signal, or by an exit of its own.
    Died(ExitStatus),
}

/// What the harness of Rust's tests exits with when one has failed.
const FAILED: i32 = 101;

impl Found<'_> {
    /// Lists the wanted tests of these binaries.
    pub(crate) fn all(binaries: &[Binary], wanted: Wanted) -> Result<Vec<Found<'_>>, Error> {
        let mut all = Vec::new();
        for binary in binaries {
            let properties = properties::of(&binary.path)?;
            let ignored = list(binary, &["--ignored"])?;
            for path in list(binary, &[])? {
                let property =
                    properties.iter().find(|property| property.name().test_path() == path).cloned();
                let is_ignored = ignored.contains(&path);
                if wanted.includes(property.is_some(), is_ignored) {
                    let name = path.clone();
                    all.push(Found { binary, name, path, property, is_ignored });
                }
            }
        }
        tell_apart(&mut all);
        Ok(all)
    }

    /// Those whose paths contain `filter`, with the crate or without.
    pub(crate) fn matching<'a>(
        all: Vec<Found<'a>>,
        filter: Option<&str>,
    ) -> Result<Vec<Found<'a>>, Error> {
        let Some(filter) = filter else {
            return if all.is_empty() { Err(Error::NoProperties) } else { Ok(all) };
        };
        let (matching, others): (Vec<Found<'a>>, Vec<Found<'a>>) =
            all.into_iter().partition(|test| test.matches(filter));
        if matching.is_empty() {
            let there = others.into_iter().map(|test| test.name).collect();
            return Err(Error::NoMatch { filter: filter.to_owned(), there });
        }
        Ok(matching)
    }

    /// Returns the property whose regression file is at `path`.
    pub(crate) fn with_regressions<'a>(
        all: Vec<Found<'a>>,
        path: &Path,
    ) -> Result<Found<'a>, Error> {
        let wanted = fs::canonicalize(path).map_err(Error::cannot("find a file"))?;
        let is = |found: &Found<'_>| {
            let file = found.file(REGRESSIONS_FOLDER, TEXT_EXTENSION);
            file.and_then(|file| fs::canonicalize(file).ok()).as_ref() == Some(&wanted)
        };
        all.into_iter().find(is).ok_or_else(|| Error::NoProperty(path.display().to_string()))
    }

    /// Who names a crate writes what comes behind it too: else `run it` would be all of `tests/it`.
    fn matches(&self, filter: &str) -> bool {
        let with_crate = || filter.contains("::") && self.full_name().contains(filter);
        self.path.contains(filter) || with_crate()
    }

    /// With the crate.
    fn full_name(&self) -> String {
        format!("{}::{}", self.binary.name, self.path)
    }

    /// The package that it tests.
    pub(crate) fn package(&self) -> &str {
        &self.binary.package
    }

    /// A file that the library keeps of it in this folder of its package.
    pub(crate) fn file(&self, folder: &str, extension: &str) -> Option<PathBuf> {
        let file = self.property.as_ref()?.name().file_name(extension);
        Some(self.binary.folder.join(folder).join(file))
    }

    /// Returns the file of its saved failures.
    pub(crate) fn regressions(&self) -> Option<RegressionStore> {
        let name = self.property.as_ref()?.name();
        Some(RegressionStore::new(self.binary.folder.join(REGRESSIONS_FOLDER), name))
    }

    /// Starts it with these settings, and has it write down in this folder how it goes.
    pub(crate) fn start(&self, settings: &[(&str, &str)], folder: &str) -> Result<Running, Error> {
        let mut command = command(self.binary);
        command.args([&self.path, "--exact", "--nocapture", "--test-threads=1"]);
        command.args(self.is_ignored.then_some("--ignored"));
        command.env("FORALL_RESULTS", folder).envs(settings.iter().copied());
        signals::apart(&mut command);
        let results = self.file(folder, LINES_EXTENSION).unwrap_or_default();
        Running::start(command, self.name.clone(), results)
    }
}

impl Ended {
    pub(crate) fn of(status: ExitStatus, signals: &Signals) -> Ended {
        match status.code() {
            Some(0) => Ended::Passed,
            Some(FAILED) => Ended::Falsified,
            _ if signals.code().is_some() => Ended::Interrupted,
            _ => Ended::Died(status),
        }
    }
}

/// Names those with their crates, and then with their packages, of which there are several else.
fn tell_apart(all: &mut [Found<'_>]) {
    for longer in [
        |found: &Found<'_>| found.full_name(),
        |found: &Found<'_>| format!("{}: {}", found.binary.package, found.full_name()),
    ] {
        let names: Vec<String> = all.iter().map(|found| found.name.clone()).collect();
        for (at, found) in all.iter_mut().enumerate() {
            let others = names.iter().enumerate().filter(|(other, _)| *other != at);
            if others.into_iter().any(|(_, name)| *name == found.name) {
                found.name = longer(found);
            }
        }
    }
}

/// The tests that a binary says it has. One with a harness of its own may not know how to say it.
fn list(binary: &Binary, more: &[&str]) -> Result<Vec<String>, Error> {
    let output = command(binary)
        .args(["--list", "--format", "terse"])
        .args(more)
        .output()
        .map_err(Error::cannot("start a test binary"))?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let tests = lines.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(tests.map(str::to_owned).collect())
}

/// As cargo would start it.
fn command(binary: &Binary) -> Command {
    let mut command = Command::new(&binary.path);
    command.current_dir(&binary.folder);
    command.env("CARGO_MANIFEST_DIR", &binary.folder).env("CARGO_PKG_NAME", &binary.package);
    command
}

impl fmt::Display for Ended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ended::Passed => f.write_str("passed"),
            Ended::Falsified => f.write_str("falsified"),
            Ended::Interrupted => f.write_str("interrupted"),
            Ended::Died(status) => write!(f, "died ({status})"),
        }
    }
}
