//! What a report says about its test besides the result.

use crate::data::{Binding, Location};

/// How text is formatted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without colours.
    Plain,
    /// With the colours of a terminal (ANSI escape codes).
    Colour,
}

/// The test that a report belongs to.
///
/// ```
/// use forall::property::forall;
/// use forall::report::text::{Step, Style, ReportContext, render};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 5), &Options::default());
/// let found = report.counterexample().expect("some are greater");
/// let context = ReportContext {
///     name: "stays_small".into(),
///     steps: vec![Step { pass: None, inputs: found.original.clone() }],
///     ..ReportContext::default()
/// };
/// let text = render(&report, &context, Style::Plain);
/// assert!(text.starts_with("falsified") && text.contains("stays_small"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct ReportContext {
    /// The name of the property.
    pub name: String,
    /// Where it is defined.
    pub location: Option<Location>,
    /// The command that runs the failing test again.
    pub command: Option<String>,
    /// Where the failure is saved, or why it is not.
    pub saved: Option<String>,
    /// The number of tests that were to run, if it is limited.
    pub tests: Option<u64>,
    /// Whether to print values in full, and everything that is known about a failure.
    pub verbose: bool,
    /// Every step of shrinking, if these were requested.
    pub steps: Vec<Step>,
}

/// Inputs that shrinking found on the way to the simplest ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The pass that found them, or `None` for the first failure.
    pub pass: Option<&'static str>,
    /// The inputs.
    pub inputs: Vec<Binding>,
}
