//! The matrix of runners: one row for each runner, one column for each task. The shade shows the
//! number of tests.

use crate::summary::{Group, Tried};
use crate::svg::{LABEL, document, inked, legend, rect, text};

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
pub fn rows(groups: &[Group]) -> (Vec<Block>, Vec<Row>) {
    let mut blocks: Vec<Block> = Vec::new();
    let mut rows: Vec<Row> = Vec::new();
    let mut columns: Vec<(&str, Vec<&Tried>)> = Vec::new();
    for group in groups {
        if columns.iter().all(|(workload, _)| *workload != group.workload) {
            let mut tasks: Vec<&Tried> = group.tasks.iter().collect();
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
            let tests = |task: &&Tried| {
                let tried = group?.tasks.iter().find(|tried| tried.is_of(task))?;
                Some(needed(tried)).filter(|tests| tests.is_finite())
            };
            row.tests.extend(tasks.iter().map(tests));
        }
    }
    rows.sort_by_key(|row| row.name.split(", ").nth(1).map(str::to_owned));
    (blocks, rows)
}

/// Returns the median number of tests, or infinity if the task is not solved.
pub(crate) fn needed(task: &Tried) -> f64 {
    if task.solved() { task.median_tests() } else { f64::INFINITY }
}

fn name(group: &Group) -> String {
    format!("{}, {}", group.tool.trim_end_matches("()"), group.strategy)
}

const CELL: f64 = 3.0;
const GAP: f64 = 8.0;
const STEP: f64 = 20.0;
const TOP: f64 = 52.0;

/// The upper bound of each shade in tests, its legend, and its class.
const SHADES: [(f64, &str, &str); 5] = [
    (10.0, "s0", "≤ 10 tests"),
    (100.0, "s1", "≤ 100"),
    (1_000.0, "s2", "≤ 1,000"),
    (10_000.0, "s3", "≤ 10,000"),
    (f64::INFINITY, "s4", "more"),
];

fn shade(tests: Option<f64>) -> &'static str {
    let found = tests.and_then(|tests| SHADES.iter().find(|(most, ..)| tests <= *most));
    found.map_or("none", |(_, shade, _)| shade)
}

/// Draws the matrix.
pub fn matrix(title: &str, blocks: &[Block], rows: &[Row]) -> String {
    let mut body = String::new();
    let columns: usize = blocks.iter().map(|block| block.columns).sum();
    let width = LABEL + columns as f64 * CELL + blocks.len() as f64 * GAP + 50.0;
    let mut x = LABEL;
    for block in blocks {
        inked(&mut body, (x, TOP - 8.0), ("start", "soft"), &block.name);
        x += block.columns as f64 * CELL + GAP;
    }
    for (at, row) in rows.iter().enumerate() {
        let y = TOP + at as f64 * STEP;
        text(&mut body, (LABEL - 10.0, y + 13.0), "end", &row.name);
        let (mut x, mut rest) = (LABEL, &row.tests[..]);
        for block in blocks {
            let (these, others) = rest.split_at(block.columns.min(rest.len()));
            rest = others;
            // Adjacent cells of the same shade become one rectangle.
            for run in these.chunk_by(|a, b| shade(*a) == shade(*b)) {
                let wide = run.len() as f64 * CELL;
                rect(&mut body, (x, y), (wide, STEP - 4.0), shade(run.first().copied().flatten()));
                x += wide;
            }
            x += GAP;
        }
        let solved = row.tests.iter().flatten().count();
        text(&mut body, (width - 12.0, y + 13.0), "end", &solved.to_string());
    }
    let bottom = TOP + 8.0 + rows.len() as f64 * STEP;
    let names = SHADES.map(|(_, shade, name)| (name.to_owned(), shade)).into_iter();
    legend(&mut body, bottom, names.chain([("not solved".to_owned(), "none")]));
    document(title, (width, bottom + 28.0), &body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_of_one_shade_are_one_rectangle() {
        let blocks =
            [("A", 3), ("B", 2)].map(|(name, columns)| Block { name: name.to_owned(), columns });
        let tests = vec![Some(3.0), Some(9.0), None, Some(9.0), Some(20_000.0)];
        let chart = matrix("runners", &blocks, &[Row { name: "fuzz".to_owned(), tests }]);
        // The background, four runs of equal shades, and the legend.
        assert_eq!(chart.matches("<rect").count(), 1 + 4 + 6, "{chart}");
        assert!(chart.contains(">4</text>"));
    }
}
