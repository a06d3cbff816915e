//! Conjunction and disjunction of claims, with reports that name the parts.

use super::IntoVerdict;
use crate::data::{Failure, Origin, Verdict};

/// Starts a conjunction: all of its parts must hold. The report names the first part that does not. Shrinking keeps to
/// that part until it finds nothing simpler; then it may cross to another part, and the report names both.
///
/// ```
/// use forall::property::{all_of, property};
/// use forall::runner::{Options, quick_check};
///
/// let sorts = property! {
///     forall xs: Vec<u8>;
///     check {
///         let mut ys = xs.clone();
///         ys.sort();
///         ys.dedup();
///         all_of()
///             .part("the result is sorted", || ys.is_sorted())
///             .part("the length stays the same", || ys.len() == xs.len())
///     }
/// };
/// let report = quick_check(&sorts, &Options::default());
/// let expected = "falsified\n\n  xs = [0, 0]\n\nthe length stays the same: false\n";
/// assert!(report.to_string().starts_with(expected), "{report}");
/// ```
pub fn all_of() -> AllOf {
    AllOf { verdict: Verdict::Pass }
}

/// Starts a disjunction: at least one of its parts must hold. If none does, the report says how each of them failed.
///
/// ```
/// use forall::property::{any_of, property};
/// use forall::runner::{Options, quick_check};
///
/// let parses = property! {
///     forall text: String;
///     check any_of()
///         .part("a number", || text.parse::<i32>().map(|_| ()))
///         .part("empty", || text.is_empty())
/// };
/// let report = quick_check(&parses, &Options::default());
/// let expected = "falsified\n\n  text = \"a\"\n\nno part holds: a number: ParseIntError { kind: InvalidDigit }; empty: false\n";
/// assert!(report.to_string().starts_with(expected), "{report}");
/// ```
pub fn any_of() -> AnyOf {
    AnyOf { failures: Vec::new(), verdict: None }
}

/// See [`all_of`].
#[derive(Clone, Debug)]
pub struct AllOf {
    /// That of the first part that does not hold.
    verdict: Verdict,
}

/// See [`any_of`].
#[derive(Clone, Debug)]
pub struct AnyOf {
    /// How the parts failed.
    failures: Vec<String>,
    /// The verdict of the first part that did not fail.
    verdict: Option<Verdict>,
}

impl AllOf {
    /// Adds a part with this name. It is not evaluated if a part before does not hold.
    #[must_use]
    pub fn part<V: IntoVerdict>(self, name: &'static str, part: impl FnOnce() -> V) -> AllOf {
        if self.verdict != Verdict::Pass {
            return self;
        }
        let verdict = match part().into_verdict() {
            Verdict::Fail(failure) => {
                let step = failure.step;
                Failure { origin: Origin::Named(name), message: reason(*failure), step }.into()
            }
            verdict => verdict,
        };
        AllOf { verdict }
    }
}

impl AnyOf {
    /// Adds a part with this name. It is not evaluated if a part before holds.
    #[must_use]
    pub fn part<V: IntoVerdict>(mut self, name: &'static str, part: impl FnOnce() -> V) -> AnyOf {
        if self.verdict.is_none() {
            match part().into_verdict() {
                Verdict::Fail(failure) => {
                    self.failures.push(format!("{name}: {}", reason(*failure)))
                }
                verdict => self.verdict = Some(verdict),
            }
        }
        self
    }
}

fn reason(failure: Failure) -> String {
    match failure.origin {
        Origin::PredicateFalse => "false".to_owned(),
        Origin::Named(name) => format!("{name}: {}", failure.message),
        _ => failure.message,
    }
}

impl IntoVerdict for AllOf {
    fn into_verdict(self) -> Verdict {
        self.verdict
    }
}

impl IntoVerdict for AnyOf {
    fn into_verdict(self) -> Verdict {
        let failure = || {
            let origin = Origin::Named("no part holds");
            Failure { origin, message: self.failures.join("; "), step: None }.into()
        };
        self.verdict.unwrap_or_else(failure)
    }
}
