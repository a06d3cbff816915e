//! Verdicts from the results of predicates.

use std::fmt::Debug;

use crate::data::{Failure, Verdict};

/// A result that a predicate can have.
///
/// ```
/// use forall::property::Judge;
/// use forall::report::{Failure, Verdict};
///
/// assert_eq!(true.judge(), Verdict::Pass);
/// assert_eq!(false.judge(), Failure::falsehood().into());
/// let Verdict::Fail(failure) = "x".parse::<u8>().map(|_| ()).judge() else { unreachable!() };
/// assert_eq!(failure.message, "ParseIntError { kind: InvalidDigit }");
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot end in `{Self}`",
    label = "this is neither `bool`, `()`, `Result` nor `Verdict`",
    note = "return `bool`, `()` and assert, `Result<(), E>` where `E: Debug`, or `Verdict`"
)]
pub trait Judge {
    /// Converts the result to a verdict.
    fn judge(self) -> Verdict;
}

impl Judge for Verdict {
    #[inline]
    fn judge(self) -> Verdict {
        self
    }
}

impl Judge for bool {
    #[inline]
    fn judge(self) -> Verdict {
        if self { Verdict::Pass } else { Failure::falsehood().into() }
    }
}

/// For predicates that assert: a failure is a panic.
impl Judge for () {
    #[inline]
    fn judge(self) -> Verdict {
        Verdict::Pass
    }
}

impl<V: Judge, Error: Debug> Judge for Result<V, Error> {
    #[inline]
    fn judge(self) -> Verdict {
        match self {
            Ok(value) => value.judge(),
            Err(error) => Failure::error(&error).into(),
        }
    }
}
