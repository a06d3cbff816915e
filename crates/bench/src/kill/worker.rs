//! A worker: runs failing properties until it is killed, and logs the saved failures.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use forall::harness::{Settings, Test};
use forall::property::{Erased, forall};
use forall::report::{FailureEvent, RunObserver};
use forall::runner::{self, Options};
use forall::source::ChoiceSequence;

use super::saved_failures::number_of;

/// The file that all workers share, relative to their working directory.
pub(super) const SHARED_FILE: &str = "saved/bench/shared.txt";
const FOLDER: &str = "saved";
/// The size of a worker's range of numbers; worker 0 starts at 0.
pub(super) const RANGE_SIZE: u64 = 1 << 40;
/// The threshold of the first failing property. Each later property has half the threshold of the
/// one before.
const FIRST_THRESHOLD: u64 = 1 << 20;
/// One worker in this many fails on all numbers, including those of other workers.
const GREEDY_INTERVAL: u64 = 5;

/// Returns the worker that owns this number.
pub(super) fn owner(x: u64) -> u64 {
    x / RANGE_SIZE
}

/// Runs until it is killed. Returns only if something is wrong, after writing it to the log.
pub fn work(k: u64) -> io::Result<()> {
    let here = std::env::current_dir()?;
    let log = Arc::new(File::options().create(true).append(true).open(log_of(&here, k))?);
    let mut least = FIRST_THRESHOLD;
    loop {
        let report = fail(k, least, &here.join(FOLDER), &log);
        match saved_number(&report) {
            Some(x) => write(&log, "saved", x)?,
            None => return (&*log).write_all(format!("wrong {report:?}\n").as_bytes()),
        }
        least = (least / 2).max(1);
    }
}

/// Runs a property that fails from `least` on, and returns the report.
fn fail(k: u64, least: u64, folder: &Path, log: &Arc<File>) -> String {
    let first = k * RANGE_SIZE;
    let last = first + RANGE_SIZE - 1;
    // The library replays an entry of another worker as the nearest number of this one: the first
    // or the last.
    let fails = move |x: u64| k.is_multiple_of(GREEDY_INTERVAL) || (x - first >= least && x < last);
    let property = Erased::new(forall("x", first..=last).check(move |(x, ())| !fails(*x)));
    let test = Test::new("bench", "shared");
    let regressions = Some(folder.display().to_string().into());
    let settings = Settings { regressions, seed: Some(k), ..Settings::NONE };
    let runner = |property: &Erased, options: &Options| {
        let observer = options.observer.clone().map(|inner| -> Arc<dyn RunObserver> {
            Arc::new(SaveLogger { inner, log: Arc::clone(log) })
        });
        runner::quick_check(property, &Options { observer, ..options.clone() })
    };
    let run = AssertUnwindSafe(|| test.run(&property, &runner, &settings));
    match catch_unwind(run) {
        Ok(()) => "the property passed".to_owned(),
        Err(thrown) => thrown.downcast().map_or("unknown panic".to_owned(), |report| *report),
    }
}

/// Returns the number that the report says was saved.
fn saved_number(report: &str) -> Option<u64> {
    let (_, replay) = report.split_once("FORALL_REPLAY=")?;
    let choices = replay.split(' ').next()?.parse::<ChoiceSequence>().ok()?;
    report.contains("\n  saved to ").then(|| number_of(&choices))?
}

/// An observer that logs what another one has saved.
#[derive(Debug)]
struct SaveLogger {
    inner: Arc<dyn RunObserver>,
    log: Arc<File>,
}

impl RunObserver for SaveLogger {
    fn failure(&self, failing: &FailureEvent<'_>) {
        let number = failing.choices.as_ref().and_then(number_of);
        let log = |word| number.map_or(Ok(()), |x| write(&self.log, word, x));
        log("saving").expect("the log can be written");
        self.inner.failure(failing);
        log("saved").expect("the log can be written");
    }
}

/// Writes one line in a single call.
fn write(mut log: &File, word: &str, x: u64) -> io::Result<()> {
    log.write_all(format!("{word} {x}\n").as_bytes())
}

/// The log of a worker.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Log {
    /// The last saved failure.
    pub(super) saved: Option<u64>,
    /// Was another failure about to be saved?
    pub(super) saving: bool,
    /// The reason why the worker ended before it was killed.
    pub(super) wrong: Option<String>,
}

/// Returns the path of this worker's log.
pub(super) fn log_of(folder: &Path, k: u64) -> PathBuf {
    folder.join(format!("{k}.log"))
}

impl Log {
    /// Reads a log. A missing file is an empty log: its worker was killed before it started.
    pub(super) fn read(path: &Path) -> io::Result<Log> {
        match fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Log::default()),
            text => Ok(Log::parse(&text?)),
        }
    }

    fn parse(text: &str) -> Log {
        let mut log = Log::default();
        for line in text.lines() {
            match line.split_once(' ') {
                Some(("saving", _)) => log.saving = true,
                Some(("saved", x)) => {
                    log.saved = x.parse().ok();
                    log.saving = false;
                }
                _ => log.wrong = Some(line.to_owned()),
            }
        }
        log
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_contains_the_last_saved_failure() {
        let log = |saved, saving| Log { saved, saving, wrong: None };
        assert_eq!(Log::parse(""), log(None, false));
        assert_eq!(Log::parse("saving 9\n"), log(None, true));
        assert_eq!(Log::parse("saving 9\nsaved 9\nsaving 4\nsaved 4\n"), log(Some(4), false));
        assert_eq!(
            Log::parse("saved 9\nwrong \"it passed\"\n").wrong.unwrap(),
            "wrong \"it passed\""
        );
    }

    #[test]
    fn a_worker_saves_the_failures_in_its_log() {
        let folder = tempfile::tempdir().unwrap();
        let path = log_of(folder.path(), 3);
        let log = Arc::new(File::create(&path).unwrap());
        let report = fail(3, FIRST_THRESHOLD, &folder.path().join(FOLDER), &log);
        assert_eq!(saved_number(&report), Some(3 * RANGE_SIZE + FIRST_THRESHOLD), "{report}");
        assert_eq!(Log::read(&path).unwrap().saved, saved_number(&report));
        let file = fs::read_to_string(folder.path().join(SHARED_FILE)).unwrap();
        assert!(file.contains(&format!("\nfails {}.", 3 * RANGE_SIZE + FIRST_THRESHOLD)), "{file}");
    }
}
