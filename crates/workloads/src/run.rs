//! Running the trials of an experiment on several threads, and recording each in the store.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::experiment::Job;
use crate::record::{Key, Record};
use crate::store::Store;

/// The state shared by the threads of a run.
struct Progress<'p> {
    jobs: &'p [Job],
    next: AtomicUsize,
    shared: Mutex<Shared<'p>>,
}

struct Shared<'p> {
    store: &'p mut Store,
    screen: Screen,
    count: Count,
    failed: Option<io::Error>,
}

/// Runs all trials that are not in the store, and shows progress on the terminal.
pub fn run(
    jobs: &[Job],
    timeout: Duration,
    threads: usize,
    store: &mut Store,
    screen: Screen,
) -> io::Result<()> {
    let left: Vec<Job> = jobs.iter().filter(|job| !settled(store, job)).copied().collect();
    let count = Count::new(&left);
    let shared = Shared { store, screen, count, failed: None };
    let progress = Progress { jobs: &left, next: AtomicUsize::new(0), shared: Mutex::new(shared) };
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| progress.work(timeout));
        }
    });
    let shared = progress.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    shared.screen.end(&shared.count)?;
    shared.failed.map_or(Ok(()), Err)
}

/// Returns whether a trial can be skipped. A failed trial makes the task unsolved, so its other
/// trials are not needed, unless the experiment counts tests.
fn settled(store: &Store, job: &Job) -> bool {
    let key = job.key();
    if job.tool.counts_tests() { store.has(&key) } else { store.settles(&key) }
}

impl<'p> Progress<'p> {
    fn work(&self, timeout: Duration) {
        while let Some(job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let known = settled(self.lock().store, job);
            let trial = if known {
                None
            } else {
                job.tool.trial(&job.task, job.strategy, (job.seed(), timeout))
            };
            let record = trial.map(|trial| Record::new(job.key(), &job.task, &trial));
            let mut shared = self.lock();
            if let Err(error) = shared.take(&job.key(), record.as_ref()) {
                shared.failed = Some(error);
                self.next.store(self.jobs.len(), Ordering::Relaxed);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Shared<'p>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared<'_> {
    fn take(&mut self, key: &Key, record: Option<&Record>) -> io::Result<()> {
        self.count.take(key, record);
        if let Some(record) = record {
            self.store.add(record)?;
        }
        self.screen.show(&self.count)
    }
}

/// The progress of a run. A task counts once for each test loop and strategy.
#[derive(Debug)]
struct Count {
    /// The unfinished tasks.
    open: HashMap<Key, (usize, bool)>,
    tasks: usize,
    solved: usize,
    trials: (usize, usize),
    began: Instant,
}

impl Count {
    fn new(jobs: &[Job]) -> Count {
        let mut open = HashMap::new();
        for job in jobs {
            open.entry(job.key().group()).or_insert((0, true)).0 += 1;
        }
        let (tasks, trials) = (open.len(), (0, jobs.len()));
        Count { open, tasks, solved: 0, trials, began: Instant::now() }
    }

    fn take(&mut self, key: &Key, record: Option<&Record>) {
        self.trials.0 += 1;
        let Some((left, solved)) = self.open.get_mut(&key.group()) else { return };
        *left -= 1;
        *solved &= record.is_some_and(Record::solved);
        if *left == 0 {
            self.solved += usize::from(*solved);
            self.open.remove(&key.group());
        }
    }

    /// Formats the progress: a bar, the tasks done and solved, and the estimated remaining time.
    fn line(&self, so_far: Duration) -> String {
        const WIDTH: usize = 24;
        let (done, all) = self.trials;
        let full = WIDTH * done / all.max(1);
        let left = so_far.mul_f64((all - done) as f64 / done.max(1) as f64);
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
        let (tasks, all) = (self.tasks - self.open.len(), self.tasks);
        let solved = self.solved;
        format!("{bar} {tasks}/{all} tasks, {solved} solved, {} left", Rough(left))
    }
}

/// A duration, rounded for display.
struct Rough(Duration);

impl fmt::Display for Rough {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_secs() {
            seconds @ 0..100 => write!(f, "{seconds} s"),
            seconds => write!(f, "{} min", (seconds + 30) / 60),
        }
    }
}

/// Shows progress: on a terminal a line that is redrawn, otherwise only the last line.
#[derive(Debug)]
pub struct Screen {
    shown: Option<Instant>,
    terminal: bool,
}

impl Screen {
    /// The interval between redraws.
    const EVERY: Duration = Duration::from_millis(100);

    /// Shows progress on standard error.
    pub fn new() -> Screen {
        Screen { shown: None, terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, count: &Count) -> io::Result<()> {
        let due = self.shown.is_none_or(|shown| shown.elapsed() >= Screen::EVERY);
        if due && self.terminal {
            self.shown = Some(Instant::now());
            // `\r` returns to the start of the line, and `\x1b[K` erases the rest of the old one.
            write!(io::stderr(), "\r{}\x1b[K", count.line(count.began.elapsed()))?;
        }
        Ok(())
    }

    fn end(&self, count: &Count) -> io::Result<()> {
        let (all, solved) = (count.tasks, count.solved);
        let line = format!("{all} tasks, {solved} solved, in {}", Rough(count.began.elapsed()));
        let anew = if self.terminal { "\r\x1b[K" } else { "" };
        writeln!(io::stderr(), "{anew}{line}")
    }
}

impl Default for Screen {
    fn default() -> Screen {
        Screen::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Experiment;

    #[test]
    fn progress_says_what_is_done_and_what_is_left() {
        let jobs: Vec<Job> = Experiment::named("solve").unwrap().jobs(2)[..20].to_vec();
        let mut count = Count::new(&jobs);
        jobs[..11].iter().for_each(|job| count.take(&job.key(), None));
        let bar = "█".repeat(13) + &"░".repeat(11);
        let line = count.line(Duration::from_secs(22));
        assert_eq!(line, format!("{bar} 5/10 tasks, 0 solved, 18 s left"));
        jobs[11..].iter().for_each(|job| count.take(&job.key(), None));
        assert!(count.line(Duration::from_secs(40)).ends_with("10/10 tasks, 0 solved, 0 s left"));
        assert_eq!(Rough(Duration::from_secs(200)).to_string(), "3 min");
    }
}
