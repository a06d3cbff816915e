//! The statistics of observations as tables.

use forall_format::wording::{count, percent, truncated};

use super::Report;
use super::writer::Writer;
use crate::language::ObservationKind;
use crate::report::Observed;

/// The maximum number of values in a table.
const MAX_ROWS: usize = 10;

/// The maximum length of a value in a table.
const MAX_VALUE_LENGTH: usize = 60;

impl Writer {
    /// Writes percentages of tests, and tables of values.
    pub(super) fn statistics(&mut self, report: &Report) {
        for observed in &report.observed {
            match observed.kind {
                ObservationKind::Classify | ObservationKind::Cover(_) => {
                    let share = share(observed.held, observed.tests);
                    self.line(format_args!("  {share} {}", observed.name));
                }
                ObservationKind::Collect | ObservationKind::Tabulate => self.table(observed),
                ObservationKind::Maximize
                | ObservationKind::Minimize
                | ObservationKind::Measure => {}
            }
        }
    }

    fn table(&mut self, observed: &Observed) {
        self.line(format_args!("  {}", observed.name));
        let all = observed.values.iter().map(|(_, count)| count).sum();
        for (value, times) in observed.values.iter().take(MAX_ROWS) {
            let share = share(*times, all);
            self.line(format_args!("    {share} {}", truncated(value, MAX_VALUE_LENGTH)));
        }
        if let Some(rest) = observed.values.get(MAX_ROWS..).filter(|rest| !rest.is_empty()) {
            let times = rest.iter().map(|(_, count)| count).sum();
            let share = share(times, all);
            let others = count(rest.len() as u64, "other value");
            self.line(format_args!("    {share} {others}"));
        }
    }
}

/// Returns a percentage for a column.
pub(super) fn share(part: u64, whole: u64) -> String {
    format!("{:>6}", percent(part, whole))
}
