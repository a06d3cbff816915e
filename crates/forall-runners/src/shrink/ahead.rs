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
use crate::report::Effort;
use crate::source::Record;

/// A run has to take this long for threads to pay.
const SLOW: Duration = Duration::from_micros(50);
/// And so many have to do so in a row: any one may have had to wait for the machine.
const ROW: u32 = 3;

/// Another shrinker, on several threads: for properties that are slow.
///
/// It comes to the same end by the same steps, and counts the same tries. Runs of less than 50 µs stay
/// on one thread, and so do properties that threads cannot share: those of `#[property]` can be shared,
/// and [`Erased::new`](crate::property::Erased::new) makes one of any that is `Send` and `Sync`.
///
/// This is not the default, since the property then runs several times at once, on threads of which it
/// knows nothing: that is no good if it writes to one file, listens on one port, counts in a `static`
/// or counts on what is local to a thread. A property that is not always of the same opinion shrinks
/// to something that failed, but not to the same each time; so it does on one thread.
///
/// It is a part of a runner, which `#[property(runner = ahead)]` then names:
///
/// ```
/// use std::sync::Arc;
///
/// use forall::property::{Erased, property};
/// use forall::report::Report;
/// use forall::runner::{Options, quick_check};
/// use forall::shrink::{Ahead, Both};
///
/// fn ahead(property: &Erased, options: &Options) -> Report {
///     let shrinker = Arc::new(Ahead::new(Both));
///     quick_check(property, &Options { shrinker, ..options.clone() })
/// }
///
/// fn slow() {
///     std::thread::sleep(std::time::Duration::from_micros(100));
/// }
/// let property = property! { forall xs: Vec<u8>; check { slow(); xs.len() < 3 } };
/// let (property, options) = (Erased::new(property), Options::default());
/// assert_eq!(ahead(&property, &options), quick_check(&property, &options));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ahead<S> {
    /// What goes down. It has to do the same whenever it is given the same answers.
    pub shrinker: S,
    /// How many threads run the property, while the one that shrinks waits for them. One that mostly
    /// sleeps gains from more of them than can run at once.
    pub threads: usize,
}

impl<S: Shrinker> Ahead<S> {
    /// With as many threads as can run at once.
    pub fn new(shrinker: S) -> Ahead<S> {
        Ahead { shrinker, threads: available_parallelism().map_or(1, usize::from) }
    }
}

impl<S: Shrinker> Shrinker for Ahead<S> {
    fn shrink(&self, trial: &mut dyn Trial, limits: Limits) -> Vec<Effort> {
        let mut efforts = None;
        if let (Some(start), 2..) = (trial.record().map(Record::values), self.threads) {
            trial.share(&mut |trial, shared| {
                let (shrinker, board, start) = (&self.shrinker, &Board::default(), start.clone());
                let haunt = Haunt { shrinker, limits, shared, start, board };
                efforts = Some(lead(trial, &haunt, self.threads));
            });
        }
        efforts.unwrap_or_else(|| self.shrinker.shrink(trial, limits))
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
