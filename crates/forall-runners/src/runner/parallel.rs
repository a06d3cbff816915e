//! The parallel runner: generate and check on all cores, then shrink and check.
//!
//! ```text
//!              ┌── G ◀──▶ C ──┐
//!   counter ──▶├── G ◀──▶ C ──┤ ─ fail ▶ ┌── shrinking ──┐
//!              └── G ◀──▶ C ──┘          │   S ◀──▶ C    │ ──▶ P
//!                                        └───────────────┘
//! ```
//!
//! After QuickerCheck (Krook, Smallbone, Svensson and Claessen, 2024): workers share one counter, which
//! numbers the tests and so determines their size. We depart from it in three things:
//!
//! - The results are read in the order of the tests ([`OrderedWorkers`]). So the report equals that of
//!   [`quick_check`](crate::runner::quick_check) for any number of threads: the failure with the lowest
//!   number, and all tests that were discarded before it.
//! - Threads start only when they are [worth their cost](Pace), so small runs take as long as on one thread.
//! - Workers take several tests at a time, so they rarely contend for the lock.
//!
//! Use it for tests that take 20 µs or more and may run at the same time; a test that writes to a
//! file of a fixed name may not. It costs two readings of the clock in a thousand trivial tests, and memory
//! for the results that did not pass. A failing test is shrunk on one thread;
//! [`Speculative`](forall::shrink::Speculative) does it on several.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use forall::block::{Property, run_batch};
use forall::part::{Options, OrderedWorkers, Pace, Session};
use forall::report::{Failure, Report, Verdict};
use forall::source::{Campaign, Sizes};

/// Runs `property` on fresh inputs, on this number of threads, until one falsifies it.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, available_threads, parallel, quick_check};
///
/// let short = forall("xs", any::<Vec<i32>>()).check(|(xs, ())| xs.len() < 40);
/// let report = parallel(&short, &Options::default(), available_threads());
/// let expected = quick_check(&short, &Options::default());
/// let [found, expected] = [&report, &expected].map(|report| report.counterexample().unwrap());
/// assert_eq!((found.number, &found.shrunk), (expected.number, &expected.shrunk));
/// ```
pub fn parallel<P: Property + Sync>(property: &P, options: &Options, threads: usize) -> Report {
    let mut session = Session::new(property, options);
    let mut pace = Pace::new(threads);
    let sizes = SharedSizes::new(session.campaign());
    let run = |tests| sizes.run(property, tests); // G ◀──▶ C
    while let Some(batch) = session.next_batch() {
        sizes.limit(session.campaign().sizes);
        let (n, verdict) = run(batch.start..batch.end.min(pace.next_look()));
        session.pass(batch.start..n);
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => return sizes.falsified(session, n, *failure), // S ◀──▶ C, P
        }
        let tests = session.tests();
        if tests >= pace.next_look() && pace.pays(tests, session.left(), session.elapsed()) {
            let failed = OrderedWorkers::scope(&run, |workers| {
                workers.start(threads, tests, pace.chunk());
                on_workers(&mut session, &sizes, workers)
            });
            return match failed {
                Some((n, failure)) => sizes.falsified(session, n, *failure), // S ◀──▶ C, P
                None => session.finish(),
            };
        }
    }
    session.finish()
}

/// Runs the rest of the tests on workers. Returns the test that failed, so that it is shrunk after the workers
/// have ended.
fn on_workers<P: Property>(
    session: &mut Session<'_, P>,
    sizes: &SharedSizes,
    workers: OrderedWorkers<'_, '_>,
) -> Option<(u64, Box<Failure>)> {
    while let Some(batch) = session.next_batch() {
        sizes.limit(session.campaign().sizes);
        let (n, verdict) = workers.run_batch(batch.clone(), session.expected_tests());
        if workers.observed() {
            session.expect_observations();
        }
        session.pass(batch.start..n);
        match verdict {
            Verdict::Pass => {}
            Verdict::Discard(premise) => session.discard(premise),
            Verdict::Reject(variable, reason) => session.reject(variable, reason),
            Verdict::Fail(failure) => return Some((n, failure)),
        }
    }
    None
}

/// The campaign of all threads. Its sizes are limited while they run, if large tests take too long.
struct SharedSizes {
    campaign: Mutex<Campaign>,
    /// The sizes with which a test failed, by its number. A thread may have been ahead of the limit.
    failed: Mutex<BTreeMap<u64, Sizes>>,
}

impl SharedSizes {
    fn new(campaign: Campaign) -> SharedSizes {
        SharedSizes { campaign: Mutex::new(campaign), failed: Mutex::default() }
    }

    fn limit(&self, sizes: Sizes) {
        lock(&self.campaign).sizes = sizes;
    }

    fn run<P: Property>(&self, property: &P, tests: Range<u64>) -> (u64, Verdict) {
        let campaign = *lock(&self.campaign);
        let (n, verdict) = run_batch(property, &campaign, tests);
        if let Verdict::Fail(_) = verdict {
            lock(&self.failed).insert(n, campaign.sizes);
        }
        (n, verdict)
    }

    fn falsified<P: Property>(&self, session: Session<'_, P>, n: u64, failure: Failure) -> Report {
        let campaign = session.campaign();
        let sizes = lock(&self.failed).get(&n).copied().unwrap_or(campaign.sizes);
        let source = Campaign { sizes, ..campaign }.source(n);
        session.falsified_from(n, source, failure).with_sizes(sizes)
    }
}

/// Locks a mutex. Nothing panics while it is locked.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the number of threads that the machine can run at the same time.
///
/// ```
/// assert!(forall::runner::available_threads() >= 1);
/// ```
pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}
