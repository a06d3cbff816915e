//! Writing lines of a report, with or without colours.

use std::fmt::{Arguments, Write};

use super::layout::{self, PrintLimits};
use super::{Binding, Style};

pub(super) const BOLD: &str = "1";
pub(super) const RED: &str = "1;31";
pub(super) const GREEN: &str = "1;32";
pub(super) const YELLOW: &str = "1;33";

/// The maximum number of columns of a line, as far as values can be broken.
const MAX_COLUMNS: usize = 100;

/// The text of a report so far.
pub(super) struct Writer {
    pub(super) text: String,
    pub(super) style: Style,
    /// Whether values are written in full.
    pub(super) verbose: bool,
}

impl Writer {
    pub(super) fn line(&mut self, line: Arguments<'_>) {
        writeln!(self.text, "{line}").expect("a string can be written to");
    }

    pub(super) fn blank_line(&mut self) {
        self.text.push('\n');
    }

    pub(super) fn paint(&self, colour: &str, text: &str) -> String {
        match self.style {
            Style::Plain => text.to_owned(),
            Style::Colour => format!("\x1b[{colour}m{text}\x1b[0m"),
        }
    }

    /// Writes variables with their values, one below the other. Long values are broken into lines.
    pub(super) fn bindings(&mut self, bindings: &[Binding]) {
        let names = bindings.iter().map(|binding| binding.name.chars().count());
        let name_columns = names.max().unwrap_or(0);
        for Binding { name, value } in bindings {
            let padding = " ".repeat(name_columns - name.chars().count());
            let indent = "  ".len() + name_columns + " = ".len();
            let value = self.value(value, indent);
            let name = self.paint(BOLD, name);
            self.line(format_args!("  {name}{padding} = {value}"));
        }
    }

    /// Returns a value whose further lines are indented by this number of columns.
    pub(super) fn value(&self, value: &str, indent: usize) -> String {
        let columns = MAX_COLUMNS.saturating_sub(indent).max(MAX_COLUMNS / 2);
        let limits = if self.verbose { PrintLimits::NONE } else { PrintLimits::REPORT };
        indented(&limits.apply(&layout::lines(value, columns, layout::Items::Filled)), indent)
    }
}

/// Joins lines, and indents all but the first.
pub(super) fn indented(lines: &[String], columns: usize) -> String {
    lines.join(&format!("\n{}", " ".repeat(columns)))
}
