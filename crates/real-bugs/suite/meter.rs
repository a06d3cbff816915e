//! Measures the speed of a guided campaign and the size of its mutants. `forall-bench -- campaigns` includes this file.

use std::fs;
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use forall::feedback::{Feedback, FinishedTest, Instrument};
use forall::source::Provenance;

/// The number of windows of a campaign.
const WINDOWS: usize = 50;
/// The number of windows in its first and in its last part.
const PART: usize = 10;

/// When a campaign ends.
#[derive(Clone, Copy)]
pub(crate) enum Limit {
    Tests(u64),
    /// CPU time, in seconds.
    Seconds(f64),
}

/// Measures the tests of a campaign in windows of equal length. It is an instrument without feedback.
pub(crate) struct Meter {
    limit: Limit,
    windows: Vec<Window>,
    stop: Arc<AtomicBool>,
    start: f64,
    /// When the CPU time was read last. Reading it takes longer than a test.
    read: Instant,
}

#[derive(Clone, Copy, Default)]
pub(crate) struct Window {
    start: f64,
    tests: u64,
    /// The number of tests whose inputs are not fresh.
    mutants: u64,
    /// The sum of the sizes of mutants.
    size: u64,
    /// The greatest size of a mutant.
    longest: u64,
}

impl Meter {
    /// Starts the first window. At the end of the last one, the meter sets `stop`.
    pub(crate) fn new(limit: Limit, stop: Arc<AtomicBool>) -> Meter {
        let start = cpu_seconds();
        Meter { limit, windows: vec![Window::default()], stop, start, read: Instant::now() }
    }

    /// Starts the next window if the current one is over.
    fn advance(&mut self) {
        let now = match self.limit {
            Limit::Tests(tests) => {
                let ran: u64 = self.windows.iter().map(|window| window.tests).sum();
                if ran * (WINDOWS as u64) < tests * self.windows.len() as u64 {
                    return;
                }
                cpu_seconds() - self.start
            }
            Limit::Seconds(seconds) => {
                if self.read.elapsed().as_millis() < 10 {
                    return;
                }
                self.read = Instant::now();
                let now = cpu_seconds() - self.start;
                if now < seconds / WINDOWS as f64 * self.windows.len() as f64 {
                    return;
                }
                now
            }
        };
        if self.windows.len() == WINDOWS {
            self.stop.store(true, Ordering::Relaxed);
        }
        self.windows.push(Window { start: now, ..Window::default() });
    }

    /// Returns the windows that were completed, each with its end.
    pub(crate) fn completed(&self) -> impl DoubleEndedIterator<Item = (Window, f64)> {
        self.windows.windows(2).map(|two| (two[0], two[1].start)).take(WINDOWS)
    }

    /// Returns the first windows.
    pub(crate) fn first(&self) -> Part {
        Part(self.completed().take(PART).collect())
    }

    /// Returns the last windows.
    pub(crate) fn last(&self) -> Part {
        Part(self.completed().rev().take(PART).collect())
    }
}

impl Instrument for &mut Meter {
    fn names(&self, _: &mut Vec<&'static str>) {}

    fn read(&mut self, test: &FinishedTest<'_>, _: &mut Feedback) {
        let window = self.windows.last_mut().expect("there is always a window");
        window.tests += 1;
        // Fresh inputs do not grow with the length of a campaign, and a few of them are large.
        if test.record.provenance != Provenance::Fresh {
            let size = test.record.size();
            window.mutants += 1;
            window.size += size;
            window.longest = window.longest.max(size);
        }
        self.advance();
    }
}

impl Window {
    /// Returns the number of tests per second of CPU time, if the window ends at `end`.
    pub(crate) fn speed(&self, end: f64) -> f64 {
        self.tests as f64 / (end - self.start)
    }

    /// Returns the mean size of the mutants.
    pub(crate) fn mean_size(&self) -> f64 {
        self.size as f64 / self.mutants.max(1) as f64
    }

    /// Returns the greatest size of a mutant.
    pub(crate) fn longest(&self) -> u64 {
        self.longest
    }
}

/// A part of a campaign: windows, each with its end.
pub(crate) struct Part(Vec<(Window, f64)>);

impl Part {
    /// Returns the median speed of the windows, or zero if there are none.
    pub(crate) fn median_speed(&self) -> f64 {
        let mut speeds: Vec<f64> = self.0.iter().map(|(window, end)| window.speed(*end)).collect();
        speeds.sort_by(f64::total_cmp);
        speeds.get(speeds.len() / 2).copied().unwrap_or(0.0)
    }

    /// Returns the mean size of the mutants.
    pub(crate) fn mean_size(&self) -> f64 {
        let mutants: u64 = self.0.iter().map(|(window, _)| window.mutants).sum();
        let size: u64 = self.0.iter().map(|(window, _)| window.size).sum();
        size as f64 / mutants.max(1) as f64
    }

    /// Returns the greatest size of a mutant.
    pub(crate) fn longest(&self) -> u64 {
        self.0.iter().map(|(window, _)| window.longest).max().unwrap_or(0)
    }
}

/// Returns the CPU time of this thread, or wall time if that is unknown.
fn cpu_seconds() -> f64 {
    let nanos = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = nanos.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanos.map_or_else(wall_seconds, |nanos| nanos / 1e9)
}

fn wall_seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}
