//! Running an experiment: job after job, on so many threads, each into the store.

use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::experiment::Job;
use crate::record::Record;
use crate::store::Store;

/// What is left to do, and what was done.
struct Progress<'p> {
    jobs: &'p [Job],
    next: AtomicUsize,
    shared: Mutex<Shared<'p>>,
    began: Instant,
}

struct Shared<'p> {
    store: &'p mut Store,
    screen: &'p mut (dyn Write + Send),
    done: usize,
    solved: usize,
    shown: Option<Instant>,
    failed: Option<io::Error>,
}

/// How often the line of progress is written anew.
const EVERY: Duration = Duration::from_millis(200);

/// Runs all jobs that are not in the store, and shows on the screen how far it is.
pub fn run(
    jobs: &[Job],
    timeout: Duration,
    threads: usize,
    store: &mut Store,
    screen: &mut (dyn Write + Send),
) -> io::Result<()> {
    let left: Vec<Job> = jobs.iter().filter(|job| !store.has(&job.key())).copied().collect();
    let shared = Shared { store, screen, done: 0, solved: 0, shown: None, failed: None };
    let progress = Progress {
        jobs: &left,
        next: AtomicUsize::new(0),
        shared: Mutex::new(shared),
        began: Instant::now(),
    };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| progress.work(timeout));
        }
    });
    let shared = progress.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    writeln!(shared.screen)?;
    shared.failed.map_or(Ok(()), Err)
}

impl Progress<'_> {
    fn work(&self, timeout: Duration) {
        while let Some(job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let trial = job.tool.trial(&job.task, job.strategy, (job.seed(), timeout));
            let record = trial.map(|trial| Record::new(job.key(), &job.task, &trial));
            let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
            if let Err(error) = shared.take(record.as_ref(), self) {
                shared.failed = Some(error);
                self.next.store(self.jobs.len(), Ordering::Relaxed);
            }
        }
    }
}

impl Shared<'_> {
    fn take(&mut self, record: Option<&Record>, progress: &Progress<'_>) -> io::Result<()> {
        self.done += 1;
        if let Some(record) = record {
            self.solved += usize::from(record.solved());
            self.store.add(record)?;
        }
        let total = progress.jobs.len();
        let due = self.shown.is_none_or(|shown| shown.elapsed() >= EVERY);
        if due || self.done == total {
            self.shown = Some(Instant::now());
            let line = line(self.done, self.solved, total, progress.began.elapsed());
            write!(self.screen, "\r{line}")?;
            self.screen.flush()?;
        }
        Ok(())
    }
}

/// The width of the bar.
const WIDTH: usize = 30;

/// A bar, how many trials are done and solved, and about how long the rest takes.
fn line(done: usize, solved: usize, total: usize, so_far: Duration) -> String {
    let full = WIDTH * done / total.max(1);
    let left = so_far.mul_f64((total - done) as f64 / done.max(1) as f64);
    let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
    format!("{bar} {done}/{total} trials, {solved} solved, {}s left ", left.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_done_and_what_is_left() {
        let half = line(5, 4, 10, Duration::from_secs(20));
        let bar = "█".repeat(15) + &"░".repeat(15);
        assert_eq!(half, format!("{bar} 5/10 trials, 4 solved, 20s left "));
        assert!(line(10, 10, 10, Duration::from_secs(20)).ends_with("10 solved, 0s left "));
    }
}
