//! Ordered workers: threads that run numbered tests, and answer in the order of the numbers.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use forall::observe::take_observed_flag;
use forall::report::Verdict;

/// Runs tests with these numbers until one does not pass: see [`run_batch`](forall::block::run_batch()).
type RunBatch<'r> = &'r (dyn Fn(Range<u64>) -> (u64, Verdict) + Sync);

/// Worker threads that run numbered tests. Their answers do not depend on the number of threads.
///
/// Workers take chunks of tests from one queue, in order, and keep what they found until it is that
/// chunk's turn. So [`run_batch`](OrderedWorkers::run_batch) answers what one thread would answer: the
/// failure with the lowest number, and everything that was discarded before it. A thread that waits for an
/// answer runs tests meanwhile.
///
/// ```
/// use forall::block::run_batch;
/// use forall::part::{Options, OrderedWorkers};
/// use forall::property::forall;
/// use forall::report::Verdict;
///
/// let small = forall("x", 0..10_000_u32).check(|(x, ())| *x < 9_990);
/// let campaign = Options::default().campaign();
/// let run = |tests| run_batch(&small, &campaign, tests);
/// let found = OrderedWorkers::scope(&run, |workers| {
///     workers.start(4, 0, 8);
///     let mut next = 0;
///     loop {
///         match workers.run_batch(next..100_000, 100_000) {
///             (n, Verdict::Pass) => next = n,
///             found => break found,
///         }
///     }
/// });
/// assert_eq!(found, run(0..100_000), "what one thread finds");
/// ```
#[derive(Clone, Copy)]
pub struct OrderedWorkers<'scope, 'env> {
    shared: &'scope Shared<'env>,
    scope: &'scope Scope<'scope, 'env>,
}

/// What the threads share.
struct Shared<'env> {
    run: RunBatch<'env>,
    queue: Mutex<Queue>,
    /// There is more to do, or something was done.
    changed: Condvar,
    /// Whether the code under test recorded an observation on any thread.
    observed: AtomicBool,
}

/// The tests to run, and the results of those that ran.
#[derive(Default)]
struct Queue {
    threads: u64,
    /// The first test that no thread has taken.
    next: u64,
    /// Tests from this number on are not wanted yet.
    limit: u64,
    /// The lowest test that failed. Tests after it do not matter.
    failed: Option<u64>,
    /// The least number of tests that a thread takes at a time.
    min_chunk: u64,
    /// The results of chunks by their first test, until they are asked for.
    done: BTreeMap<u64, Chunk>,
    /// The number of threads that wait for a change.
    waiting: usize,
    stopped: bool,
}

/// The results of consecutive tests.
struct Chunk {
    /// The test after the last one.
    end: u64,
    /// The tests that did not pass, by their number.
    others: VecDeque<(u64, Verdict)>,
}

impl OrderedWorkers<'_, '_> {
    /// Calls `body` with workers that run tests with `run`, and waits for them to end. No thread runs
    /// before [`start`](OrderedWorkers::start) is called.
    pub fn scope<T>(run: RunBatch<'_>, body: impl FnOnce(OrderedWorkers<'_, '_>) -> T) -> T {
        let queue = Mutex::new(Queue::default());
        let observed = AtomicBool::new(false);
        let shared = Shared { run, queue, changed: Condvar::new(), observed };
        thread::scope(|scope| {
            let _stop = StopOnDrop(&shared);
            body(OrderedWorkers { shared: &shared, scope })
        })
    }

    /// Starts threads for the tests from `first` on. With the calling thread they are `threads`, or fewer
    /// if the system has no more. Each takes at least `min_chunk` tests at a time.
    pub fn start(&self, threads: usize, first: u64, min_chunk: u64) {
        let mut queue = self.shared.lock();
        queue.threads = threads as u64;
        queue.next = first;
        queue.min_chunk = min_chunk;
        drop(queue);
        let shared = self.shared;
        for _ in 1..threads {
            let _ = thread::Builder::new().spawn_scoped(self.scope, || shared.work());
        }
    }

    /// Returns what [`run_batch`](forall::block::run_batch()) returns for these tests, or for the first of them:
    /// the number of the first test that did not pass and its verdict, or the number after tests that
    /// passed and [`Verdict::Pass`]. Tests below `limit` are likely to be asked for later, so idle threads
    /// run them ahead.
    pub fn run_batch(&self, tests: Range<u64>, limit: u64) -> (u64, Verdict) {
        let mut queue = self.shared.lock();
        if queue.limit < limit {
            queue.limit = limit;
            self.shared.notify(&queue);
        }
        loop {
            match queue.answer(&tests) {
                Some(answer) => return answer,
                None => queue = self.shared.work_or_wait(queue),
            }
        }
    }

