//! The matrix of runners: a row for each, a column for each task, and a shade for how many tests it
//! took.

use crate::summary::{Group, Tried};
use crate::svg::{LABEL, document, inked, legend, rect, text};

/// A runner with a strategy: the tests that each task took, in the order of the columns.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is called.
    pub name: String,
    /// The columns; nothing where a task is not solved.
    pub tests: Vec<Option<f64>>,
}

/// Columns that belong together.
#[derive(Clone, Debug)]
pub struct Block {
    /// The workload.
    pub name: String,
    /// How many columns it has.
    pub columns: usize,
}

/// All rows over all tasks. In each workload, those tasks come first that take the first tool least.
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

/// How many tests it takes; more than any number where it is not solved.
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

/// Up to how many tests each shade goes, and what it is called.
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

/// The chart.
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
            // What has the same shade is one rectangle.
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
        // The paper, four runs of one shade, and the legend.
        assert_eq!(chart.matches("<rect").count(), 1 + 4 + 6, "{chart}");
        assert!(chart.contains(">4</text>"));
    }
}
