//! Coverage: the cost of counting the edges of a real crate and judging them after every test, and
//! the bugs that edges and comparisons find.

mod project;
mod search;

use std::io;

use self::project::{Project, Said};
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
const EDGES: f64 = 5000.0;

/// Measures all rows that `options` select.
pub fn coverage(options: &Options) -> io::Result<Vec<Row>> {
    let project = Project::new()?;
    let mut all = search::rows(&project, options)?;
    if ![RUN, FEEDBACK, SCAN].iter().any(|row| options.wants(row)) {
        return Ok(all);
    }
    let (mut plain, mut instrumented) = (Vec::new(), Vec::new());
    for _ in 0..if options.quick { 3 } else { 21 } {
        plain.push(project.probe("probe", &["--plain"], &[])?);
        instrumented.push(project.probe("probe", &[], &[])?);
    }
    let rows = rows(&plain, &instrumented);
    all.extend(rows.into_iter().filter(|row| options.wants(&row.row)));
    Ok(all)
}

fn rows(plain: &[Said], instrumented: &[Said]) -> [Row; 3] {
    let edges = figure(instrumented, "edges");
    let enough = if edges < EDGES { ": TOO FEW" } else { "" };
    let note = format!("{edges} edges, {} taken{enough}", figure(instrumented, "hit"));
    let row = |row: &str, name, theirs, bar| Row {
        row: row.to_owned(),
        ours: figure(instrumented, name),
        theirs,
        bar: Some(Bar::AtMost(bar)),
        unit: "ns",
        note: note.clone(),
    };
    [
        row(RUN, "run", figure(plain, "run"), 1.25),
        row(FEEDBACK, "feedback", FEEDBACK_LIMIT, 1.0),
        row(SCAN, "scan", SCAN_LIMIT * edges / EDGES, 1.0),
    ]
}

/// Returns the median of a figure over several probes.
fn figure(said: &[Said], name: &str) -> f64 {
    median(said.iter().map(|said| said.get(name).copied().unwrap_or(f64::NAN)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(figures: &[(&str, f64)]) -> Vec<Said> {
        vec![figures.iter().map(|(name, figure)| (name.to_string(), *figure)).collect()]
    }

    #[test]
    fn limits_are_the_others() {
        let told =
            [("run", 12.0), ("edges", 6000.0), ("hit", 9.0), ("feedback", 100.0), ("scan", 960.0)];
        let rows = rows(&said(&[("run", 10.0)]), &said(&told));
        assert_eq!(rows.each_ref().map(Row::ratio), [1.2, 0.2, 2.0]);
        assert_eq!(rows.each_ref().map(Row::holds), [true, true, false]);
        assert_eq!(rows[0].note, "6000 edges, 9 taken");
    }

    #[test]
    fn a_silent_probe_holds_no_bar() {
        let rows = rows(&said(&[]), &said(&[]));
        assert_eq!(rows.each_ref().map(Row::holds), [false; 3]);
    }
}
