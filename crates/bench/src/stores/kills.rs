//! Workers of one store are killed at random moments. A failure that the store had once must not be lost: the store must
//! always have it, or a simpler one of the same worker.
//!
//! Each worker has values of its own, and all values fail, so its failures differ from those of the others. The store is read
//! all the time, by code that the program does not use to write it.

use std::collections::BTreeMap;
use std::fs;
use std::hash::BuildHasher;
use std::io;
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use forall::source::ChoiceValue;
use forall_format::regressions::RegressionFile;

use super::project::Project;
use crate::options::Options;
use crate::row::{Bar, Row};

const NAME: &str = "kills: no failure of a store is lost";
const KILLS: u64 = 1_000;
/// The number of workers at the same time.
const CONCURRENT_WORKERS: u64 = 4;
/// The longest time until a worker is killed. Most have found a failure by then, and shrink it.
const MAX_LIFETIME: Duration = Duration::from_millis(2_500);
/// The number of values of each worker.
const RANGE: u64 = 1_000_000;
/// The number of times that a folder is listed before a failure counts as lost: a list is no snapshot.
const MAX_LISTS: usize = 3;

/// The simplest failure of each worker.
type Failures = BTreeMap<u64, u64>;

/// Kills workers, and returns a row with the failures that the store had and has.
pub(super) fn rows(options: &Options) -> io::Result<Vec<Row>> {
    if !options.wants(NAME) {
        return Ok(Vec::new());
    }
    let project = Project::build()?;
    let store = project.path("store");
    fs::create_dir(&store)?;
    let folder = store.join("failures/searched/searched/fails");
    let kills = if options.quick { KILLS / 50 } else { KILLS };
    let is_over = AtomicBool::new(false);
    let (killed, seen) = thread::scope(|scope| {
        let reader = scope.spawn(|| read_on(&folder, &is_over));
        let killed = kill_all(&project, kills);
        is_over.store(true, Ordering::Relaxed);
        (killed, reader.join().expect("the reader does not panic"))
    });
    let workers = killed?;
    let (seen, problem) = match seen {
        Ok(seen) => (seen, None),
        Err(problem) => (Failures::new(), Some(problem)),
    };
    let left = failures(&folder);
    let kept = left
        .as_ref()
        .map_or(0, |left| seen.iter().filter(|seen| has(left, *seen.0, *seen.1)).count());
    let problem = problem.or(left.err()).map_or(String::new(), |problem| format!("; {problem}"));
    Ok(vec![Row {
        name: NAME.to_owned(),
        ours: seen.len() as f64,
        theirs: kept as f64,
        bar: Some(Bar::Firm(1.0)),
        unit: "failures",
        note: format!("{kills} kills of {workers} workers{problem}"),
    }])
}

/// Starts workers, and kills each after another time, until this number was killed before they ended. Returns the number of
/// workers.
fn kill_all(project: &Project, kills: u64) -> io::Result<u64> {
    let next = AtomicU64::new(0);
    let killed = AtomicU64::new(0);
    let kill_some = || -> io::Result<()> {
        while killed.load(Ordering::Relaxed) < kills {
            let worker = next.fetch_add(1, Ordering::Relaxed);
            let mut process = start(project, worker)?;
            let random = std::hash::RandomState::new().hash_one(worker);
            thread::sleep(MAX_LIFETIME.mul_f64(random as f64 / u64::MAX as f64));
            killed.fetch_add(u64::from(process.try_wait()?.is_none()), Ordering::Relaxed);
            process.kill()?;
            process.wait()?;
        }
        Ok(())
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..CONCURRENT_WORKERS).map(|_| scope.spawn(kill_some)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(next.into_inner())
}

/// Starts a worker whose own files differ from those of the others, as on machines of their own.
fn start(project: &Project, worker: u64) -> io::Result<Child> {
    let corpus = format!(".forall/{worker}/corpus");
    let args =
        ["fuzz", "--no-coverage", "--time", "1h", "--store", "store", "--corpus", &corpus, "fails"];
    let mut command = project.command(&args);
    command.env("WORKER", worker.to_string());
    command.env("FORALL_REGRESSIONS", format!(".forall/{worker}/regressions"));
    command.stderr(std::process::Stdio::null()).spawn()
}

/// Reads the store until the end. Returns what it had, or what was lost.
fn read_on(folder: &Path, is_over: &AtomicBool) -> Result<Failures, String> {
    let mut seen = Failures::new();
    while !is_over.load(Ordering::Relaxed) {
        let mut now = failures(folder)?;
        let mut lists = 1;
        while let Some((worker, value)) = seen.iter().find(|seen| !has(&now, *seen.0, *seen.1)) {
            if lists == MAX_LISTS {
                return Err(format!("the failure {value} of worker {worker} is lost"));
            }
            now.append(&mut failures(folder)?);
            lists += 1;
        }
        seen.append(&mut now);
        thread::sleep(Duration::from_millis(2));
    }
    Ok(seen)
}

/// Returns whether the failures contain this one, or a simpler one of the same worker.
fn has(failures: &Failures, worker: u64, value: u64) -> bool {
    failures.get(&worker).is_some_and(|simplest| *simplest <= value)
}

/// Returns the failures in a folder of a store. Fails if an entry is damaged.
fn failures(folder: &Path) -> Result<Failures, String> {
    let mut failures = Failures::new();
    let Ok(files) = fs::read_dir(folder) else { return Ok(failures) };
    for file in files {
        let path = file.map_err(|error| error.to_string())?.path();
        let is_entry = path.extension().is_none();
        // Shrinking may have replaced it since.
        let Some(bytes) = fs::read(&path).ok().filter(|_| is_entry) else { continue };
        let value = value(&bytes).ok_or_else(|| format!("{} is damaged", path.display()))?;
        let simplest = failures.entry(value / RANGE).or_insert(value);
        *simplest = value.min(*simplest);
    }
    Ok(failures)
}

/// Returns the value in an entry.
fn value(bytes: &[u8]) -> Option<u64> {
    let file = RegressionFile::parse(bytes).ok()?;
    let mut entries = file.entries();
    match entries.next()?.choices.0[..] {
        [ChoiceValue::Integer(value)] => u64::try_from(value).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_and_damaged_failures_are_found() {
        let root = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(root.path().join(name), text).unwrap();
        let entry = |value: u64| {
            let choices = forall::source::ChoiceSequence(vec![ChoiceValue::Integer(value.into())]);
            format!("forall-regressions 1\n\nfails {choices}\n")
        };
        write("a", &entry(7 * RANGE + 9));
        write("b", &entry(7 * RANGE + 4));
        write("c.new", "half");
        let found = failures(root.path()).unwrap();
        assert_eq!(found, Failures::from([(7, 7 * RANGE + 4)]));
        assert!(has(&found, 7, 7 * RANGE + 9));
        assert!(!has(&found, 7, 7 * RANGE) && !has(&found, 8, 8 * RANGE));
        write("d", "half");
        assert!(failures(root.path()).unwrap_err().ends_with("d is damaged"));
    }
}
