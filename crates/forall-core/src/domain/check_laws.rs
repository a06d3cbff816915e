//! Testing a domain: whether it satisfies the laws of domains, and what its values look like.

mod checker;
mod text;

use self::checker::Checker;
use super::Domain;

/// Checks the laws of domains, and collects statistics about the values.
///
/// Generates 1,000 values, regenerates each from its seed and from its choices, mutates it, and shrinks every
/// tenth one until no simpler value is left.
///
/// ```
/// use forall::domain::{any, check_laws, vec};
///
/// let report = check_laws(&vec(any::<i16>(), 1..=4));
/// assert!(report.distinct > 500);
/// report.assert_lawful();
/// ```
///
/// The report lists every violated law with an example:
///
/// ```
/// use forall::domain::{Domain, Law, check_laws};
///
/// let stuck = check_laws(&(0..100).shrink_with(|x| vec![*x]));
/// assert_eq!(stuck.violations[0].law, Law::Progress);
/// ```
pub fn check_laws<D: Domain + ?Sized>(domain: &D) -> LawReport {
    check_laws_with(domain, |_| true)
}

/// Checks the laws like [`check_laws`], and that all generated, shrunk and mutated values satisfy `is_valid`.
///
/// ```
/// use forall::domain::{Domain, Law, check_laws_with};
///
/// let even = (0..50).mapped(|x| x * 2).shrink_with(|x| vec![x / 2]);
/// let report = check_laws_with(&even, |x| x % 2 == 0);
/// assert_eq!(report.violations[0].law, Law::ShrinksValid);
/// ```
pub fn check_laws_with<D, F>(domain: &D, is_valid: F) -> LawReport
where
    D: Domain + ?Sized,
    F: Fn(&D::Value) -> bool,
{
    Checker::new(domain, is_valid).run()
}

/// The result of [`check_laws`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LawReport {
    /// The number of attempts to generate a value.
    pub attempts: u64,
    /// The number of attempts that were rejected.
    pub rejected: u64,
    /// The number of values that were generated inside filters.
    pub filter_attempts: u64,
    /// The number of values that filters rejected.
    pub filtered_out: u64,
    /// The number of values that print differently from each other.
    pub distinct: u64,
    /// The most frequent values, at most three of them.
    pub most_frequent: Vec<FrequentValue>,
    /// The number of characters in the printed values.
    pub printed_length: PrintedLength,
    /// The number of values that were shrunk until no simpler value was left.
    pub shrunk: u64,
    /// The greatest number of shrink steps for one value.
    pub max_shrink_steps: u64,
    /// The number of values that the domain can [invert](Domain::invert).
    pub inverted: u64,
    /// The laws that the domain violates.
    pub violations: Vec<Violation>,
}

/// A value that was generated more than once.
///
/// ```
/// use forall::domain::{FrequentValue, check_laws, just};
///
/// let report = check_laws(&just(7));
/// assert_eq!(report.most_frequent, [FrequentValue { text: "7".into(), count: 1_000 }]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrequentValue {
    /// The printed value.
    pub text: String,
    /// The number of times it was generated.
    pub count: u64,
}

/// The number of characters in the printed values.
///
/// ```
/// use forall::domain::{PrintedLength, check_laws};
///
/// let report = check_laws(&(0..1000));
/// assert_eq!(report.printed_length, PrintedLength { min: 1, median: 3, max: 3 });
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrintedLength {
    /// The length of the shortest value.
    pub min: usize,
    /// The median length.
    pub median: usize,
    /// The length of the longest value.
    pub max: usize,
}

/// A law that a domain violates.
///
/// ```
/// use forall::domain::{Domain, Violation, check_laws};
///
/// let stuck = check_laws(&(0..100).shrink_with(|x| vec![*x]));
/// let Violation { count, example, .. } = &stuck.violations[0];
/// assert!(*count > 100 && !example.is_empty());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law.
    pub law: Law,
    /// The number of times it was violated.
    pub count: u64,
    /// The values of the first violation.
    pub example: String,
}

/// A law that every domain must satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Law {
    /// The domain generates at least one value.
    Inhabited,
    /// The same seed generates the same value, whether or not the choices are recorded.
    Deterministic,
    /// The same choices generate the same value at any size.
    Replays,
    /// No simpler value prints like the value itself.
    Progress,
    /// Shrinking ends after at most 10,000 steps.
    Terminates,
    /// Generated values are valid.
    GeneratesValid,
    /// Simpler values are valid.
    ShrinksValid,
    /// Mutated values are valid.
    MutatesValid,
    /// If [`Domain::invert`] returns choices, they generate a value that prints the same.
    Inverts,
}

impl LawReport {
    /// Records a violation of `law`, unless it `holds`.
    fn check(&mut self, law: Law, holds: bool, example: impl FnOnce() -> String) {
        if holds {
            return;
        }
        match self.violations.iter_mut().find(|violation| violation.law == law) {
            Some(violation) => violation.count += 1,
            None => self.violations.push(Violation { law, count: 1, example: example() }),
        }
    }
}
