//! Repairs: a second mutation for mutants that may have broken a length, a checksum or the like.

use forall::feedback::Feedback;
use forall::pool::Seed;
use forall::source::Random;

/// One in this many tests with comparisons is held.
const PERIOD: u64 = 2;

/// The number of tests at the start of a run that are not held: fresh inputs find more.
const EARLY_TESTS: u64 = 1_000;

/// Holds a test that was not useful, so that it can be mutated once more.
///
/// A mutation may break what depends on the old value, such as a length or a checksum. The comparisons that
/// the code under test then makes show how to repair it. So half of the tests that made comparisons and were
/// not useful are mutated once more, except for the first 1,000 tests of a run.
///
/// ```
/// use forall::feedback::Feedback;
/// use forall::part::Repairs;
/// use forall::source::{Random, ChoiceValue};
///
/// let mut feedback = Feedback::new();
/// feedback.record_comparison(ChoiceValue::Integer(5), ChoiceValue::Integer(6)); // The stored length, and the real one.
/// let mut random = Random::from_seed(1);
/// let mut repairs = Repairs::default();
/// let tried = (0..100).filter(|n| {
///     repairs.offer(*n, &feedback, 1_000 + n, &mut random);
///     repairs.take().is_some()
/// });
/// assert!((30..70).contains(&tried.count()));
///
/// repairs.offer(0, &Feedback::new(), 1_000, &mut random);
/// assert!(repairs.take().is_none(), "without comparisons, nothing shows how");
/// ```
#[derive(Clone, Debug)]
pub struct Repairs<A> {
    broken: Option<Seed<A, Feedback>>,
}

impl<A> Default for Repairs<A> {
    fn default() -> Repairs<A> {
        Repairs { broken: None }
    }
}

impl<A> Repairs<A> {
    /// Takes the test to mutate next, if there is one.
    pub fn take(&mut self) -> Option<Seed<A, Feedback>> {
        self.broken.take()
    }

    /// Offers test `n`, which was not useful. It is held if it made comparisons, half of the time.
    pub fn offer(&mut self, input: A, feedback: &Feedback, n: u64, random: &mut Random) {
        let is_early = n < EARLY_TESTS;
        if !is_early && !feedback.comparisons().is_empty() && random.one_in(PERIOD) {
            self.broken = Some(Seed::new(input, feedback.clone(), 0.0));
        }
    }
}
