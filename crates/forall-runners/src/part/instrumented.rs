//! Instrumented runs: the verdict and the feedback of a test.

use std::cell::OnceCell;

use forall::block::{Attempt, Property, check, observe, try_generate};
use forall::feedback::{Feedback, FinishedTest, Instrument};
use forall::panics;
use forall::pool::{SeedPool, Utility};
use forall::report::Verdict;
use forall::source::{Policy, Source};

/// A property that is run under an instrument.
///
/// The instrument is reset when a variable is complete, and stopped when the verdict is known: what
/// generators and runners do does not count.
///
/// ```
/// use forall::block::try_generate;
/// use forall::feedback::{Feedback, Probes};
/// use forall::part::Instrumented;
/// use forall::property::forall;
/// use forall::report::Verdict;
/// use forall::source::Source;
///
/// let property = forall("x", 0..10_u8).check(|(x, ())| {
///     forall::feedback::probe(if *x < 5 { "small" } else { "large" });
///     true
/// });
/// let mut probes = Probes;
/// let mut instrumented = Instrumented::new(&property, &mut probes);
/// let attempt = try_generate(&property, Source::from_seed(1, 5), &mut || instrumented.reset());
/// let mut feedback = Feedback::new();
/// assert_eq!(instrumented.run(&attempt, &mut feedback), Verdict::Pass);
/// assert_eq!(feedback.entries().len(), 1);
/// assert!(instrumented.run_again(&attempt).feedback.matches(&feedback));
/// ```
#[derive(Debug)]
pub struct Instrumented<'i, P, I> {
    property: &'i P,
    instrument: &'i mut I,
}

/// The result of running a test again.
#[derive(Clone, Debug)]
pub struct Rerun {
    /// How it ended.
    pub verdict: Verdict,
    /// What it did.
    pub feedback: Feedback,
}

impl<'i, P: Property, I: Instrument> Instrumented<'i, P, I> {
    /// Puts `property` under `instrument`.
    pub fn new(property: &'i P, instrument: &'i mut I) -> Instrumented<'i, P, I> {
        Instrumented { property, instrument }
    }

    /// Resets the instrument.
    pub fn reset(&mut self) {
        self.instrument.reset();
    }

    /// Checks these inputs, and reads the feedback from the instrument.
    pub fn run(&mut self, attempt: &Attempt<P::Inputs>, feedback: &mut Feedback) -> Verdict {
        let verdict = match &attempt.inputs {
            Ok(inputs) => {
                self.instrument.reset();
                check(self.property, inputs)
            }
            // The instrument was reset before the premise that discarded the test.
            Err(Verdict::Discard(premise)) => Verdict::Discard(*premise),
            Err(verdict) => {
                self.instrument.reset();
                verdict.clone()
            }
        };
        self.instrument.stop();
        let observations = OnceCell::new();
        let look = || match &attempt.inputs {
            Ok(inputs) if matches!(verdict, Verdict::Pass | Verdict::Fail(_)) => {
                panics::catch(|| observe(self.property, inputs)).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let observe = || observations.get_or_init(look).as_slice();
        feedback.clear();
        feedback.set_size(attempt.record.size());
        let test = FinishedTest { verdict: &verdict, record: &attempt.record, observe: &observe };
        self.instrument.read(&test, feedback);
        verdict
    }

    /// Runs the same test again. Inputs that were not complete are generated again.
    pub fn run_again(&mut self, attempt: &Attempt<P::Inputs>) -> Rerun {
        let mut feedback = Feedback::new();
        let verdict = if attempt.inputs.is_ok() {
            self.run(attempt, &mut feedback)
        } else {
            let source = Source::replay(attempt.record.values(), Policy::STRICT);
            let attempt = try_generate(self.property, source, &mut || self.instrument.reset());
            self.run(&attempt, &mut feedback)
        };
        Rerun { verdict, feedback }
    }
}

impl Rerun {
    /// Returns whether a test is still useful after it was run again. Feedback that differs between the two
    /// runs depends on more than the input, so `utility` ignores it from now on.
    ///
    /// ```
    /// use forall::feedback::{Feedback, FeedbackMap, Reducer};
    /// use forall::part::Rerun;
    /// use forall::pool::{Energy, Fifo, Novelty, Utility};
    /// use forall::report::Verdict;
    ///
    /// let pool = Fifo::<(), Feedback>::new(Energy::Fixed(1));
    /// let mut first = Feedback::new();
    /// first.add(FeedbackMap::PROBES, 7, 1, Reducer::Sum);
    /// let mut utility = Novelty::new();
    /// assert!(utility.useful(&pool, &first));
    /// let rerun = Rerun { verdict: Verdict::Pass, feedback: Feedback::new() };
    /// assert!(!rerun.confirms(&first, &mut utility, &pool), "the probe is not always reached");
    /// ```
    pub fn confirms<A>(
        &self,
        first: &Feedback,
        utility: &mut impl Utility<Feedback>,
        pool: &impl SeedPool<A, Feedback>,
    ) -> bool {
        if first.matches(&self.feedback) {
            return true;
        }
        utility.mark_unstable(first, &self.feedback);
        utility.useful(pool, first)
    }

    /// Returns the verdict of the second run if that failed, otherwise the `first` one.
    ///
    /// ```
    /// use forall::feedback::Feedback;
    /// use forall::part::Rerun;
    /// use forall::report::Verdict;
    ///
    /// let rerun = Rerun { verdict: Verdict::Discard(1), feedback: Feedback::new() };
    /// assert_eq!(rerun.failure_or(Verdict::Pass), Verdict::Pass);
    /// ```
    pub fn failure_or(self, first: Verdict) -> Verdict {
        if matches!(self.verdict, Verdict::Fail(_)) { self.verdict } else { first }
    }
}
