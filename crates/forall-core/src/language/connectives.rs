//! Conjunction and disjunction of claims, with reports that name the parts.

use super::IntoVerdict;
use crate::data::{Failure, Origin, Verdict};
use crate::panics;

/// Starts a conjunction: all of its parts must hold. The report names the first part that does not, also if that part
/// panics. Shrinking keeps to that part, or to that panic, until it finds nothing simpler; then it may cross to another
/// part, and the report names both. A part that discards the test ends the conjunction.
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

/// Starts a disjunction: at least one of its parts must hold. A part that panics does not hold. If no part holds, but one
/// of them discards the test, the test is discarded. If all of them fail, the report says how.
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
    /// `Pass` if a part holds; otherwise the verdict of the first part that discards the test.
    verdict: Option<Verdict>,
}

impl AllOf {
    /// Adds a part with this name. It is not evaluated if a part before does not hold.
    #[must_use]
    pub fn part<V: IntoVerdict>(self, name: &'static str, part: impl FnOnce() -> V) -> AllOf {
        if self.verdict != Verdict::Pass {
            return self;
        }
        let verdict = match evaluate(part) {
            Verdict::Fail(failure) => named(name, *failure).into(),
            verdict => verdict,
        };
        AllOf { verdict }
    }
}

impl AnyOf {
    /// Adds a part with this name. It is not evaluated if a part before holds.
    #[must_use]
    pub fn part<V: IntoVerdict>(mut self, name: &'static str, part: impl FnOnce() -> V) -> AnyOf {
        if self.verdict == Some(Verdict::Pass) {
            return self;
        }
        match evaluate(part) {
            Verdict::Pass => self.verdict = Some(Verdict::Pass),
            Verdict::Fail(failure) => self.failures.push(format!("{name}: {}", reason(*failure))),
            discarded => drop(self.verdict.get_or_insert(discarded)),
        }
        self
    }
}

/// Evaluates a part. A panic is a failure of this part.
fn evaluate<V: IntoVerdict>(part: impl FnOnce() -> V) -> Verdict {
    let verdict = panics::catch(|| part().into_verdict());
    // `Check` replaces the position of what discards the test.
    verdict.unwrap_or_else(|thrown| panics::verdict(thrown, 0))
}

/// Returns the failure of a conjunction whose part with this name failed. A panic keeps its location.
fn named(name: &'static str, failure: Failure) -> Failure {
    match failure.origin {
        Origin::Panic(_) | Origin::PanicUnlocated => {
            Failure { message: format!("{name}: {}", failure.message), ..failure }
        }
        _ => {
            let step = failure.step;
            Failure { origin: Origin::Named(name), message: reason(failure), step }
        }
    }
}

/// Returns how a part failed.
fn reason(failure: Failure) -> String {
    match failure.origin {
        Origin::PredicateFalse => "false".to_owned(),
        Origin::Named(name) => format!("{name}: {}", failure.message),
        Origin::Panic(location) => format!("panicked at {location}: {}", failure.message),
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
