//! Kills: many processes save failures to one file and are killed at random moments.
//!
//! Each process is a [worker] with its own range of numbers, and logs every failure that the
//! library reported as saved. At the end, the file must contain each of them, or a simpler one of
//! the same worker. A concurrent reader must be able to parse the file at any time, and must find
//! everything that it found before.

mod saved_failures;
pub mod worker;

use std::hash::BuildHasher;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use self::saved_failures::SavedFailures;
use self::worker::{Log, SHARED_FILE, log_of};
use crate::options::{Options, Verb};
use crate::row::{Bar, Row};

const NAME: &str = "kills";
const KILLS: u64 = 1_000;
/// The number of concurrent processes.
const CONCURRENT_PROCESSES: u64 = 8;
/// The maximum lifetime of a process.
const MAX_LIFETIME: Duration = Duration::from_millis(200);
/// The time limit of the last process, which is not killed before it has saved a failure.
const LAST_TIMEOUT: Duration = Duration::from_secs(60);

/// Kills processes, and checks the file they leave.
pub fn kill(options: &Options) -> io::Result<Vec<Row>> {
    if !options.wants(NAME) {
        return Ok(Vec::new());
    }
    let kills = if options.quick { KILLS / 20 } else { KILLS };
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let over = AtomicBool::new(false);
    let (ended, reads) = thread::scope(|scope| {
        let reader = scope.spawn(|| read_on(&folder.join(SHARED_FILE), &over));
        let ended = kill_all(folder, kills);
        over.store(true, Ordering::Relaxed);
        (ended, reader.join().expect("the reader does not panic"))
    });
    let ended = ended?;
    // The last process reads the whole file like the library does, and saves one more failure.
    last(folder, kills)?;
    let saved = SavedFailures::read(&folder.join(SHARED_FILE)).map(Option::unwrap_or_default);
    let logs =
        (0..=kills).map(|k| Log::read(&log_of(folder, k))).collect::<io::Result<Vec<_>>>()?;
    Ok(rows(&logs, ended, saved, reads))
}

/// What the concurrent reader saw.
#[derive(Debug, Default)]
struct Reads {
    all: u64,
    sound: u64,
    /// The first problem.
    wrong: Option<String>,
}

/// Reads the file repeatedly. Each time it must contain everything from the time before.
fn read_on(path: &Path, over: &AtomicBool) -> Reads {
    let mut reads = Reads::default();
    let mut before = None;
    while !over.load(Ordering::Relaxed) {
        let seen = SavedFailures::read(path).and_then(|now| {
            let lost = before.as_ref().and_then(|before: &SavedFailures| match &now {
                Some(now) => now.missing_since(before),
                None => Some("the file is missing".to_owned()),
            });
            lost.map_or(Ok(now), Err)
        });
        reads.all += 1;
        match seen {
            Ok(now) => {
                reads.sound += 1;
                before = now;
            }
            Err(wrong) => reads.wrong = reads.wrong.or(Some(wrong)),
        }
        thread::sleep(Duration::from_micros(200));
    }
    reads
}

/// Starts processes and kills them. Returns how many ended on their own; none should.
fn kill_all(folder: &Path, kills: u64) -> io::Result<u64> {
    let next = AtomicU64::new(0);
    let ended = AtomicU64::new(0);
    let kill_some = || -> io::Result<()> {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= kills {
                return Ok(());
            }
            let mut child = command(folder, k)?.spawn()?;
            thread::sleep(moment(k));
            let early = child.try_wait()?.is_some();
            ended.fetch_add(u64::from(early), Ordering::Relaxed);
            child.kill()?;
            child.wait()?;
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..CONCURRENT_PROCESSES).map(|_| scope.spawn(kill_some)).collect();
        threads.into_iter().try_for_each(|thread| thread.join().expect("no thread panics"))
    })?;
    Ok(ended.into_inner())
}

/// Returns a different lifetime for every process.
fn moment(k: u64) -> Duration {
    let random = std::hash::RandomState::new().hash_one(k);
    MAX_LIFETIME.mul_f64(random as f64 / u64::MAX as f64)
}

