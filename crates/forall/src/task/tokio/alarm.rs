//! A timer that rings if the body of a test cannot go on.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use ::tokio::time::{Instant as PausedInstant, Sleep, sleep};

/// If the paused clock jumps this far, no timer of the test is left, and no task can run.
const DEADLOCK_TIME: Duration = Duration::from_secs(10 * 365 * 86_400);

/// The time on the paused clock after which the alarm looks for tasks that run without end. It then waits twice as long.
const FIRST_LOOK: Duration = Duration::from_secs(3600);

/// If the body waits for this real time while the paused clock runs, tasks such as a heartbeat set timers without end.
const MAX_BUSY_TIME: Duration = Duration::from_secs(2);

/// Why the body cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ring {
    /// Nothing can wake it.
    Idle,
    /// Tasks run, and do not wake it.
    Endless,
}

/// A timer that rings if the body cannot go on.
pub(super) struct Alarm {
    timer: Pin<Box<Sleep>>,
    set_at: PausedInstant,
    /// The real time since which the body waits.
    waits_since: Instant,
    /// Whether the body was polled since the last look.
    was_polled: bool,
}

impl Alarm {
    /// Sets the alarm.
    pub(super) fn new() -> Alarm {
        Alarm {
            timer: Box::pin(sleep(FIRST_LOOK)),
            set_at: PausedInstant::now(),
            waits_since: Instant::now(),
            was_polled: false,
        }
    }

    /// Polls the alarm after the body, which still waits.
    pub(super) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Ring> {
        let mut has_rung = false;
        while self.timer.as_mut().poll(context).is_ready() {
            has_rung = true;
            if let Some(ring) = self.look() {
                return Poll::Ready(ring);
            }
        }
        self.was_polled |= !has_rung;
        Poll::Pending
    }

    /// Returns whether the body is stuck. Otherwise sets the timer again.
    fn look(&mut self) -> Option<Ring> {
        let passed = self.set_at.elapsed();
        if passed >= DEADLOCK_TIME {
            return Some(Ring::Idle);
        }
        if self.was_polled {
            self.was_polled = false;
            self.waits_since = Instant::now();
        } else if self.waits_since.elapsed() >= MAX_BUSY_TIME {
            return Some(Ring::Endless);
        }
        self.timer.as_mut().reset(self.set_at + (2 * passed).min(DEADLOCK_TIME));
        None
    }
}
