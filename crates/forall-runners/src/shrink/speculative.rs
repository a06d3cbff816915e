//! Shrinking on several threads.
//!
//! ```text
//!   main thread   c1? ── c2? ── c3? ──▶        needs a result, and waits for it
//!                  ▲      ▲      ▲
//!   cache        passes passes (running)
//!                  │      │      │
//!   workers       c1 ──────────▶ c3 ──▶        run what it is going to need
//!                         c2 ─────────▶
//! ```
//!
//! A shrinker tries one case after the other, and which comes next depends on the results. But most cases
//! pass. So each worker thread runs the shrinker itself, assumes that a case passes if another thread is
//! running it, and runs the first case that no thread has claimed. All results are in a cache. The main
//! thread takes the same steps as it would alone, and finds the results in the cache. If a case fails
//! there, the main thread runs it again, so it accepts nothing that it did not see fail. A wrong assumption
//! costs a run on another thread, and never changes a step.

mod cached_target;
mod result_cache;
mod worker;

use std::thread::{self, Builder, available_parallelism};
use std::time::{Duration, Instant};

use self::cached_target::{CachedTarget, Lookup};
use self::result_cache::{Key, ResultCache};
use self::worker::{Job, work};
use super::{ShrinkLimits, ShrinkTarget, Shrinker};
use crate::property::Erased;
use crate::report::PassStats;
use crate::source::Record;

/// Threads pay off if a run takes this long.
const MIN_RUN_TIME: Duration = Duration::from_micros(50);
/// The number of slow runs in a row before threads start: a single run may just have been preempted.
const MIN_SLOW_RUNS: u32 = 3;

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
/// use forall::shrink::{Speculative, Alternating};
///
/// fn speculative(property: &Erased, options: &Options) -> Report {
///     let shrinker = Arc::new(Speculative::new(Alternating, property.clone()));
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
pub struct Speculative<S> {
    /// The shrinker. Given the same answers, it must take the same steps.
    pub shrinker: S,
    /// The number of threads that run the property, while the thread that shrinks waits for them. A
    /// property that mostly sleeps benefits from more threads than there are cores.
    pub threads: usize,
    /// The property that is shrunk, in the form that threads can share. The steps are wrong if it is
    /// another one, but the result still fails.
    pub property: Erased,
}

impl<S: Shrinker> Speculative<S> {
    /// Creates a shrinker of `property` with as many threads as there are cores.
    pub fn new(shrinker: S, property: Erased) -> Speculative<S> {
        Speculative { shrinker, threads: available_parallelism().map_or(1, usize::from), property }
    }
}

impl<S: Shrinker> Shrinker for Speculative<S> {
    fn shrink(&self, target: &mut dyn ShrinkTarget, limits: &ShrinkLimits) -> Vec<PassStats> {
        match target.record().map(Record::values) {
            Some(start) if self.threads > 1 => {
                let job = Job {
                    shrinker: &self.shrinker,
                    limits,
                    property: &self.property,
                    failure: target.failure().clone(),
                    wanted: target.wanted().clone(),
                    start,
                    cache: &ResultCache::default(),
                };
                shrink_with_workers(target, &job, self.threads)
            }
            _ => self.shrinker.shrink(target, limits),
        }
    }
}

/// Shrinks, and starts workers as soon as that pays off.
fn shrink_with_workers(
    target: &mut dyn ShrinkTarget,
    job: &Job<'_>,
    threads: usize,
) -> Vec<PassStats> {
    thread::scope(|scope| {
        let _close = CloseOnDrop(job.cache);
        let mut start = || {
            for _ in 0..threads {
                // If a thread cannot be started, shrinking only takes longer.
                let _ = Builder::new().spawn_scoped(scope, || work(job));
            }
        };
        let mut lookup = MainLookup { cache: job.cache, start: Some(&mut start), slow_runs: 0 };
        let mut cached = CachedTarget { target, lookup: &mut lookup, generated: None };
        job.shrinker.shrink(&mut cached, job.limits)
    })
}

/// Ends the work of all workers, even if the shrinker panics.
struct CloseOnDrop<'c>(&'c ResultCache);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Looks up results for the main thread.
struct MainLookup<'l> {
    cache: &'l ResultCache,
    /// Starts the workers, unless they were started.
    start: Option<&'l mut dyn FnMut()>,
    /// The number of slow runs in a row.
    slow_runs: u32,
}

impl Lookup for MainLookup<'_> {
    fn fails(&mut self, key: Key, run: &mut dyn FnMut() -> bool) -> bool {
        if self.cache.wait(&key) == Some(false) {
            return false;
        }
        let fails = self.fails_unshared(run);
        self.cache.record(key, Some(fails));
        fails
    }

    fn fails_unshared(&mut self, run: &mut dyn FnMut() -> bool) -> bool {
        let began = Instant::now();
        let fails = run();
        self.slow_runs = if began.elapsed() < MIN_RUN_TIME { 0 } else { self.slow_runs + 1 };
        if self.slow_runs == MIN_SLOW_RUNS {
            self.start.take().into_iter().for_each(|start| start());
        }
        fails
    }
}
