//! The parallel runner: generate and check on all cores, then shrink and check.
//!
//! ```text
//!              ┌── G ◀──▶ C ──┐
//!   counter ──▶├── G ◀──▶ C ──┤ ─ fail ▶ ┌── shrinking ──┐
//!              └── G ◀──▶ C ──┘          │   S ◀──▶ C    │ ──▶ P
//!                                        └───────────────┘
//! ```
//!
//! After QuickerCheck (Krook, Smallbone, Svensson and Claessen, 2024): workers share one counter,
//! which numbers the tests and so is their size too. We depart from it in three things. What the
//! workers find is read in the order of the tests, so the answer is the one of
//! [`quick_check`](crate::runner::quick_check), to the last number, for any count of threads: the
//! failure with the lowest number, and all that was turned away before it. Threads are started only
//! once what is left takes longer than to start them, and as long has passed, so small runs cost what
//! they cost with one thread. And workers take several tests at once, so that they seldom meet.
//!
//! For tests of ten microseconds and more, if they may run at the same time: one that writes to a file of a
//! fixed name may not. It costs two looks at the clock in a thousand trivial tests, and memory for what did
//! not pass. A test that fails is shrunk on one thread; [`Speculative`](forall::shrink::Speculative) does it on several.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZero;
use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};

use forall::block::{Property, streak};
use forall::observe::spoken;
use forall::part::{Budget, Census, Options};
use forall::report::{Failure, Report, Tally, Verdict};
use forall::shrink::{FailedTest, shrink_failure};
use forall::source::Campaign;

/// Runs `property` on fresh inputs, on so many threads, until one falsifies it.
///
/// ```
/// use forall::domain::any;
/// use forall::property::forall;
/// use forall::runner::{Options, cores, parallel, quick_check};
///
/// let short = forall("xs", any::<Vec<i32>>()).check(|(xs, ())| xs.len() < 40);
/// let report = parallel(&short, &Options::default(), cores());
/// assert_eq!(report, quick_check(&short, &Options::default()));
/// ```
pub fn parallel<P: Property + Sync>(property: &P, options: &Options, threads: usize) -> Report {
    let campaign = options.campaign();
    let mut budget = Budget::new(options);
    let mut tally = Tally::default();
    let mut census = Census::new(property);
    let tests = Tests { property, campaign, threads };
    let outcome = match search(tests, None, &mut budget, (&mut tally, &mut census)) {
        None => census.outcome().unwrap_or_else(|| budget.outcome(&tally)),
        Some((n, failure)) => {
            let source = campaign.source(n);
            let test = FailedTest { number: n, source, failure: *failure };
            shrink_failure(property, test, options.shrink_config()).into() // S, P
        }
    };
    Report::new(property, options.seed, tally, outcome).with_observed(census.observed())
}

/// How many threads the machine has to offer.
///
/// ```
/// assert!(forall::runner::cores() >= 1);
/// ```
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// What is run, and by how many.
#[derive(Debug)]
struct Tests<'p, P> {
    property: &'p P,
    campaign: Campaign,
    threads: usize,
}

/// The loop of `quick_check`. It is alone until it has seen that help is worth it; a crew says what
/// `streak` would say.
fn search<P: Property + Sync>(
    all: Tests<'_, P>,
    crew: Option<&Crew<'_, P>>,
    budget: &mut Budget,
    (tally, census): (&mut Tally, &mut Census),
) -> Option<(u64, Box<Failure>)> {
    let mut pace = Pace::new(all.threads);
    while let Some(tests) = budget.grant(tally) {
        let (n, verdict) = match crew {
            // G ◀──▶ C
            Some(crew) => crew.streak(&tests, expected(tally, budget), census),
            None => streak(all.property, &all.campaign, tests.start..tests.end.min(pace.look)),
        };
        tally.passed += n - tests.start;
        census.count(all.property, &all.campaign, tests.start..n);
        match verdict {
            Verdict::Pass if n == tests.end && census.outcome().is_some() => return None,
            Verdict::Pass => {}
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(failure) => return Some((n, failure)),
        }
        if crew.is_none() && tally.tests() >= pace.look && pace.is_slow(budget, tally) {
            let crew = Crew::new(all, tally.tests(), pace.shift());
            return thread::scope(|scope| {
                let _until_then = Dismissal(&crew);
                crew.start(scope);
                search(all, Some(&crew), budget, (tally, census))
            });
        }
    }
    None
}

