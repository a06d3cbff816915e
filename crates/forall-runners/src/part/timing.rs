//! Timing: whether choosing inputs carefully takes more time than it saves.

use std::time::{Duration, Instant};

/// Measures how long a run takes to generate inputs, and how long to test them.
///
/// ```
/// use std::thread::sleep;
/// use std::time::Duration;
///
/// use forall::part::Timing;
///
/// let mut timing = Timing::default();
/// for _ in 0..3 {
///     timing.start();
///     sleep(Duration::from_millis(1)); // Make the inputs.
///     timing.made();
///     timing.tested();
/// }
/// assert!(timing.making() >= Duration::from_millis(3) && timing.testing() < timing.making());
/// ```
#[derive(Clone, Debug)]
pub struct Timing {
    since: Instant,
    making: Duration,
    testing: Duration,
}

impl Default for Timing {
    fn default() -> Timing {
        Timing { since: Instant::now(), making: Duration::ZERO, testing: Duration::ZERO }
    }
}

impl Timing {
    /// Starts timing the generation of inputs.
    pub fn start(&mut self) {
        self.since = Instant::now();
    }

    /// Stops timing the generation, and starts timing the test.
    pub fn made(&mut self) {
        let lap = self.lap();
        self.making += lap;
    }

    /// Stops timing the test, and returns how long it took.
    pub fn tested(&mut self) -> Duration {
        let lap = self.lap();
        self.testing += lap;
        lap
    }

    /// Returns the time spent on generating inputs.
    pub fn making(&self) -> Duration {
        self.making
    }

    /// Returns the time spent on testing.
    pub fn testing(&self) -> Duration {
        self.testing
    }

    fn lap(&mut self) -> Duration {
        let now = Instant::now();
        let lap = now - self.since;
        self.since = now;
        lap
    }
}
