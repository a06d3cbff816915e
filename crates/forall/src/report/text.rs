//! Text: a report as a person reads it.

use super::{Outcome, Report};

/// How text is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As it is.
    Plain,
    /// With the colours of a terminal.
    Colour,
}

/// The report in words.
pub fn render(report: &Report, _style: Style) -> String {
    match &report.outcome {
        Outcome::Passed => "passed\n".into(),
        other => format!("{other:?}\n"),
    }
}
