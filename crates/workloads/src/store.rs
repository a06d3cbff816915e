//! The store: a file with a record on each line. An interrupted run continues where it stopped.

use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::{Value, json};

use crate::experiment::Experiment;
use crate::packed::unpack;
use crate::program::Program;
use crate::record::{Key, Record};
use crate::throughput::Row;

/// A file of records, open for appending.
#[derive(Debug)]
pub struct Store {
    file: File,
    /// The trials, by program.
    done: HashSet<ProgramKey>,
    /// Tasks that a test loop did not solve in some trial.
    lost: HashSet<ProgramKey>,
    machine: Option<String>,
}

/// The name of a trial or task, and the program that ran it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ProgramKey {
    key: Key,
    program: String,
}

impl ProgramKey {
    fn of(record: &Record) -> ProgramKey {
        ProgramKey { key: record.key.clone(), program: record.program.clone() }
    }

    /// Returns the key shared by all trials of a test loop on a task.
    fn group(self) -> ProgramKey {
        ProgramKey { key: self.key.group(), ..self }
    }
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
/// skipped. If several programs ran a test loop on a task, only the trials of the last one are loaded, so that no mean
/// mixes programs. Trials of loops that an experiment no longer has are not loaded.
pub fn load(path: &Path) -> io::Result<Stored> {
    let text = match std::fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let mut stored = Stored::default();
    text.lines().for_each(|line| stored.read(line));
    stored.forget_earlier_programs();
    stored.records.retain(|record| is_current(&record.key));
    Ok(stored)
}

/// Returns whether an experiment has this loop, or its quick run does. Other experiments than those of this program are not
/// judged.
fn is_current(key: &Key) -> bool {
    let Some(experiment) = Experiment::named(&key.experiment) else { return true };
    experiment.loops.iter().any(|test_loop| {
        [*test_loop, test_loop.without_edges()]
            .iter()
            .any(|known| known.to_string() == key.test_loop)
    })
}

impl Stored {
    /// Removes the trials of earlier programs.
    fn forget_earlier_programs(&mut self) {
        let last: HashMap<Key, String> = self
            .records
            .iter()
            .map(|record| (record.key.group(), record.program.clone()))
            .collect();
        self.records.retain(|record| last.get(&record.key.group()) == Some(&record.program));
    }

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
        let lost = lost.map(|record| ProgramKey::of(record).group()).collect();
        let done = records.iter().map(ProgramKey::of).collect();
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        end_line(&mut file)?;
        Ok(Store { file, done, lost, machine })
    }

    /// Returns whether this program has run this trial.
    pub fn has(&self, key: &Key, program: &Program) -> bool {
        self.done.contains(&ProgramKey { key: key.clone(), program: program.to_string() })
    }

    /// Returns whether this program did not solve the task in some trial.
    pub fn is_unsolved(&self, key: &Key, program: &Program) -> bool {
        self.lost.contains(&ProgramKey { key: key.group(), program: program.to_string() })
    }

    /// Appends a record.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.write(&record.to_json())?;
        let key = ProgramKey::of(record);
        if !record.solved() {
            self.lost.insert(key.clone().group());
        }
        self.done.insert(key);
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
    use std::path::PathBuf;
    use std::time::Duration;

    use super::*;
    use crate::program::is_stale;
    use crate::strategy::Strategy;
    use crate::test_loop::TestLoop;
    use crate::trial::TrialOptions;
    use crate::workload::Workload;

    /// Returns an empty store in a file of this name, a task, and records of it by number.
    fn store(name: &str) -> (PathBuf, impl Fn(u64) -> Record) {
        let path =
            std::env::temp_dir().join(format!("workloads-{name}-{}.jsonl", std::process::id()));
        let task = Workload::named("BST").unwrap().task("insert_1", "InsertPost").unwrap();
        let options = TrialOptions { seed: 1, time: Duration::from_secs(60) };
        let trial = TestLoop::Both.trial(&task, &Strategy::Bespoke, options).unwrap();
        let key = move |n| Key::new("e", &task, Strategy::Bespoke, TestLoop::Both, n);
        (path, move |n| Record::new(key(n), &task, &trial))
    }

    #[test]
    fn a_truncated_record_is_run_again() {
        let (path, record) = store("truncated");
        let program = Program::new(Duration::from_secs(60));
        let mut store = Store::open(&path).unwrap();
        (0..3).for_each(|n| store.add(&record(n).by(&program)).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 20]).unwrap();

        let mut store = Store::open(&path).unwrap();
        let has = [0, 1, 2].map(|n| store.has(&record(n).key, &program));
        assert_eq!(has, [true, true, false]);
        store.add(&record(2).by(&program)).unwrap();
        assert_eq!(load(&path).unwrap().records.len(), 3);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn loops_that_no_experiment_has_are_forgotten() {
        let (path, record) = store("loops");
        let mut store = Store::open(&path).unwrap();
        for (experiment, test_loop) in [("solve", "erased"), ("solve", "both"), ("e", "both")] {
            let mut record = record(0);
            record.key.experiment = experiment.to_owned();
            record.key.test_loop = test_loop.to_owned();
            store.add(&record).unwrap();
        }
        let loaded = load(&path).unwrap().records;
        let names: Vec<&str> = loaded.iter().map(|record| &*record.key.experiment).collect();
        assert_eq!(names, ["solve", "e"]);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn trials_of_other_programs_are_run_again_and_do_not_mix() {
        let (path, record) = store("programs");
        let [short, long] = [1, 60].map(|seconds| Program::new(Duration::from_secs(seconds)));
        let mut store = Store::open(&path).unwrap();
        let lost = |n| Record { status: "timed_out".to_owned(), ..record(n) };
        store.add(&record(0)).unwrap();
        (0..2).for_each(|n| store.add(&lost(n).by(&short)).unwrap());
        for store in [&store, &Store::open(&path).unwrap()] {
            let key = record(0).key;
            assert!(store.has(&key, &short) && store.is_unsolved(&key, &short));
            assert!(!store.has(&key, &long) && !store.is_unsolved(&key, &long));
        }
        let programs = |records: Vec<Record>| -> Vec<String> {
            records.into_iter().map(|record| record.program).collect()
        };
        assert_eq!(
            programs(load(&path).unwrap().records),
            [short, short].map(|one| one.to_string())
        );
        store.add(&record(1).by(&long)).unwrap();
        let records = load(&path).unwrap().records;
        assert!(!is_stale(&records[0]) && is_stale(&record(0)));
        assert_eq!(programs(records), [long.to_string()]);
        std::fs::remove_file(&path).unwrap();
    }
}
