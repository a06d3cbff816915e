//! The table of a measurement: a row for each bug, a column for each tool, and totals.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::catalog::BugInfo;
use crate::measure::Tool;
use crate::store::{Outcome, Stored};

/// The number of tests in a default run of Forall.
const DEFAULT_TESTS: u64 = 1_000;

/// With fewer tests, a search is fast, however few others need.
const FEW_TESTS: u64 = 100;

/// The searches for one bug with one tool.
#[derive(Clone, Debug, Default)]
pub struct Cell {
    /// The tests until the failure for each search that found the bug, in order.
    found: Vec<u64>,
    searches: usize,
    crashes: usize,
    timeouts: usize,
}

impl Cell {
    fn add(&mut self, outcome: Outcome) {
        self.searches += 1;
        self.found.extend(outcome.found());
        self.found.sort_unstable();
        self.crashes += usize::from(outcome == Outcome::Crashed);
        self.timeouts += usize::from(outcome == Outcome::TimedOut);
    }

    /// Returns the median number of tests until the failure: of an even number of searches, the lower one of the two in
    /// the middle. A search that did not find the bug counts as infinitely many tests.
    pub fn median(&self) -> Option<u64> {
        self.found.get(self.searches.saturating_sub(1) / 2).copied()
    }

    fn is_always_found(&self) -> bool {
        self.found.len() == self.searches
    }

    fn early(&self) -> usize {
        self.found.iter().filter(|tests| **tests <= DEFAULT_TESTS).count()
    }

    /// Formats the cell: how often the bug was found, and the median.
    fn text(&self) -> String {
        if self.searches == 0 {
            return String::new();
        }
        let mut text = format!("{}/{}", self.found.len(), self.searches);
        if let Some(median) = self.median() {
            let _ = write!(text, " {}", grouped(median));
        }
        if self.crashes > 0 {
            let _ = write!(text, " ({} crashed)", self.crashes);
        }
        if self.timeouts > 0 {
            let _ = write!(text, " ({} timed out)", self.timeouts);
        }
        text
    }
}

/// The row of a bug.
#[derive(Clone, Debug, Default)]
struct Row {
    bug: Option<BugInfo>,
    cells: BTreeMap<Tool, Cell>,
}

/// The budget of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Budget {
    tests: u64,
    seconds: f64,
}

/// The table.
#[derive(Clone, Debug)]
pub struct Table {
    tools: Vec<Tool>,
    /// The rows by the names of the bugs.
    rows: BTreeMap<String, Row>,
    /// The budget, if it is the same in all searches.
    budget: Option<Budget>,
}

impl Table {
    /// Summarizes a store, with the bugs that `selects` accepts.
    pub fn new(stored: &Stored, selects: impl Fn(&str) -> bool) -> Table {
        let mut tools = BTreeSet::new();
        let mut budgets = Vec::new();
        let mut rows: BTreeMap<String, Row> = BTreeMap::new();
        for record in stored.records.iter().filter(|record| selects(&record.bug)) {
            tools.insert(record.tool);
            budgets.push(Budget { tests: record.max_tests, seconds: record.max_seconds });
            let row = rows.entry(record.bug.clone()).or_default();
            row.cells.entry(record.tool).or_default().add(record.outcome);
        }
        for bug in &stored.bugs {
            if let Some(row) = rows.get_mut(&bug.name) {
                row.bug = Some(bug.clone());
            }
        }
        budgets.dedup();
        let budget = if let [budget] = budgets[..] { Some(budget) } else { None };
        Table { tools: tools.into_iter().collect(), rows, budget }
    }

    /// Formats the table for a terminal.
    pub fn to_text(&self) -> String {
        let mut lines = vec![self.headings()];
        lines[0][0] = "bug".into();
        lines.extend(self.rows.iter().map(|(name, row)| self.line(row, name.clone())));
        lines.extend(self.totals());
        let width = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..=self.tools.len()).map(width).collect();
        let mut text = String::new();
        for line in &lines {
            let cells: Vec<String> =
                line.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            let _ = writeln!(text, "{}", cells.join("   ").trim_end());
        }
        text
    }

    /// Formats the table as Markdown.
    pub fn to_markdown(&self) -> String {
        let mut lines = vec![self.headings(), vec!["---".into(); self.tools.len() + 1]];
        lines.extend(self.rows.iter().map(|(name, row)| self.line(row, described(name, row))));
        lines.extend(self.totals());
        let mut text = self.budget.map(caption).unwrap_or_default();
        for line in lines {
            let _ = writeln!(text, "| {} |", line.join(" | "));
        }
        text
    }

    fn headings(&self) -> Vec<String> {
        let tools = self.tools.iter().map(|tool| tool.heading().to_owned());
        std::iter::once(String::new()).chain(tools).collect()
    }

    fn line(&self, row: &Row, first: String) -> Vec<String> {
        let cells = self.tools.iter().map(|tool| row.cells.get(tool).map(Cell::text));
        std::iter::once(first).chain(cells.map(Option::unwrap_or_default)).collect()
    }

    /// Returns the last lines: sums over all bugs.
    fn totals(&self) -> Vec<Vec<String>> {
        let searches = |tool| self.cells(tool).map(|cell| cell.searches).sum::<usize>();
        let total = |name: &str, sum: &dyn Fn(Tool) -> String| {
            let sums = self.tools.iter().map(|tool| sum(*tool));
            std::iter::once(name.to_owned()).chain(sums).collect()
        };
        vec![
            total("always found", &|tool| {
                let always = self.cells(tool).filter(|cell| cell.is_always_found()).count();
                format!("{always} of {}", self.cells(tool).count())
            }),
            total("found at least once", &|tool| {
                let found = self.cells(tool).filter(|cell| !cell.found.is_empty()).count();
                format!("{found} of {}", self.cells(tool).count())
            }),
            total("searches that find the bug", &|tool| {
                let found = self.cells(tool).map(|cell| cell.found.len()).sum::<usize>();
                format!("{found} of {}", searches(tool))
            }),
            total("searches that find it within 1,000 tests", &|tool| {
                let early = self.cells(tool).map(Cell::early).sum::<usize>();
                format!("{early} of {}", searches(tool))
            }),
            total("bugs with at least 100 tests and twice the best other library's", &|tool| {
                if Tool::OTHERS.contains(&tool) {
                    String::new()
                } else {
                    self.slow(tool).len().to_string()
                }
            }),
        ]
    }

    /// Returns the bugs for which a tool needs more than twice the median number of tests of the best other library, and
    /// at least 100, or has no median although another library has one.
    pub fn slow(&self, tool: Tool) -> Vec<&str> {
        let is_slow = |row: &Row| {
            let others = Tool::OTHERS.iter().filter_map(|other| row.cells.get(other)?.median());
            let median = row.cells.get(&tool).and_then(Cell::median).unwrap_or(u64::MAX);
            median >= FEW_TESTS && others.min().is_some_and(|best| median > best.saturating_mul(2))
        };
        let slow = self.rows.iter().filter(|(_, row)| is_slow(row));
        slow.map(|(name, _)| name.as_str()).collect()
    }

    fn cells(&self, tool: Tool) -> impl Iterator<Item = &Cell> {
        self.rows.values().filter_map(move |row| row.cells.get(&tool))
    }
}

