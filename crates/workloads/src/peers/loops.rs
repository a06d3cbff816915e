//! The loops of other libraries on exactly the inputs of our loop, so that only the loops differ.
//! Each library draws one word with its own generator, discards it, and then our domains generate
//! the inputs of that test. All loops therefore find the bug in the same test. Nothing is shrunk.
//!
//! The libraries are set up before the timed section. [`set_up_times`] measures that apart, since in tasks of a few
//! microseconds it would be most of the difference.

use std::cell::{Cell, RefCell};
use std::fmt;
use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

use forall::block::{Property, check, generate};
use forall::part::Budget;
use forall::report::{Tally, Verdict};
use forall::source::Campaign;
use proptest::prelude::{ProptestConfig, Strategy as _, any};
use proptest::test_runner::{RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use quickcheck::{Arbitrary, Gen, QuickCheck, TestResult, Testable};

use crate::clock::Stopwatch;
use crate::trial::{Status, Trial, unlimited};
use crate::workload::Visitor;

/// The loop of quickcheck.
pub(crate) struct Quickcheck {
    pub(crate) seed: u64,
    pub(crate) time: Duration,
}

/// The loop of proptest.
pub(crate) struct Proptest {
    pub(crate) seed: u64,
    pub(crate) time: Duration,
}

/// A property and the counts of its tests.
struct CountedProperty<P> {
    property: P,
    tally: RefCell<Tally>,
    late: Cell<bool>,
    deadline: Instant,
    campaign: Campaign,
}

/// The result that the loop receives.
enum LoopResult {
    Pass,
    Discard,
    Stop,
}

/// The number of tests between two readings of the clock.
const CLOCK_INTERVAL: u64 = 256;

impl<P: Property> CountedProperty<P> {
    fn new(property: P, seed: u64, time: Duration) -> Rc<CountedProperty<P>> {
        let tally = RefCell::default();
        let late = Cell::new(false);
        let campaign = unlimited(seed, time).campaign();
        Rc::new(CountedProperty {
            property,
            tally,
            late,
            deadline: Instant::now() + time,
            campaign,
        })
    }

    /// Generates the inputs of the next test, or returns `None` if a domain rejects the choices.
    fn inputs(&self, drawn: u64) -> Option<P::Inputs> {
        black_box(drawn);
        let mut source = self.campaign.source(self.tally.borrow().tests());
        generate(&self.property, &mut source).ok()
    }

    fn check(&self, inputs: Option<&P::Inputs>) -> LoopResult {
        let mut tally = self.tally.borrow_mut();
        if tally.tests().is_multiple_of(CLOCK_INTERVAL) && Instant::now() >= self.deadline {
            self.late.set(true);
            return LoopResult::Stop;
        }
        match inputs.map(|inputs| check(&self.property, inputs)) {
            Some(Verdict::Pass) => tally.passed += 1,
            Some(Verdict::Discard(_)) => tally.discarded += 1,
            Some(Verdict::Fail(_)) => return LoopResult::Stop,
            Some(Verdict::Reject(..)) | None => tally.rejected += 1,
        }
        if inputs.is_some() { LoopResult::Pass } else { LoopResult::Discard }
    }

    fn trial(&self, stopwatch: Stopwatch) -> Trial {
        let status = if self.late.get() { Status::TimedOut } else { Status::FoundBug };
        Trial { status, tally: self.tally.borrow().clone(), time: stopwatch.elapsed(), found: None }
    }
}

impl Visitor for Quickcheck {
    type Output = Trial;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Trial {
        let counted = CountedProperty::new(property, self.seed, self.time);
        let mut quickcheck = quickcheck(self.seed);
        let stopwatch = Stopwatch::start();
        let _ = quickcheck.quicktest(Tested(Rc::clone(&counted)));
        counted.trial(stopwatch)
    }
}

struct Tested<P>(Rc<CountedProperty<P>>);

impl<P: Property + 'static> Testable for Tested<P> {
    fn result(&self, random: &mut Gen) -> TestResult {
        let inputs = self.0.inputs(u64::arbitrary(random));
        match self.0.check(inputs.as_ref()) {
            LoopResult::Pass => TestResult::passed(),
            LoopResult::Discard => TestResult::discard(),
            LoopResult::Stop => TestResult::failed(),
        }
    }
}

/// Inputs without a `Debug` representation.
struct Hidden<Inputs>(Option<Inputs>);

impl<Inputs> fmt::Debug for Hidden<Inputs> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("inputs")
    }
}

impl Visitor for Proptest {
    type Output = Trial;

    fn visit<P: Property + Send + Sync + 'static>(self, property: P) -> Trial {
        let counted = CountedProperty::new(property, self.seed, self.time);
        let mut runner = proptest(self.seed);
        let stopwatch = Stopwatch::start();
        let made = Rc::clone(&counted);
        let inputs = any::<u64>().no_shrink().prop_map(move |drawn| Hidden(made.inputs(drawn)));
        let judged = runner.run(&inputs, |Hidden(inputs)| match counted.check(inputs.as_ref()) {
            LoopResult::Pass => Ok(()),
            LoopResult::Discard => Err(TestCaseError::reject("no inputs")),
            LoopResult::Stop => Err(TestCaseError::fail("false")),
        });
        if !matches!(judged, Err(TestError::Fail(..))) {
            counted.late.set(true);
        }
        counted.trial(stopwatch)
    }
}

/// Sets up the loop of quickcheck.
fn quickcheck(seed: u64) -> QuickCheck {
    // The default size of quickcheck's generators.
    let random = Gen::from_size_and_seed(100, seed);
    QuickCheck::new().rng(random).tests(u64::MAX).max_tests(u64::MAX)
}

/// Sets up the loop of proptest.
fn proptest(seed: u64) -> TestRunner {
    let config = ProptestConfig {
        cases: u32::MAX,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..ProptestConfig::default()
    };
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes))
}

/// Returns the mean CPU time of setting up each loop this number of times.
pub fn set_up_times(times: u32) -> [(&'static str, Duration); 3] {
    let mean = |set_up: &dyn Fn(u64)| {
        let stopwatch = Stopwatch::start();
        (0..times).for_each(|seed| set_up(u64::from(seed)));
        stopwatch.elapsed().cpu / times.max(1)
    };
    let ours = |seed| {
        let options = unlimited(seed, Duration::from_secs(60));
        black_box((options.campaign(), Budget::new(&options)));
    };
    [
        ("forall", mean(&ours)),
        ("quickcheck", mean(&|seed| _ = black_box(quickcheck(seed)))),
        ("proptest", mean(&|seed| _ = black_box(proptest(seed)))),
    ]
}
