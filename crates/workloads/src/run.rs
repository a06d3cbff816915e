//! Running the trials of an experiment on several threads, and recording each in the store.

use std::collections::HashMap;
use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::experiment::Job;
use crate::program::Program;
use crate::record::{Key, Record};
use crate::store::Store;
use crate::trial::TrialOptions;

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
    let program = Program::new(timeout);
    let is_left = |job: &&Job| !is_settled(store, job, &program);
    let left: Vec<Job> = jobs.iter().filter(is_left).copied().collect();
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

/// Returns whether a trial can be skipped: this program has run it, or has failed to find the bug in another trial and the
/// experiment only asks whether all trials find it.
fn is_settled(store: &Store, job: &Job, program: &Program) -> bool {
    let key = job.key();
    store.has(&key, program) || !job.all_trials && store.is_unsolved(&key, program)
}

impl<'p> Progress<'p> {
    fn work(&self, timeout: Duration) {
        while let Some(job) = self.jobs.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let program = Program::new(timeout);
            let known = is_settled(self.lock().store, job, &program);
            let trial = if known {
                None
            } else {
                job.test_loop.trial(
                    &job.task,
                    job.strategy,
                    TrialOptions { seed: job.seed(), time: timeout },
                )
            };
            let record = trial.map(|trial| Record::new(job.key(), &job.task, &trial).by(&program));
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
    unfinished: HashMap<Key, TaskProgress>,
    tasks: usize,
    solved: usize,
    trials: usize,
    finished_trials: usize,
    start: Instant,
}

/// The progress of one task.
#[derive(Debug)]
struct TaskProgress {
    remaining_trials: usize,
    /// Have all trials so far found the bug?
    solved: bool,
}

impl Count {
    fn new(jobs: &[Job]) -> Count {
        let mut unfinished: HashMap<Key, TaskProgress> = HashMap::new();
        for job in jobs {
            let new = TaskProgress { remaining_trials: 0, solved: true };
            unfinished.entry(job.key().group()).or_insert(new).remaining_trials += 1;
        }
        Count {
            tasks: unfinished.len(),
            unfinished,
            solved: 0,
            trials: jobs.len(),
            finished_trials: 0,
            start: Instant::now(),
        }
    }

    fn take(&mut self, key: &Key, record: Option<&Record>) {
        self.finished_trials += 1;
        let Some(task) = self.unfinished.get_mut(&key.group()) else { return };
        task.remaining_trials -= 1;
        task.solved &= record.is_some_and(Record::solved);
        if task.remaining_trials == 0 {
            self.solved += usize::from(task.solved);
            self.unfinished.remove(&key.group());
        }
    }

    /// Formats the progress: a bar, the tasks done and solved, and the estimated remaining time.
    fn line(&self, so_far: Duration) -> String {
        const WIDTH: usize = 24;
        let finished = self.finished_trials;
        let full = WIDTH * finished / self.trials.max(1);
        let left = so_far.mul_f64((self.trials - finished) as f64 / finished.max(1) as f64);
        let bar = format!("{}{}", "█".repeat(full), "░".repeat(WIDTH - full));
        let done = self.tasks - self.unfinished.len();
        let Count { tasks, solved, .. } = self;
        format!("{bar} {done}/{tasks} tasks, {solved} solved, {} left", RoughDuration(left))
    }
}

/// A duration, rounded for display.
struct RoughDuration(Duration);

impl fmt::Display for RoughDuration {
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
    const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

    /// Shows progress on standard error.
    pub fn new() -> Screen {
        Screen { shown: None, terminal: io::stderr().is_terminal() }
    }

    fn show(&mut self, count: &Count) -> io::Result<()> {
        let due = self.shown.is_none_or(|shown| shown.elapsed() >= Screen::REDRAW_INTERVAL);
        if due && self.terminal {
            self.shown = Some(Instant::now());
            // `\r` returns to the start of the line, and `\x1b[K` erases the rest of the old one.
            write!(io::stderr(), "\r{}\x1b[K", count.line(count.start.elapsed()))?;
        }
        Ok(())
    }

    fn end(&self, count: &Count) -> io::Result<()> {
        let Count { tasks: all, solved, .. } = count;
        let line =
            format!("{all} tasks, {solved} solved, in {}", RoughDuration(count.start.elapsed()));
        let clear = if self.terminal { "\r\x1b[K" } else { "" };
        writeln!(io::stderr(), "{clear}{line}")
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
    fn progress_shows_finished_tasks_and_remaining_time() {
        let jobs: Vec<Job> = Experiment::named("solve").unwrap().jobs(2)[..20].to_vec();
        let mut count = Count::new(&jobs);
        jobs[..11].iter().for_each(|job| count.take(&job.key(), None));
        let bar = "█".repeat(13) + &"░".repeat(11);
        let line = count.line(Duration::from_secs(22));
        assert_eq!(line, format!("{bar} 5/10 tasks, 0 solved, 18 s left"));
        jobs[11..].iter().for_each(|job| count.take(&job.key(), None));
        assert!(count.line(Duration::from_secs(40)).ends_with("10/10 tasks, 0 solved, 0 s left"));
        assert_eq!(RoughDuration(Duration::from_secs(200)).to_string(), "3 min");
    }
}
