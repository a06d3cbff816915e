//! Coverage: the cost of counting the edges of a real crate and judging them after every test, and
//! the bugs that edges and comparisons find.

pub(crate) mod project;
mod search;

use std::io;

use self::project::{Measurements, Project};
use crate::measure::median;
use crate::options::Options;
use crate::row::{Bar, Row};

const RUN: &str = "instrumented run, with feedback";
const FEEDBACK: &str = "feedback of a test";
const SCAN: &str = "judging all edges";
/// The limit for clearing and judging after a test, in nanoseconds.
const FEEDBACK_LIMIT: f64 = 500.0;
/// The limit for judging 5,000 edges, in nanoseconds.
const SCAN_LIMIT: f64 = 400.0;
/// The minimum number of edges for a meaningful measurement.
const MIN_EDGES: f64 = 5000.0;

/// Measures all rows that `options` select.
pub fn coverage(options: &Options) -> io::Result<Vec<Row>> {
    let project = Project::new()?;
    let mut all = search::rows(&project, options)?;
    if ![RUN, FEEDBACK, SCAN].iter().any(|row| options.wants(row)) {
        return Ok(all);
    }
    let mut plain = Vec::new();
    let mut instrumented = Vec::new();
    for _ in 0..if options.quick { 3 } else { 21 } {
        plain.push(project.probe("probe", &["--no-coverage"], &[])?);
        instrumented.push(project.probe("probe", &["--no-comparisons"], &[])?);
    }
    let rows = rows(&plain, &instrumented);
    all.extend(rows.into_iter().filter(|row| options.wants(&row.name)));
    Ok(all)
}

fn rows(plain: &[Measurements], instrumented: &[Measurements]) -> [Row; 3] {
    let edges = figure(instrumented, "edges");
    let enough = if edges < MIN_EDGES { ": TOO FEW" } else { "" };
    let note = format!("{edges} edges, {} covered{enough}", figure(instrumented, "hit"));
    let row = |name: &str, figure_name, theirs, bar| Row {
        name: name.to_owned(),
        ours: figure(instrumented, figure_name),
        theirs,
        bar: Some(Bar::AtMost(bar)),
        unit: "ns",
        note: note.clone(),
    };
    [
        row(RUN, "run", figure(plain, "run"), 1.25),
        row(FEEDBACK, "feedback", FEEDBACK_LIMIT, 1.0),
        row(SCAN, "scan", SCAN_LIMIT * edges / MIN_EDGES, 1.0),
    ]
}

/// Returns the median of a figure over several probes.
fn figure(measured: &[Measurements], name: &str) -> f64 {
    median(measured.iter().map(|measured| measured.get(name).copied().unwrap_or(f64::NAN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(figures: &[(&str, f64)]) -> Vec<Measurements> {
        vec![figures.iter().map(|(name, figure)| (name.to_string(), *figure)).collect()]
    }

    #[test]
    fn figures_are_compared_with_their_limits() {
        let instrumented =
            [("run", 12.0), ("edges", 6000.0), ("hit", 9.0), ("feedback", 100.0), ("scan", 960.0)];
        let rows = rows(&measured(&[("run", 10.0)]), &measured(&instrumented));
        assert_eq!(rows.each_ref().map(Row::ratio), [1.2, 0.2, 2.0]);
        assert_eq!(rows.each_ref().map(Row::holds), [true, true, false]);
        assert_eq!(rows[0].note, "6000 edges, 9 covered");
    }

    #[test]
    fn a_probe_without_figures_meets_no_bar() {
        let rows = rows(&measured(&[]), &measured(&[]));
        assert_eq!(rows.each_ref().map(Row::holds), [false; 3]);
    }
}
