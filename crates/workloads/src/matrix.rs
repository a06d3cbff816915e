//! The matrix of runners: one row for each runner, one column for each task. The shade shows the
//! number of tests.

use crate::summary::{Group, TaskTrials};
use crate::svg::{LABEL, LegendEntry, Point, Rect, classed_text, document, legend, rect, text};

/// All runners on all tasks.
#[derive(Clone, Debug)]
pub struct Matrix {
    /// The columns.
    pub blocks: Vec<Block>,
    /// The rows.
    pub rows: Vec<Row>,
}

/// A runner with a strategy, and the number of tests for each task.
#[derive(Clone, Debug)]
pub struct Row {
    /// The name of the row.
    pub name: String,
    /// The number of tests by column; `None` if the task is not solved.
    pub tests: Vec<Option<f64>>,
}

/// Adjacent columns of one workload.
#[derive(Clone, Debug)]
pub struct Block {
    /// The workload.
    pub name: String,
    /// The number of columns.
    pub columns: usize,
}

/// Returns the columns and rows. The tasks of a workload are sorted by the number of tests that the
/// first loop needs.
pub fn matrix(groups: &[Group]) -> Matrix {
    let mut blocks: Vec<Block> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut columns: Vec<(&str, Vec<&TaskTrials>)> = Vec::new();
    for group in groups {
        if columns.iter().all(|(workload, _)| *workload != group.workload) {
            let mut tasks: Vec<&TaskTrials> = group.tasks.iter().collect();
            tasks.sort_by(|a, b| needed(a).total_cmp(&needed(b)));
            blocks.push(Block { name: group.workload.clone(), columns: tasks.len() });
            columns.push((&group.workload, tasks));
        }
        let name = name(group);
        if rows.iter().all(|row| row.name != name) {
            rows.push(Row { name, tests: Vec::new() });
        }
    }
    for row in &mut rows {
        for (workload, tasks) in &columns {
            let same = |group: &&Group| group.workload == *workload && name(group) == row.name;
            let group = groups.iter().find(same);
            let tests = |task: &&TaskTrials| {
                let tried = group?.tasks.iter().find(|tried| tried.is_same_task(task))?;
                Some(needed(tried)).filter(|tests| tests.is_finite())
            };
            row.tests.extend(tasks.iter().map(tests));
        }
    }
    rows.sort_by_key(|row| row.name.split(", ").nth(1).map(str::to_owned));
    Matrix { blocks, rows }
}

/// Returns the median number of tests, or infinity if the task is not solved.
pub(crate) fn needed(task: &TaskTrials) -> f64 {
    if task.solved() { task.median_tests() } else { f64::INFINITY }
}

fn name(group: &Group) -> String {
    format!("{}, {}", group.test_loop.trim_end_matches("()"), group.strategy)
}

const CELL: f64 = 3.0;
const GAP: f64 = 8.0;
const STEP: f64 = 20.0;
const TOP: f64 = 52.0;

struct Shade {
    max_tests: f64,
    class: &'static str,
    name: &'static str,
}

const SHADES: [Shade; 5] = [
    Shade { max_tests: 10.0, class: "s0", name: "≤ 10 tests" },
    Shade { max_tests: 100.0, class: "s1", name: "≤ 100" },
    Shade { max_tests: 1_000.0, class: "s2", name: "≤ 1,000" },
    Shade { max_tests: 10_000.0, class: "s3", name: "≤ 10,000" },
    Shade { max_tests: f64::INFINITY, class: "s4", name: "more" },
];

fn shade(tests: Option<f64>) -> &'static str {
    let found = tests.and_then(|tests| SHADES.iter().find(|shade| tests <= shade.max_tests));
    found.map_or("none", |shade| shade.class)
}

/// Draws the matrix.
pub fn draw(title: &str, matrix: &Matrix) -> String {
    let Matrix { blocks, rows } = matrix;
    let mut body = String::new();
    let columns: usize = blocks.iter().map(|block| block.columns).sum();
    let width = LABEL + columns as f64 * CELL + blocks.len() as f64 * GAP + 50.0;
    let mut x = LABEL;
    for block in blocks {
        classed_text(&mut body, Point { x, y: TOP - 8.0 }, "start", "soft", &block.name);
        x += block.columns as f64 * CELL + GAP;
    }
    for (at, row) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        text(&mut body, Point { x: LABEL - 10.0, y: y + 13.0 }, "end", &row.name);
        let mut x = LABEL;
        let mut rest = &row.tests[..];
        for block in blocks {
            let (these, others) = rest.split_at(block.columns.min(rest.len()));
            rest = others;
            // Adjacent cells of the same shade become one rectangle.
            for run in these.chunk_by(|a, b| shade(*a) == shade(*b)) {
                let width = run.len() as f64 * CELL;
                let class = shade(run.first().copied().flatten());
                rect(&mut body, Rect { x, y, width, height: STEP - 4.0 }, class);
                x += width;
            }
            x += GAP;
        }
        let solved = row.tests.iter().flatten().count();
        text(&mut body, Point { x: width - 12.0, y: y + 13.0 }, "end", &solved.to_string());
    }
    let bottom = TOP + 8.0 + rows.len() as f64 * STEP;
    let entry = |name: &str, shade| LegendEntry { name: name.to_owned(), shade };
    let entries = SHADES.iter().map(|shade| entry(shade.name, shade.class));
    legend(&mut body, bottom, entries.chain([entry("not solved", "none")]));
    document(title, width, bottom + 28.0, &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adjacent_cells_of_one_shade_are_one_rectangle() {
        let blocks =
            [("A", 3), ("B", 2)].map(|(name, columns)| Block { name: name.to_owned(), columns });
        let tests = vec![Some(3.0), Some(9.0), None, Some(9.0), Some(20_000.0)];
        let rows = vec![Row { name: "fuzz".to_owned(), tests }];
        let chart = draw("runners", &Matrix { blocks: blocks.into(), rows });
        // The background, four runs of equal shades, and the legend.
        assert_eq!(chart.matches("<rect").count(), 1 + 4 + 6, "{chart}");
        assert!(chart.contains(">4</text>"));
    }
}
