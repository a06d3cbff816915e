//! What stands around the text of a report, and how it is set.

use crate::data::Binding;
use crate::data::Place;

/// How text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

/// What stands around a report when it is of a test that has a name.
///
/// ```
/// use forall::property::forall;
/// use forall::report::text::{Step, Style, Title, render};
/// use forall::runner::{Options, quick_check};
///
/// let report = quick_check(&forall("x", 0..9).check(|(x, ())| *x < 5), &Options::default());
/// let found = report.counterexample().expect("some are greater");
/// let title = Title {
///     name: "stays_small".into(),
///     steps: vec![Step { pass: None, inputs: found.original.clone() }],
///     ..Title::default()
/// };
/// let text = render(&report, &title, Style::Plain);
/// assert!(text.starts_with("falsified") && text.contains("stays_small"));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Title {
    /// What the property is called.
    pub name: String,
    /// Where it is written.
    pub place: Option<Place>,
    /// What runs the failing test again.
    pub command: Option<String>,
    /// Where the failure is kept, or why it is not.
    pub kept: Option<String>,
    /// Every step of shrinking, where somebody asked for them.
    pub steps: Vec<Step>,
}

/// Inputs on the way to the simplest ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// What found them; nothing if they are the first.
    pub pass: Option<&'static str>,
    /// What they are.
    pub inputs: Vec<Binding>,
}
