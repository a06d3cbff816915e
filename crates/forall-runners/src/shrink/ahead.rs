//! Shrinking on several threads.
//!
//! ```text
//!   the descent   c1? ── c2? ── c3? ──▶        asks, and waits for the answer
//!                  ▲      ▲      ▲
//!   the board     no     no   (at work)
//!                  │      │      │
//!   ghosts        c1 ──────────▶ c3 ──▶        run what it is going to ask
//!                         c2 ─────────▶
//! ```
//!
//! A descent asks one question after the other, and which is the next depends on the answers. But
//! most answers are no. So each thread goes down by itself, over a trial of its own that assumes "no"
//! where another is at work already, and runs the first case that nobody has taken. All
//! that they find out is on a board. The true descent asks as it would alone and finds the answers
//! there; where one is "yes" it runs the case itself, so that it accepts nothing that it did not see
//! fail. A wrong guess costs a run in another thread, and never changes a step.

mod asked;
mod board;
mod ghost;

use std::thread::{self, Builder, available_parallelism};
use std::time::{Duration, Instant};

use self::asked::{Asked, Oracle};
use self::board::{Board, Key};
use self::ghost::{Haunt, haunt};
use super::{Limits, Shrinker, Trial};
use crate::property::Erased;
use crate::report::Effort;
use crate::source::Record;

/// A run has to take this long for threads to pay.
const SLOW: Duration = Duration::from_micros(50);
/// And so many have to do so in a row: any one may have had to wait for the machine.
const ROW: u32 = 3;

/// Runs another shrinker on several threads: for slow properties.
///
/// The result, the steps and the counts are those of the other shrinker alone. As long as runs of the
/// property take less than 50 µs, one thread does all the work.
///
/// This is not the default, because the property then runs several times at once, on threads that it
/// knows nothing about. That goes wrong if it writes to one file, listens on one port, counts in a
/// `static` or uses thread-local state. A property that does not always give the same verdict shrinks
/// to inputs that failed, but not to the same ones each time; the same is true on one thread.
///
/// A runner can use it. `#[property(runner = speculative)]` then names that runner:
///
/// ```
/// use std::sync::Arc;
///
/// use forall::property::{Erased, property};
/// use forall::report::Report;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::{Ahead, Both};
///
/// fn speculative(property: &Erased, options: &Options) -> Report {
///     let shrinker = Arc::new(Ahead::new(Both, property.clone()));
///     quick_check(property, &Options { shrinker, ..options.clone() })
/// }
///
/// fn slow() {
///     std::thread::sleep(std::time::Duration::from_micros(100));
/// }
/// let property = property! { forall xs: Vec<u8>; check { slow(); xs.len() < 3 } };
/// let property = Erased::new(property);
/// let options = Options::default();
/// assert_eq!(speculative(&property, &options), quick_check(&property, &options));
/// ```
#[derive(Clone, Debug)]
pub struct Ahead<S> {
    /// The shrinker. Given the same answers, it must take the same steps.
    pub shrinker: S,
    /// The number of threads that run the property, while the thread that shrinks waits for them. A
    /// property that mostly sleeps benefits from more threads than there are cores.
    pub threads: usize,
    /// The property that is shrunk, in the form that threads can share. The steps are wrong if it is
    /// another one, but the result still fails.
    pub property: Erased,
}

impl<S: Shrinker> Ahead<S> {
    /// Creates a shrinker of `property` with as many threads as there are cores.
    pub fn new(shrinker: S, property: Erased) -> Ahead<S> {
        Ahead { shrinker, threads: available_parallelism().map_or(1, usize::from), property }
    }
}

impl<S: Shrinker> Shrinker for Ahead<S> {
    fn shrink(&self, trial: &mut dyn Trial, limits: &Limits) -> Vec<Effort> {
        match trial.record().map(Record::values) {
            Some(start) if self.threads > 1 => {
                let haunt = Haunt {
                    shrinker: &self.shrinker,
                    limits,
                    property: &self.property,
                    failure: trial.failure().clone(),
                    start,
                    board: &Board::default(),
                };
                lead(trial, &haunt, self.threads)
            }
            _ => self.shrinker.shrink(trial, limits),
        }
    }
}

/// Shrinks, and sends ghosts ahead as soon as that pays.
fn lead(trial: &mut dyn Trial, ghosts: &Haunt<'_>, threads: usize) -> Vec<Effort> {
    thread::scope(|scope| {
        let _home = Home(ghosts.board);
        let mut start = || {
            for _ in 0..threads {
                // With fewer threads than we asked for it only takes longer.
                let _ = Builder::new().spawn_scoped(scope, || haunt(ghosts));
            }
        };
        let mut lead = Lead { board: ghosts.board, start: Some(&mut start), slow: 0 };
        let mut asked = Asked { trial, oracle: &mut lead, made: None };
        ghosts.shrinker.shrink(&mut asked, ghosts.limits)
    })
}

/// Sends all ghosts home at the end, whichever way it comes.
struct Home<'h>(&'h Board);

impl Drop for Home<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// What the true descent goes by.
struct Lead<'l> {
    board: &'l Board,
    /// Begins with the ghosts, if that was not done.
    start: Option<&'l mut dyn FnMut()>,
    /// How many runs in a row were slow.
    slow: u32,
}

impl Oracle for Lead<'_> {
    fn ask(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool {
        if self.board.wait(&key) == Some(false) {
            return false;
        }
        let fails = self.ask_alone(run);
        self.board.tell(key, Some(fails));
        fails
    }

    fn ask_alone(&mut self, run: &mut dyn FnMut() -> bool) -> bool {
        let began = Instant::now();
        let fails = run();
        self.slow = if began.elapsed() < SLOW { 0 } else { self.slow + 1 };
        if self.slow == ROW {
            self.start.take().into_iter().for_each(|start| start());
        }
        fails
    }
}
