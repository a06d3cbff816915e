//! The harness: what the test binaries hold, and one test of them in a process of its own.
//!
//! What a binary does in one test is counted for the whole process, so no two tests share one.

use std::fmt;
use std::process::{Command, ExitStatus, Stdio};

use crate::build::Binary;
use crate::error::Error;
use crate::properties;
use crate::signals::{self, Signals};

/// A test that was found in a binary.
#[derive(Debug)]
pub(crate) struct Found<'a> {
    binary: &'a Binary,
    /// What the harness calls it.
    pub(crate) path: String,
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
    /// The properties in these binaries, or all tests.
    pub(crate) fn all(binaries: &[Binary], tests: bool) -> Result<Vec<Found<'_>>, Error> {
        let mut all = Vec::new();
        for binary in binaries {
            let properties = properties::paths(&binary.path)?;
            let ignored = list(binary, &["--ignored"])?;
            let wanted =
                |path: &String| (tests || properties.contains(path)) && !ignored.contains(path);
            let listed = list(binary, &[])?.into_iter().filter(wanted);
            all.extend(listed.map(|path| Found { binary, path }));
        }
        Ok(all)
    }

    /// Those whose paths contain `filter`.
    pub(crate) fn matching<'a>(
        all: Vec<Found<'a>>,
        filter: Option<&str>,
    ) -> Result<Vec<Found<'a>>, Error> {
        let Some(filter) = filter else {
            return if all.is_empty() { Err(Error::NoProperties) } else { Ok(all) };
        };
        let (matching, others): (Vec<Found<'a>>, Vec<Found<'a>>) =
            all.into_iter().partition(|test| test.path.contains(filter));
        if matching.is_empty() {
            let there = others.into_iter().map(|test| test.path).collect();
            return Err(Error::NoMatch { filter: filter.to_owned(), there });
        }
        Ok(matching)
    }

    /// Runs it with these settings. Its report goes to the terminal; what the test itself prints does not,
    /// since it would print it for every input.
    pub(crate) fn run(
        &self,
        settings: &[(&str, &str)],
        signals: &mut Signals,
    ) -> Result<Ended, Error> {
        let mut command = command(self.binary);
        command
            .args([&self.path, "--exact", "--nocapture", "--test-threads=1"])
            .envs(settings.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        signals::apart(&mut command);
        let mut test = command.spawn().map_err(Error::cannot("start a test"))?;
        let status = signals.wait(&mut test).map_err(Error::cannot("wait for a test"))?;
        Ok(match status.code() {
            Some(0) => Ended::Passed,
            Some(FAILED) => Ended::Falsified,
            _ if signals.code().is_some() => Ended::Interrupted,
            _ => Ended::Died(status),
        })
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
