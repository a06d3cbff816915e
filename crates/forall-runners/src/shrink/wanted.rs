//! Which failures a simpler input may have.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::kinship::may_cross;
use crate::report::{Failure, Verdict};

/// The failures that shrinking accepts: those with the origin of the best case, and in a second phase also those of
/// other assertions of the same test.
///
/// One bug often violates several assertions of a test. Shrinking first keeps to one of them, so that it does not turn
/// one bug into another. When it finds nothing simpler, it may cross to an assertion that fails for simpler inputs. It
/// never crosses to another kind of failure:
///
/// - from a panic only to a panic in the same file or package, and not between an assertion and an error that the
///   language detects, such as an index that is out of bounds,
/// - from a named check only to a named check, such as another part of [`all_of`](crate::property::all_of) or another
///   operation of a state machine.
#[derive(Clone, Debug)]
pub struct WantedFailure {
    first: Failure,
    crosses: bool,
    /// Whether another assertion failed. Copies share it.
    saw_other: Arc<AtomicBool>,
    /// Whether inputs fail when they are dropped, and not when they are checked.
    is_in_drop: bool,
}

impl WantedFailure {
    /// Accepts failures with this origin.
    ///
    /// ```
    /// use forall::property::Location;
    /// use forall::report::{Failure, Verdict};
    /// use forall::shrink::WantedFailure;
    ///
    /// let at = |line| Some(Location { file: "tests/queue.rs".into(), line, column: 5 });
    /// let [length, order] = [at(10), at(11)].map(|at| Failure::panic(at, "wrong".to_owned()));
    /// let mut wanted = WantedFailure::new(&length);
    /// assert!(wanted.accepts(Verdict::from(length)).is_some());
    /// assert!(wanted.accepts(Verdict::from(order.clone())).is_none());
    /// assert!(wanted.cross_to_other_assertions(), "another assertion failed");
    /// assert!(wanted.accepts(Verdict::from(order)).is_some());
    /// assert!(wanted.accepts(Verdict::from(Failure::predicate_false())).is_none());
    /// ```
    pub fn new(failure: &Failure) -> WantedFailure {
        WantedFailure {
            first: failure.clone(),
            crosses: false,
            saw_other: Arc::default(),
            is_in_drop: false,
        }
    }

    /// Accepts failures of destructors from now on.
    pub(super) fn expect_in_drop(&mut self) {
        self.is_in_drop = true;
    }

    /// Returns whether inputs fail when they are dropped, and not when they are checked.
    pub(super) fn is_in_drop(&self) -> bool {
        self.is_in_drop
    }

    /// Returns the failure of a test, if it is wanted.
    pub fn accepts(&self, verdict: Verdict) -> Option<Failure> {
        let Verdict::Fail(failure) = verdict else { return None };
        if failure.origin == self.first.origin {
            return Some(*failure);
        }
        let is_other = may_cross(&self.first, &failure);
        if is_other {
            self.saw_other.store(true, Ordering::Relaxed);
        }
        (is_other && self.crosses).then_some(*failure)
    }

    /// Accepts other assertions from now on. Returns whether one of them has failed so far: otherwise nothing
    /// changes.
    pub fn cross_to_other_assertions(&mut self) -> bool {
        self.crosses = self.saw_other.load(Ordering::Relaxed);
        self.crosses
    }
}