    /// Returns whether the code under test recorded an observation in a test that a worker ran. The tests
    /// in which it did so must then be [observed](forall::part::Session::expect_observations).
    ///
    /// ```
    /// use forall::block::run_batch;
    /// use forall::part::{Options, OrderedWorkers};
    /// use forall::property::forall;
    ///
    /// let property = forall("x", 0..9).check(|(x, ())| {
    ///     forall::observe::classify("small", *x < 9);
    ///     true
    /// });
    /// let campaign = Options::default().campaign();
    /// let observed = OrderedWorkers::scope(&|tests| run_batch(&property, &campaign, tests), |workers| {
    ///     workers.start(2, 0, 8);
    ///     workers.run_batch(0..8, 8);
    ///     workers.observed()
    /// });
    /// assert!(observed);
    /// ```
    pub fn observed(&self) -> bool {
        self.shared.observed.load(Ordering::Relaxed)
    }
}

impl Shared<'_> {
    /// Works until it is stopped.
    fn work(&self) {
        let mut queue = self.lock();
        while !queue.stopped {
            queue = self.work_or_wait(queue);
        }
    }

    /// Runs the next tests. If there are none, waits until something changes.
    fn work_or_wait<'q>(&'q self, mut queue: MutexGuard<'q, Queue>) -> MutexGuard<'q, Queue> {
        let Some(tests) = queue.take() else {
            queue.waiting += 1;
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            queue.waiting -= 1;
            return queue;
        };
        drop(queue);
        let start = tests.start;
        let chunk = self.run_chunk(tests);
        queue = self.lock();
        if let Some((n, Verdict::Fail(_))) = chunk.others.back() {
            queue.failed = Some(queue.failed.map_or(*n, |lowest| lowest.min(*n)));
        }
        queue.done.insert(start, chunk);
        self.notify(&queue);
        queue
    }

    /// Runs these tests, up to one that fails.
    fn run_chunk(&self, tests: Range<u64>) -> Chunk {
        let mut others = VecDeque::new();
        let mut next = tests.start;
        while next < tests.end {
            let (n, verdict) = (self.run)(next..tests.end);
            next = if let Verdict::Fail(_) = verdict { tests.end } else { n + 1 };
            if verdict != Verdict::Pass {
                others.push_back((n, verdict));
            }
        }
        // Only the thread that ran a test knows. The lock on the queue publishes the flag.
        if take_observed_flag() {
            self.observed.store(true, Ordering::Relaxed);
        }
        Chunk { end: tests.end, others }
    }

    fn stop(&self) {
        let mut queue = self.lock();
        queue.stopped = true;
        self.notify(&queue);
    }

    /// Wakes the threads that wait. Waking none takes time too.
    fn notify(&self, queue: &Queue) {
        if queue.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Locks the queue. Nothing panics while it is locked.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Stops the workers at the end, even if that is a panic: otherwise the scope would wait for threads that
/// wait for work.
struct StopOnDrop<'s, 'env>(&'s Shared<'env>);

impl Drop for StopOnDrop<'_, '_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Queue {
    /// Takes the tests to run next: more at a time as the run goes on, but a small share of those before
    /// them, so that nobody waits long for the last ones.
    fn take(&mut self) -> Option<Range<u64>> {
        let start = self.next;
        let limit = self.limit.min(self.failed.unwrap_or(u64::MAX));
        let chunk = (start / (64 * self.threads)).max(self.min_chunk);
        self.next = start.max(limit.min(start.saturating_add(chunk)));
        (start < self.next).then_some(start..self.next)
    }

    /// Returns what is known of these tests, or of the first of them.
    fn answer(&mut self, tests: &Range<u64>) -> Option<(u64, Verdict)> {
        let mut first = self.done.first_entry().filter(|first| *first.key() <= tests.start)?;
        let chunk = first.get_mut();
        if chunk.others.front().is_some_and(|(n, _)| *n < tests.end) {
            return chunk.others.pop_front();
        }
        let end = chunk.end;
        if end <= tests.end {
            first.remove();
        }
        Some((end.min(tests.end), Verdict::Pass))
    }
}

impl fmt::Debug for OrderedWorkers<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OrderedWorkers").finish_non_exhaustive()
    }
}
