//! Property-based testing in which the property is a value and the runner is a program anyone can
//! write.

// In reading order.
pub mod property;
pub mod domain;
pub mod source;
pub mod block;
pub mod shrink;
pub mod runner;
pub mod report;
pub mod test;
pub mod panics;

pub use domain::{Arbitrary, any};
#[cfg(feature = "macros")]
pub use forall_macros::{ensure, property};

/// Discards the test unless the condition holds.
///
/// For conditions that show only in the middle of a body. A premise (`implies`) is cheaper, since it
/// is asked before the body runs, and reports say its text.
///
/// ```
/// use forall::property::forall;
/// use forall::runner::{Options, quick_check};
///
/// let property = forall("x", 0..10_u32).check(|(x, ())| {
///     let half = x / 2;
///     forall::assume!(half > 0);
///     x / half >= 2
/// });
/// let report = quick_check(&property, &Options::default());
/// assert!(report.passed() && report.tally.discarded > 0);
/// ```
#[macro_export]
macro_rules! assume {
    ($condition:expr $(,)?) => {
        if !$condition {
            $crate::panics::discard()
        }
    };
}

// Lets the files in `block/` and `runner/` name the crate as a user does, so that they compile
// unchanged outside it. `tests/it/user_space.rs` holds them to that.
extern crate self as forall;
