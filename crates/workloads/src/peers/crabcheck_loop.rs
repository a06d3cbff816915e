//! The guided loop of crabcheck, with our inputs, our mutator and our feedback, so that only the loops differ: when an input
//! is mutated and how often, and what surrounds a test.
//!
//! crabcheck's own feedback needs a build with `-C instrument-coverage`, and sees other places than our edge counters. So
//! the property reports as its score how many useful inputs there were so far, and nothing if its input was not useful. Then
//! `crabcheck::loops::target` keeps exactly the inputs with new behaviour, as `crabcheck::loops::fuzz` does. The pool is the
//! one with two queues, after FuzzChick.

use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;
use std::time::Duration;

use crabcheck::loops::{self, DoubleQueue};
use crabcheck::{Config, Gen, Run, Source, TestResult};
use forall::block::try_generate;
use forall::feedback::{Feedback, Instrument};
use forall::mutation::Mutator;
use forall::part::Instrumented;
use forall::pool::{Energy, Fifo, Novelty, Utility};
use forall::property::Erased;
use forall::report::{Tally, Verdict};
use forall::runner::Options;
use forall::source::{Random, Record};

use crate::clock::Stopwatch;
use crate::trial::{Status, Trial};

/// The limits of a trial.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) tests: u64,
    pub(crate) time: Duration,
    /// The number of mutations of a valid seed. Discarded ones have a quarter of them.
    pub(crate) energy: u32,
}

/// Choices, as far as they are known: those of a test are known when it has run.
type Choices = Rc<RefCell<Record>>;

/// An input, which the property generates: fresh, or from mutated choices.
#[derive(Clone)]
struct Input {
    parent: Option<Choices>,
    own: Choices,
}

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("input")
    }
}

/// The generator and mutator of such inputs.
struct Inputs;

impl Gen for Inputs {
    type Value = Input;

    fn generate(&self, _: &mut Source) -> Input {
        Input { parent: None, own: Rc::default() }
    }

    fn mutate(&self, value: &Input, _: &mut Source) -> Option<Input> {
        Some(Input { parent: Some(Rc::clone(&value.own)), own: Rc::default() })
    }
}

/// The number of tests between two readings of the clock.
const CLOCK_INTERVAL: u64 = 64;

/// Runs the loop until the property fails or a limit is reached.
pub(crate) fn crabcheck_trial(
    property: &Erased,
    mut instrument: impl Instrument,
    options: &Options,
    limits: Limits,
) -> Trial {
    let stopwatch = Stopwatch::start();
    let tally = Rc::new(RefCell::new(Tally::default()));
    let counted = Rc::clone(&tally);
    let campaign = options.campaign();
    let mut instrumented = Instrumented::new(property, &mut instrument);
    let mut mutator = Mutator::new(Random::from_seed(!options.seed));
    let mut feedback = Feedback::new();
    let mut novelty = Novelty::new();
    let mut useful = 0_u32;
    let mut fresh = 0;
    // Novelty does not ask the pool.
    let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
    let test = |input: Input| {
        let mut tally = counted.borrow_mut();
        let source = if let Some(parent) = &input.parent {
            mutator.source(&parent.borrow(), &[], campaign.sizes.at(tally.tests()))
        } else {
            fresh += 1;
            campaign.source(fresh - 1)
        };
        let attempt = try_generate(property, source, &mut || instrumented.reset());
        let verdict = instrumented.run(&attempt, &mut feedback);
        if novelty.useful(&pool, &feedback) {
            novelty.remember(&feedback);
            mutator.add_donor(&attempt.record);
            useful += 1;
            crabcheck::target(f64::from(useful));
        }
        *input.own.borrow_mut() = attempt.record;
        match verdict {
            Verdict::Pass => tally.passed += 1,
            Verdict::Discard(premise) => tally.discard(premise),
            Verdict::Reject(variable, reason) => tally.reject(variable, reason),
            Verdict::Fail(_) => return TestResult::fail("false"),
        }
        if verdict == Verdict::Pass { TestResult::Pass } else { TestResult::Discard(String::new()) }
    };
    let config = Config::default().seed(options.seed).tests(u64::MAX).max_discard_ratio(f64::MAX);
    let mut run = Run::new(&config, Inputs, test);
    let mut seeds = DoubleQueue::with_energies(limits.energy, limits.energy / 4);
    let has_time = || stopwatch.elapsed().cpu < limits.time;
    while run.failure().is_none() && tally.borrow().tests() < limits.tests && has_time() {
        let left = limits.tests - tally.borrow().tests();
        loops::target(&mut run, &mut seeds, CLOCK_INTERVAL.min(left));
    }
    let time = stopwatch.elapsed();
    let status = if run.failure().is_some() { Status::FoundBug } else { Status::TimedOut };
    let tally = tally.borrow().clone();
    Trial { status, tally, time, found: None }
}