fn command(folder: &Path, k: u64) -> io::Result<Command> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(Verb::Worker(k).to_string().split(' ')).current_dir(folder);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    Ok(command)
}

/// Runs a process until it has saved a failure.
fn last(folder: &Path, k: u64) -> io::Result<()> {
    let mut child = command(folder, k)?.spawn()?;
    let start = Instant::now();
    while start.elapsed() < LAST_TIMEOUT {
        let log = Log::read(&log_of(folder, k))?;
        if log.saved.is_some() || child.try_wait()?.is_some() {
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    child.kill()?;
    child.wait()?;
    Ok(())
}

/// Returns a row for each requirement. A row is missed if the first figure exceeds the second.
fn rows(logs: &[Log], ended: u64, saved: Result<SavedFailures, String>, reads: Reads) -> Vec<Row> {
    let row = |requirement: &str, all: usize, sound: usize, unit, note| Row {
        name: format!("{NAME}: {requirement}"),
        ours: all as f64,
        theirs: sound as f64,
        bar: Some(Bar::Firm(1.0)),
        unit,
        note,
    };
    let wrong: Vec<&String> = logs.iter().filter_map(|log| log.wrong.as_ref()).collect();
    let first = wrong.first().map_or(String::new(), |wrong| format!("; {wrong}"));
    let sound = logs.len() - wrong.len().max(ended as usize);
    let in_flight = logs.iter().filter(|log| log.saving).count();
    let note = format!("{in_flight} killed while saving{first}");
    let processes = row("none ended early", logs.len(), sound, "processes", note);

    let logged: Vec<u64> = logs.iter().filter_map(|log| log.saved).collect();
    let (found, note) = match saved {
        Ok(saved) => {
            let (found, lost): (Vec<u64>, Vec<u64>) =
                logged.iter().partition(|x| saved.contains(**x));
            let first = lost.first().map_or(String::new(), |lost| format!("; lost {lost}"));
            (found.len(), format!("{} in the file{first}", saved.len()))
        }
        Err(unreadable) => (0, unreadable),
    };
    let failures = row("no failure lost", logged.len(), found, "failures", note);

    let note = reads.wrong.unwrap_or_default();
    let all = row("always readable", reads.all as usize, reads.sound as usize, "reads", note);
    vec![processes, failures, all]
}

#[cfg(test)]
mod tests {
    use forall::source::{ChoiceSequence, ChoiceValue};

    use super::*;

    fn held(logs: &[Log], file: &str, reads: Reads) -> [bool; 3] {
        let rows = rows(logs, 0, SavedFailures::parse(file), reads);
        [0, 1, 2].map(|at| rows[at].holds())
    }

    fn log(saved: Option<u64>, wrong: Option<&str>) -> Log {
        Log { saved, saving: false, wrong: wrong.map(str::to_owned) }
    }

    #[test]
    fn lost_failures_miss_a_bar() {
        let seven = ChoiceSequence(vec![ChoiceValue::Integer(7)]);
        let file = format!("forall-regressions 1\n\nfails {seven}\n");
        let sound = || Reads { all: 2, sound: 2, wrong: None };
        assert_eq!(held(&[log(Some(7), None)], &file, sound()), [true; 3]);
        assert_eq!(
            held(&[log(Some(9), None)], &file, sound()),
            [true; 3],
            "a simpler failure is saved"
        );
        assert_eq!(held(&[log(Some(6), None)], &file, sound()), [true, false, true]);
        let other = worker::RANGE_SIZE + 1;
        assert_eq!(held(&[log(Some(other), None)], &file, sound()), [true, false, true]);
        assert_eq!(held(&[log(None, None)], &file, sound()), [true, false, true], "nothing saved");
        assert_eq!(held(&[log(Some(7), Some("no"))], &file, sound()), [false, true, true]);
        assert_eq!(held(&[log(Some(7), None)], &file[1..], sound()), [true, false, true]);
        let unsound = Reads { all: 2, sound: 1, wrong: Some("cut".into()) };
        assert_eq!(held(&[log(Some(7), None)], &file, unsound), [true, true, false]);
    }
}
