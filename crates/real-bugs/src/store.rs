//! The store: a file with a line of JSON for each bug and each search. An interrupted measurement can continue.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::catalog::BugInfo;
use crate::measure::Tool;

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The bug.
    pub bug: String,
    /// The tool.
    pub tool: Tool,
    /// The seed.
    pub seed: u64,
    /// The maximum number of tests.
    pub max_tests: u64,
    /// The time limit.
    pub max_seconds: f64,
    /// How the search ended.
    pub outcome: Outcome,
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The last of these tests failed.
    Found {
        /// The number of tests.
        tests: u64,
    },
    /// All tests passed.
    NotFound {
        /// The number of tests.
        tests: u64,
    },
    /// The process crashed: not counted as found, because the number of tests is unknown.
    Crashed,
    /// The process was killed, because a test did not end.
    TimedOut,
}

impl Outcome {
    /// Returns the number of tests until the failure, if there is one.
    pub fn found(self) -> Option<u64> {
        match self {
            Outcome::Found { tests } => Some(tests),
            Outcome::NotFound { .. } | Outcome::Crashed | Outcome::TimedOut => None,
        }
    }
}

/// Identifies a search in a store.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Key {
    /// The bug.
    pub bug: String,
    /// The tool.
    pub tool: Tool,
    /// The seed.
    pub seed: u64,
}

impl Record {
    /// Returns the key of this search.
    pub fn key(&self) -> Key {
        Key { bug: self.bug.clone(), tool: self.tool, seed: self.seed }
    }

    /// Formats the record as a line of JSON.
    pub fn to_line(&self) -> String {
        let (outcome, tests) = match self.outcome {
            Outcome::Found { tests } => ("found", Some(tests)),
            Outcome::NotFound { tests } => ("not found", Some(tests)),
            Outcome::Crashed => ("crashed", None),
            Outcome::TimedOut => ("timed out", None),
        };
        json!({
            "bug": self.bug,
            "tool": self.tool.name(),
            "seed": self.seed,
            "max_tests": self.max_tests,
            "max_seconds": self.max_seconds,
            "outcome": outcome,
            "tests": tests,
        })
        .to_string()
    }

    /// Parses a line, and returns `None` if it is not a record.
    pub fn from_line(line: &str) -> Option<Record> {
        let value: Value = serde_json::from_str(line).ok()?;
        let tests = value["tests"].as_u64();
        let outcome = match value["outcome"].as_str()? {
            "found" => Outcome::Found { tests: tests? },
            "not found" => Outcome::NotFound { tests: tests? },
            "crashed" => Outcome::Crashed,
            "timed out" => Outcome::TimedOut,
            _ => return None,
        };
        Some(Record {
            bug: value["bug"].as_str()?.to_owned(),
            tool: Tool::named(value["tool"].as_str()?)?,
            seed: value["seed"].as_u64()?,
            max_tests: value["max_tests"].as_u64()?,
            max_seconds: value["max_seconds"].as_f64()?,
            outcome,
        })
    }
}

/// The content of a store.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// The bugs. If one is described more than once, the last description counts.
    pub bugs: Vec<BugInfo>,
    /// The results.
    pub records: Vec<Record>,
}

/// Loads a store. Other lines, such as a truncated one, are skipped.
pub fn load(path: &Path) -> io::Result<Stored> {
    let text = fs::read_to_string(path).map_err(|error| {
        io::Error::new(error.kind(), format!("cannot read {}: {error}", path.display()))
    })?;
    Ok(Stored {
        bugs: text.lines().filter_map(BugInfo::from_line).collect(),
        records: text.lines().filter_map(Record::from_line).collect(),
    })
}

/// A store, open for appending.
#[derive(Debug)]
pub struct Store {
    file: File,
    finished: HashSet<Key>,
}

impl Store {
    /// Opens a store. Without `resume`, its records are deleted.
    pub fn open(path: &Path, resume: bool) -> io::Result<Store> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        let mut finished = HashSet::new();
        if resume && path.exists() {
            finished = load(path)?.records.iter().map(Record::key).collect();
        } else {
            File::create(path)?;
        }
        let mut file = OpenOptions::new().append(true).open(path)?;
        if !finished.is_empty() {
            // The last line may be truncated.
            writeln!(file)?;
        }
        Ok(Store { file, finished })
    }

    /// Returns whether the store has a record of this search.
    pub fn has(&self, key: &Key) -> bool {
        self.finished.contains(key)
    }

    /// Appends the description of a bug.
    pub fn describe(&mut self, bug: &BugInfo) -> io::Result<()> {
        writeln!(self.file, "{}", bug.to_line())
    }

    /// Appends a record.
    pub fn append(&mut self, record: &Record) -> io::Result<()> {
        writeln!(self.file, "{}", record.to_line())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(outcome: Outcome) -> Record {
        Record {
            bug: "a_bug".into(),
            tool: Tool::Fuzz,
            seed: 3,
            max_tests: 1_000,
            max_seconds: 0.5,
            outcome,
        }
    }

    #[test]
    fn records_round_trip() {
        let outcomes = [
            Outcome::Found { tests: 7 },
            Outcome::NotFound { tests: 1_000 },
            Outcome::Crashed,
            Outcome::TimedOut,
        ];
        for outcome in outcomes {
            let record = record(outcome);
            assert_eq!(Record::from_line(&record.to_line()), Some(record));
        }
    }

    #[test]
    fn truncated_lines_are_skipped() {
        let line = record(Outcome::Crashed).to_line();
        assert_eq!(Record::from_line(&line[..line.len() - 1]), None);
    }
}
