//! The store: a file with a record on each line. An interrupted run continues where it stopped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::packed::unpack;
use crate::record::{Key, Record};
use crate::throughput::Row;

/// A file of records, open for appending.
#[derive(Debug)]
pub struct Store {
    file: File,
    done: HashSet<Key>,
    /// Tasks that a test loop did not solve in some trial.
    lost: HashSet<Key>,
    machine: Option<String>,
}

/// The content of a store.
#[derive(Clone, Debug, Default)]
pub struct Stored {
    /// The trials.
    pub records: Vec<Record>,
    /// Tests per second, as last measured.
    pub rates: Vec<Row>,
    /// The machine of the last measurement.
    pub machine: Option<String>,
}

/// Loads a store. A missing file is an empty store. Unreadable lines, such as a truncated one, are
/// skipped.
pub fn load(path: &Path) -> io::Result<Stored> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let mut stored = Stored::default();
    text.lines().for_each(|line| stored.read(line));
    Ok(stored)
}

impl Stored {
    fn read(&mut self, line: &str) {
        if let Some(record) = Record::from_line(line) {
            self.records.push(record);
        } else if let Some(records) = unpack(line) {
            self.records.extend(records);
        } else if let Some(row) = Row::from_line(line) {
            let same = |old: &Row| (&old.workload, &old.property) == (&row.workload, &row.property);
            self.rates.retain(|old| !same(old));
            self.rates.push(row);
        } else if let Ok(line) = serde_json::from_str::<Value>(line) {
            let machine = line.get(MACHINE).and_then(Value::as_str).map(str::to_owned);
            self.machine = machine.or(self.machine.take());
        }
    }
}

/// The only key of a line that describes the machine.
pub(crate) const MACHINE: &str = "machine";

impl Store {
    /// Opens a store, or creates it.
    pub fn open(path: &Path) -> io::Result<Store> {
        let Stored { records, machine, .. } = load(path)?;
        let lost = records.iter().filter(|record| !record.solved());
        let lost = lost.map(|record| record.key.group()).collect();
        let done = records.into_iter().map(|record| record.key).collect();
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        end_line(&mut file)?;
        Ok(Store { file, done, lost, machine })
    }

    /// Returns whether this trial is in the store.
    pub fn has(&self, key: &Key) -> bool {
        self.done.contains(key)
    }

    /// Returns whether this trial can be skipped: it is in the store, or an earlier trial already
    /// made the task unsolved.
    pub fn settles(&self, key: &Key) -> bool {
        self.has(key) || self.lost.contains(&key.group())
    }

    /// Appends a record.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.write(&record.to_json())?;
        self.done.insert(record.key.clone());
        if !record.solved() {
            self.lost.insert(record.key.group());
        }
        Ok(())
    }

    /// Appends a measurement of tests per second.
    pub fn add_rate(&mut self, row: &Row) -> io::Result<()> {
        self.write(&row.to_json())
    }

    /// Records the machine, unless it is the one recorded last.
    pub fn note_machine(&mut self, machine: &str) -> io::Result<()> {
        if self.machine.as_deref() == Some(machine) {
            return Ok(());
        }
        self.machine = Some(machine.to_owned());
        self.write(&json!({ MACHINE: machine }))
    }

    fn write(&mut self, line: &Value) -> io::Result<()> {
        self.file.write_all(format!("{line}\n").as_bytes())
    }
}

/// Ends a truncated last line, so that the next record starts on a new one.
fn end_line(file: &mut File) -> io::Result<()> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(());
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    if last != *b"\n" { file.write_all(b"\n") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::strategy::Strategy;
    use crate::test_loop::TestLoop;
    use crate::trial::TrialOptions;
    use crate::workload::Workload;

    #[test]
    fn a_truncated_record_is_run_again() {
        let path = std::env::temp_dir().join(format!("workloads-{}.jsonl", std::process::id()));
        let task = Workload::named("BST").unwrap().task("insert_1", "InsertPost").unwrap();
        let trial = TestLoop::Both.trial(
            &task,
            &Strategy::Bespoke,
            TrialOptions { seed: 1, time: Duration::from_secs(60) },
        );
        let key = |n| Key::new("e", &task, Strategy::Bespoke, TestLoop::Both, n);
        let record = |n| Record::new(key(n), &task, trial.as_ref().unwrap());

        let mut store = Store::open(&path).unwrap();
        (0..3).for_each(|n| store.add(&record(n)).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 20]).unwrap();

        let mut store = Store::open(&path).unwrap();
        assert_eq!([0, 1, 2].map(|n| store.has(&key(n))), [true, true, false]);
        store.add(&record(2)).unwrap();
        assert_eq!(load(&path).unwrap().records.len(), 3);
        std::fs::remove_file(&path).unwrap();
    }
}