/// So many tests there will be, if as many are turned away as before.
fn expected(tally: &Tally, budget: &Budget) -> u64 {
    let each = tally.tests().div_ceil(tally.passed.max(1)).max(1);
    tally.tests().saturating_add(budget.left(tally).saturating_mul(each))
}

/// What is left must take this long, or else it is not worth to start threads: on a busy machine, the
/// last of them may keep us waiting for a tenth of it.
const WORTH: u64 = 10_000_000;
/// And so long it must have taken already, which is about what threads cost: where nobody knows how much is
/// left, as when only time is the limit, a failure that is near is found before they are there.
const SOON: u64 = 100_000;
/// After a test that takes longer than this, one can afford to look at the clock.
const SHORT: u64 = 5_000;
/// A worker takes about this long before it meets others again.
const SHIFT: u64 = 20_000;

/// How fast tests are, in nanoseconds.
#[derive(Debug)]
struct Pace {
    /// After how many tests to look at the clock. To look takes longer than to run a small test.
    look: u64,
    /// After how many tests that was last, and when.
    seen: (u64, u64),
    /// How long a test took before and after that. What else the machine did may be part of one.
    tests: [u64; 2],
}

impl Pace {
    fn new(threads: usize) -> Pace {
        let look = if threads > 1 { 1 } else { u64::MAX };
        Pace { look, seen: (0, 0), tests: [0; 2] }
    }

    /// Is what is left worth more threads?
    fn is_slow(&mut self, budget: &Budget, tally: &Tally) -> bool {
        let (tests, now) = (tally.tests(), budget.elapsed().as_nanos() as u64);
        let passed = now - self.seen.1;
        self.tests = [self.tests[1], passed / (tests - self.seen.0)];
        self.seen = (tests, now);
        self.look = match (self.tests[1] < SHORT, tests) {
            (true, 1) => 256,
            (true, _) => tests.saturating_mul(4),
            (false, _) => tests + 1,
        };
        let fastest = self.tests[0].min(self.tests[1]);
        now >= SOON && fastest.saturating_mul(budget.left(tally)) >= WORTH
    }

    /// How many tests to run before one meets others.
    fn shift(&self) -> u64 {
        (SHIFT / self.tests[0].min(self.tests[1]).max(1)).max(1)
    }
}

impl<P> Clone for Tests<'_, P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Tests<'_, P> {}

/// Threads that run the tests of a campaign.
struct Crew<'p, P> {
    tests: Tests<'p, P>,
    plan: Mutex<Plan>,
    /// There is more to do, or something was done.
    changed: Condvar,
}

/// What is to be done, and what is done.
#[derive(Default)]
struct Plan {
    /// The first test that nobody has taken.
    next: u64,
    /// The tests from here on are not wanted, or not yet.
    limit: u64,
    /// The lowest test that failed. What comes after it is of no interest.
    failed: Option<u64>,
    /// How many tests are taken at once, at least.
    least: u64,
    /// What was found, by the first test, until it is told.
    done: BTreeMap<u64, Found>,
    /// Did the code under test have something to say in any of that?
    spoke: bool,
    /// How many threads wait for a change.
    waiting: usize,
    dismissed: bool,
}

/// What came of some tests.
struct Found {
    /// The test after the last of them.
    end: u64,
    /// Those that did not pass.
    others: VecDeque<(u64, Verdict)>,
    /// Did the code under test have something to say? Only the thread that ran it knows.
    spoke: bool,
}

impl<'p, P: Property + Sync> Crew<'p, P> {
    /// A crew for the tests from `next` on, of which it takes at least so many at once.
    fn new(tests: Tests<'p, P>, next: u64, least: u64) -> Crew<'p, P> {
        let plan = Mutex::new(Plan { next, least, ..Plan::default() });
        Crew { tests, plan, changed: Condvar::new() }
    }

    /// Starts the other threads. Where the system has none to spare, there are fewer.
    fn start<'s>(&'s self, scope: &'s Scope<'s, '_>) {
        for _ in 1..self.tests.threads {
            let _ = thread::Builder::new().spawn_scoped(scope, || self.work());
        }
    }

