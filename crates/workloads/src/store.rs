//! The store: a file with a record on each line. A run that was interrupted goes on where it stopped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::record::{Key, Record};

/// A file of records.
#[derive(Debug)]
pub struct Store {
    file: File,
    done: HashSet<Key>,
}

/// The records in a file; none if there is no file. Lines that are none, such as one that was cut off,
/// are passed over.
pub fn load(path: &Path) -> io::Result<Vec<Record>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(Record::from_line).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

impl Store {
    /// Opens a file, or makes it.
    pub fn open(path: &Path) -> io::Result<Store> {
        let done = load(path)?.into_iter().map(|record| record.key).collect();
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        end_line(&mut file)?;
        Ok(Store { file, done })
    }

    /// Is this trial in it?
    pub fn has(&self, key: &Key) -> bool {
        self.done.contains(key)
    }

    /// Appends a record, whole.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        self.file.write_all(format!("{}\n", record.to_json()).as_bytes())?;
        self.done.insert(record.key.clone());
        Ok(())
    }
}

/// Where the last line was cut off, what follows must not become part of it.
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
    use crate::tool::Tool;
    use crate::workload::Workload;

    #[test]
    fn what_was_cut_off_is_done_again() {
        let path = std::env::temp_dir().join(format!("workloads-{}.jsonl", std::process::id()));
        let task = Workload::named("BST").unwrap().task("insert_1", "InsertPost").unwrap();
        let trial = Tool::Both.trial(&task, &Strategy::Bespoke, (1, Duration::from_secs(60)));
        let key = |n| Key::new("e", &task, Strategy::Bespoke, Tool::Both, n);
        let record = |n| Record::new(key(n), &task, trial.as_ref().unwrap());

        let mut store = Store::open(&path).unwrap();
        (0..3).for_each(|n| store.add(&record(n)).unwrap());
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, &text[..text.len() - 20]).unwrap();

        let mut store = Store::open(&path).unwrap();
        assert_eq!([0, 1, 2].map(|n| store.has(&key(n))), [true, true, false]);
        store.add(&record(2)).unwrap();
        assert_eq!(load(&path).unwrap().len(), 3);
        std::fs::remove_file(&path).unwrap();
    }
}