/// Formats the first cell of a row in Markdown.
fn described(name: &str, row: &Row) -> String {
    row.bug.as_ref().map_or_else(
        || format!("`{name}`"),
        |bug| format!("[`{name}`]({}), {} {}", bug.link, bug.package, bug.buggy_version),
    )
}

/// Formats the budget as a sentence.
fn caption(budget: Budget) -> String {
    let tests = grouped(budget.tests);
    format!("A search ends after {tests} tests or {} s.\n\n", budget.seconds)
}

/// Formats a number with commas: 12,345.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Record;

    fn cell(outcomes: &[Outcome]) -> Cell {
        let mut cell = Cell::default();
        outcomes.iter().for_each(|outcome| cell.add(*outcome));
        cell
    }

    fn found(tests: u64) -> Outcome {
        Outcome::Found { tests }
    }

    const MISSED: Outcome = Outcome::NotFound { tests: 1_000_000 };

    #[test]
    fn a_missed_bug_counts_as_infinitely_many_tests() {
        assert_eq!(cell(&[found(30), found(10), found(20)]).median(), Some(20));
        assert_eq!(cell(&[found(10), MISSED, found(20)]).median(), Some(20));
        assert_eq!(cell(&[MISSED, MISSED, found(20)]).median(), None);
        assert_eq!(cell(&[]).median(), None);
    }

    #[test]
    fn cells_are_formatted() {
        assert_eq!(cell(&[found(1_234_567), MISSED]).text(), "1/2 1,234,567");
        assert_eq!(cell(&[MISSED, Outcome::Crashed]).text(), "0/2 (1 crashed)");
        assert_eq!(cell(&[Outcome::TimedOut]).text(), "0/1 (1 timed out)");
    }

    #[test]
    fn slow_searches_take_twice_as_many_tests_as_another_library() {
        let records = [("x", 199, 99), ("y", 198, 99), ("z", 99, 1)].map(|(bug, ours, theirs)| {
            [(Tool::QuickCheck, ours), (Tool::Proptest, theirs)].map(|(tool, tests)| Record {
                bug: bug.into(),
                tool,
                seed: 1,
                max_tests: 1_000,
                max_seconds: 1.0,
                outcome: found(tests),
            })
        });
        let records = records.into_iter().flatten().collect();
        let table = Table::new(&Stored { bugs: Vec::new(), records }, |_| true);
        assert_eq!(table.slow(Tool::QuickCheck), ["x"]);
    }

    #[test]
    fn totals_count_bugs_and_searches() {
        let record = |bug: &str, seed: u64, outcome: Outcome| Record {
            bug: bug.into(),
            tool: Tool::QuickCheck,
            seed,
            max_tests: 1_000_000,
            max_seconds: 1.5,
            outcome,
        };
        let records = vec![
            record("x", 1, found(5)),
            record("x", 2, found(5_000)),
            record("y", 1, found(1_000)),
            record("y", 2, MISSED),
        ];
        let bug = BugInfo {
            name: "x".into(),
            package: "a".into(),
            buggy_version: "1.0.0".into(),
            fixed_version: "1.0.1".into(),
            law: "a law".into(),
            link: "https://example.com".into(),
        };
        let table = Table::new(&Stored { bugs: vec![bug], records }, |_| true);
        let expected = "\
bug                                                               Forall `quick_check`
x                                                                 2/2 5
y                                                                 1/2 1,000
always found                                                      1 of 2
found at least once                                               2 of 2
searches that find the bug                                        3 of 4
searches that find it within 1,000 tests                          2 of 4
bugs with at least 100 tests and twice the best other library's   0
";
        assert_eq!(table.to_text(), expected);
        let markdown = table.to_markdown();
        assert!(
            markdown.starts_with("A search ends after 1,000,000 tests or 1.5 s.\n"),
            "{markdown}"
        );
        assert!(
            markdown.contains("| [`x`](https://example.com), a 1.0.0 | 2/2 5 |\n"),
            "{markdown}"
        );
    }
}
