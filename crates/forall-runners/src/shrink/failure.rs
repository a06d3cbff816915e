//! Building a counterexample: from a test that failed to the shrunk inputs and their explanation.

use super::explain::explain;
use super::trial::{FailingCase, OnTrial};
use super::{Limits, Shrinker, repeats};
use crate::block::{Case, Property, check, print, retrace};
use crate::report::{Counterexample, Failure, Found, Journal, Shrinking};
use crate::source::Source;

/// A test that failed.
#[derive(Clone, Debug)]
pub struct FailedTest {
    /// The number of the test in its campaign.
    pub number: u64,
    /// The source of its choices, at the start.
    pub source: Source,
    /// How it failed.
    pub failure: Failure,
}

/// How a run shrinks a failure. [`Options::means`](crate::runner::Options::means) returns it.
#[derive(Clone, Debug)]
pub struct Means<'m> {
    /// The shrinker.
    pub shrinker: &'m dyn Shrinker,
    /// Records every step.
    pub journal: Option<&'m dyn Journal>,
    /// The limits of shrinking. Explaining ends at the same deadline.
    pub limits: Limits,
    /// Whether to find out which parts of the shrunk inputs do not matter. See
    /// [`Counterexample::explained`].
    pub explain: bool,
}

/// Shrinks a test that failed: regenerates its inputs, shrinks and explains them, and returns the printed
/// inputs with the number of tries.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::runner::Options;
/// use forall::shrink::{FailedTest, counterexample};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let options = Options::default();
/// let source = options.campaign().source(2);
/// let test = FailedTest { number: 2, source, failure: Failure::falsehood() };
/// let found = counterexample(&property, test, options.means());
/// assert_eq!((found.number(), &*found.shrunk[0].value), (Some(2), "100"));
/// ```
///
/// Parts that do not matter are marked. They are those that could be replaced, each alone and all at once,
/// by 40 other values, or by all others if there are fewer, without the property passing. The replacements are as
/// different as possible, but they are a sample: a mark is a strong hint, and no proof. This takes at most
/// 600 calls of the property and one second. Parts that were not examined in this time are not marked.
///
/// ```
/// use forall::property::property;
/// use forall::runner::{Options, quick_check};
///
/// let property = property! { forall xs: Vec<u8>; forall y: u8; check xs.len() < 2 || xs[1] < 9 };
/// let report = quick_check(&property, &Options::default());
/// let explained = &report.counterexample().unwrap().explained;
/// assert_eq!((&*explained[0].value, &*explained[1].value), ("[_, 9]", "_"));
///
/// let report = quick_check(&property, &Options { explain: false, ..Options::default() });
/// assert!(report.counterexample().unwrap().explained.is_empty());
/// ```
pub fn counterexample<P: Property>(
    property: &P,
    test: FailedTest,
    means: Means<'_>,
) -> Counterexample {
    let FailedTest { number, source, failure } = test;
    let found = Found::Test { number, size: source.size() };
    let Some(Case { inputs, record }) = retrace(property, source.clone()) else {
        let shrinking = Shrinking { failure, ..Shrinking::default() };
        return Counterexample { found, shrinking, ..Counterexample::default() };
    };
    let case = FailingCase { inputs, record: Some(record), failure };
    let mut counterexample = shrunk(property, case, &means);
    let repeats = &mut counterexample.shrinking.repeats;
    if repeats.flaky() {
        repeats.diverged = repeats::diverged(property, &source);
    }
    Counterexample { found, ..counterexample }
}

/// Shrinks inputs that fail and were not generated, such as an example.
///
/// ```
/// use forall::property::property;
/// use forall::report::Failure;
/// use forall::shrink::{External, Means, counterexample_of};
///
/// let property = property! { forall x: u32; check *x < 100 };
/// let means = Means { shrinker: &External, journal: None, limits: 1_000.into(), explain: false };
/// let found = counterexample_of(&property, (777, ()), Failure::falsehood(), means);
/// assert_eq!((&*found.original[0].value, &*found.shrunk[0].value), ("777", "100"));
/// ```
pub fn counterexample_of<P: Property>(
    property: &P,
    inputs: P::Inputs,
    failure: Failure,
    means: Means<'_>,
) -> Counterexample {
    shrunk(property, FailingCase { inputs, record: None, failure }, &means)
}

fn shrunk<P: Property>(
    property: &P,
    case: FailingCase<P::Inputs>,
    means: &Means<'_>,
) -> Counterexample {
    // A function prints the calls that it has seen, so the property runs before its inputs are printed.
    check(property, &case.inputs);
    let original = print(property, &case.inputs);
    let mut trial = OnTrial::new(property, case, means.journal);
    trial.note(None);
    let mut repeats = repeats::once(&mut trial, &means.limits);
    let mut efforts = Vec::new();
    if !repeats.flaky() {
        efforts = means.shrinker.shrink(&mut trial, &means.limits);
        repeats = repeats::once(&mut trial, &means.limits);
    }
    let tried = efforts.iter().map(|effort| effort.tried).sum();
    let accepted = efforts.iter().map(|effort| effort.accepted).sum();
    let stopped = means.limits.spent(tried);
    let explains = means.explain && !repeats.flaky();
    let shrunk = trial.shown();
    let failure = trial.best.failure;
    let mut counterexample = Counterexample {
        found: Found::default(),
        original,
        shrunk,
        choices: trial.choices,
        explained: Vec::new(),
        shrinking: Shrinking { failure, repeats, tried, accepted, stopped, efforts },
    };
    if explains {
        counterexample.explained = explain(property, &counterexample, &means.limits);
    }
    counterexample
}
