//! Verdicts from the results of predicates.

use std::fmt::Debug;

use crate::data::{Failure, Verdict};

/// A result that a predicate can have.
///
/// ```
/// use forall::property::IntoVerdict;
/// use forall::report::{Failure, Verdict};
///
/// assert_eq!(true.into_verdict(), Verdict::Pass);
/// assert_eq!(false.into_verdict(), Failure::predicate_false().into());
/// let Verdict::Fail(failure) = "x".parse::<u8>().map(|_| ()).into_verdict() else { unreachable!() };
/// assert_eq!(failure.message, "ParseIntError { kind: InvalidDigit }");
/// ```
#[diagnostic::on_unimplemented(
    message = "a property cannot end in `{Self}`",
    label = "this is neither `bool`, `()`, `Result` nor `Verdict`",
    note = "return `bool`, `()` and assert, `Result<(), E>` where `E: Debug`, or `Verdict`"
)]
pub trait IntoVerdict {
    /// Converts the result to a verdict.
    fn into_verdict(self) -> Verdict;
}

impl IntoVerdict for Verdict {
    #[inline]
    fn into_verdict(self) -> Verdict {
        self
    }
}

impl IntoVerdict for bool {
    #[inline]
    fn into_verdict(self) -> Verdict {
        if self { Verdict::Pass } else { Failure::predicate_false().into() }
    }
}

/// For predicates that assert: a failure is a panic.
impl IntoVerdict for () {
    #[inline]
    fn into_verdict(self) -> Verdict {
        Verdict::Pass
    }
}

impl<V: IntoVerdict, Error: Debug> IntoVerdict for Result<V, Error> {
    #[inline]
    fn into_verdict(self) -> Verdict {
        match self {
            Ok(value) => value.into_verdict(),
            Err(error) => Failure::error(&error).into(),
        }
    }
}