    /// What one worker does.
    fn work(&self) {
        let mut plan = self.lock();
        while !plan.dismissed {
            plan = self.lend_a_hand(plan);
        }
    }

    /// What [`streak`] says of these tests, or of the first of them, and to `census` if there is something
    /// to hear in them. Those below `limit` are likely to be asked for.
    fn streak(&self, tests: &Range<u64>, limit: u64, census: &mut Census) -> (u64, Verdict) {
        let mut plan = self.lock();
        if plan.limit < limit {
            plan.limit = limit;
            self.tell(&plan);
        }
        let answer = loop {
            match plan.answer(tests) {
                Some(answer) => break answer,
                None => plan = self.lend_a_hand(plan),
            }
        };
        if plan.spoke {
            census.expect_words();
        }
        answer
    }

    /// Runs the next tests; where there are none, waits until something changes.
    fn lend_a_hand<'l>(&'l self, mut plan: MutexGuard<'l, Plan>) -> MutexGuard<'l, Plan> {
        let Some(tests) = plan.take(self.tests.threads as u64) else {
            plan.waiting += 1;
            plan = self.changed.wait(plan).unwrap_or_else(PoisonError::into_inner);
            plan.waiting -= 1;
            return plan;
        };
        drop(plan);
        let start = tests.start;
        let found = self.run(tests); // G ◀──▶ C
        plan = self.lock();
        if let Some((n, Verdict::Fail(_))) = found.others.back() {
            plan.failed = Some(plan.failed.map_or(*n, |lowest| lowest.min(*n)));
        }
        plan.spoke |= found.spoke;
        plan.done.insert(start, found);
        self.tell(&plan);
        plan
    }

    /// Runs these tests, up to one that fails.
    fn run(&self, tests: Range<u64>) -> Found {
        let (mut next, end) = (tests.start, tests.end);
        let mut others = VecDeque::new();
        while next < end {
            let (n, verdict) = streak(self.tests.property, &self.tests.campaign, next..end);
            next = if let Verdict::Fail(_) = verdict { end } else { n + 1 };
            if verdict != Verdict::Pass {
                others.push_back((n, verdict));
            }
        }
        Found { end, others, spoke: spoken() }
    }
}

impl<P> Crew<'_, P> {
    fn dismiss(&self) {
        let mut plan = self.lock();
        plan.dismissed = true;
        self.tell(&plan);
    }

    /// To wake nobody takes long too.
    fn tell(&self, plan: &Plan) {
        if plan.waiting > 0 {
            self.changed.notify_all();
        }
    }

    /// Nothing panics while it is locked, and a property that panics does so in [`streak`].
    fn lock(&self) -> MutexGuard<'_, Plan> {
        self.plan.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Sends the crew home in the end, even if that is a panic: a thread that waits would be waited for.
struct Dismissal<'c, 'p, P>(&'c Crew<'p, P>);

impl<P> Drop for Dismissal<'_, '_, P> {
    fn drop(&mut self) {
        self.0.dismiss();
    }
}

impl Plan {
    /// The tests to run next: more and more at once, but few of those there have been, so that
    /// nobody has long to wait for the last ones.
    fn take(&mut self, threads: u64) -> Option<Range<u64>> {
        let (start, limit) = (self.next, self.limit.min(self.failed.unwrap_or(u64::MAX)));
        let many = (start / (64 * threads)).max(self.least);
        self.next = start.max(limit.min(start.saturating_add(many)));
        (start < self.next).then_some(start..self.next)
    }

    /// What is known of these tests, or of the first of them.
    fn answer(&mut self, tests: &Range<u64>) -> Option<(u64, Verdict)> {
        let mut first = self.done.first_entry().filter(|first| *first.key() <= tests.start)?;
        let Found { end, others, .. } = first.get_mut();
        if let Some(other) = others.pop_front_if(|(n, _)| *n < tests.end) {
            return Some(other);
        }
        let end = *end;
        if end <= tests.end {
            first.remove();
        }
        Some((end.min(tests.end), Verdict::Pass))
    }
}
