//! Direction: whether a search has anything to follow.

use forall::report::{Report, Verdict};

/// The number of tests that may pass before one of them has something to follow. The code under test may record scores
/// in few tests.
const MAX_TESTS: u64 = 1_000;

/// Checks that a search has something to follow, such as scores. Otherwise it would try inputs without any goal, and
/// nothing would show it.
///
/// ```
/// use forall::part::Direction;
/// use forall::report::Verdict;
///
/// let mut direction = Direction::new("there is no score: add `maximize`");
/// direction.add_test(&Verdict::Pass, false);
/// direction.add_test(&Verdict::Pass, true);
/// assert!((0..2_000).all(|_| {
///     direction.add_test(&Verdict::Pass, false);
///     true
/// }));
/// ```
#[derive(Clone, Debug)]
pub struct Direction {
    error: &'static str,
    /// Whether a test had something to follow.
    found: bool,
    /// The number of tests that passed before.
    tests: u64,
}

impl Direction {
    /// Creates the check of a run. The error says what is missing, and what to do about it.
    pub fn new(error: &'static str) -> Direction {
        Direction { error, found: false, tests: 0 }
    }

    /// Records a test with this verdict, and whether it had something to follow.
    ///
    /// # Panics
    ///
    /// If a thousand tests have passed, and there was nothing to follow in any of them.
    #[track_caller]
    pub fn add_test(&mut self, verdict: &Verdict, has_any: bool) {
        self.found |= has_any;
        if !self.found && *verdict == Verdict::Pass {
            self.tests += 1;
            assert!(self.tests < MAX_TESTS, "{}", self.error);
        }
    }

    /// Ends the run with this report.
    ///
    /// ```should_panic
    /// use forall::part::Direction;
    /// use forall::property::forall;
    /// use forall::report::Verdict;
    /// use forall::runner::{Options, quick_check};
    ///
    /// let report = quick_check(&forall("x", 0..9).check(|_| true), &Options::default());
    /// let mut direction = Direction::new("there is no score: add `maximize`");
    /// direction.add_test(&Verdict::Pass, false);
    /// direction.finish(&report);
    /// ```
    ///
    /// # Panics
    ///
    /// If tests have passed, none has failed, and there was nothing to follow.
    #[track_caller]
    pub fn finish(&self, report: &Report) {
        let has_followed = self.found || self.tests == 0 || report.counterexample().is_some();
        assert!(has_followed, "{}", self.error);
    }
}
