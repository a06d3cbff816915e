//! The charts of each experiment.

use crate::experiment::EXPERIMENTS;
use crate::matrix::{matrix, rows};
use crate::record::Record;
use crate::saved::by_property;
use crate::summary::{Group, groups};
use crate::svg::{Line, Scale, buckets, lines, shares};

/// A chart and the name of its file.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The experiment.
    pub experiment: String,
    /// The file name without its extension.
    pub name: String,
    /// The chart, as SVG.
    pub svg: String,
}

/// Draws all charts for the records.
pub fn charts(records: &[Record]) -> Vec<Chart> {
    let mut charts = Vec::new();
    for experiment in EXPERIMENTS {
        let groups = groups(records, experiment.name);
        if groups.is_empty() {
            continue;
        }
        let drawn = match experiment.name {
            "shrink" => shrunk(&groups, experiment.workloads),
            "parallel" => times(&groups),
            "pools" | "best" => by_property(&groups),
            "runners" => {
                let (blocks, rows) = rows(&groups);
                let title =
                    "Tests until the bug is found: tasks by runner, and how many are solved";
                vec![(String::new(), matrix(title, &blocks, &rows))]
            }
            _ => by_time(&groups, experiment.workloads),
        };
        charts.extend(drawn.into_iter().map(|(name, svg)| {
            let name = format!("{}{name}", experiment.name);
            Chart { experiment: experiment.name.into(), name, svg }
        }));
    }
    charts
}

type Drawn = (String, String);

/// Draws bucket charts: a single one if each workload has only one bar.
fn by_time(groups: &[Group], workloads: &[&str]) -> Vec<Drawn> {
    let title = "tasks by mean time to failure";
    let row = |group: &Group, name: String| (name, group.buckets());
    if groups.len() == workloads.len() {
        let rows: Vec<_> = groups.iter().map(|group| row(group, group.workload.clone())).collect();
        return vec![(String::new(), buckets(&format!("All {title}"), &rows))];
    }
    // The strategy is only named if there are several.
    let several = groups.iter().any(|group| group.strategy != groups[0].strategy);
    let name = |group: &Group| match several {
        true => format!("{}, {}", group.strategy, group.tool),
        false => group.tool.clone(),
    };
    let chart = |workload: &&str| {
        let groups = groups.iter().filter(|group| group.workload == **workload);
        let rows: Vec<_> = groups.map(|group| row(group, name(group))).collect();
        let drawn = || buckets(&format!("{workload}: {title}"), &rows);
        (!rows.is_empty()).then(|| (format!("-{}", workload.to_lowercase()), drawn()))
    };
    workloads.iter().filter_map(chart).collect()
}

/// Returns the goal for the share of trials that end at the smallest counterexample.
pub fn aimed_at(workload: &str) -> f64 {
    if workload == "FSUB" { 0.90 } else { 0.95 }
}

/// Draws how often the smallest counterexample is reached, and the sizes for each workload.
fn shrunk(groups: &[Group], workloads: &[&str]) -> Vec<Drawn> {
    let rows: Vec<_> = groups
        .iter()
        .filter_map(|group| {
            let name = format!("{}, {}", group.workload, shrinker(&group.tool));
            Some((name, group.share_of_minima()?, aimed_at(&group.workload)))
        })
        .collect();
    let title = "Trials that end at the smallest counterexample there is";
    let mut charts = vec![("-minima".to_owned(), shares(title, &rows))];
    charts.extend(workloads.iter().map(|workload| {
        let groups: Vec<&Group> =
            groups.iter().filter(|group| group.workload == *workload).collect();
        let scale = Scale { base: 2.0, first: 0, label: |value| value.to_string() };
        let title = format!("{workload}: mean size of counterexamples, as found and shrunk");
        let below = "tasks, by the size as found";
        (format!("-{}", workload.to_lowercase()), lines(&title, below, &sizes(&groups), scale))
    }));
    charts
}

/// Returns the name of the shrinker in the name of a test loop.
pub fn shrinker(tool: &str) -> &str {
    tool.strip_suffix("-shrinks").unwrap_or(tool)
}

const COLORS: [&str; 5] = ["#bf8700", "#2da44e", "#0969da", "#8250df", "#bc4c00"];
const FOUND: &str = "#cf222e";
const NEUTRAL: &str = "#818b98";

/// Returns the mean sizes by task, ordered by the size of the unshrunk counterexample.
fn sizes(groups: &[&Group]) -> Vec<Line> {
    let Some(first) = groups.first() else { return Vec::new() };
    let mut tasks: Vec<_> = first
        .tasks
        .iter()
        .filter_map(|task| Some((task.size(|r| r.original)?, task.size(|r| r.minimum)?, task)))
        .collect();
    tasks.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = |name: &str, color, dashes, values| {
        let name = name.to_owned();
        Line { name, color, dashes, values }
    };
    let mut all = vec![line("as found", FOUND, "", tasks.iter().map(|task| task.0).collect())];
    for (group, color) in groups.iter().zip(COLORS) {
        let values = tasks.iter().filter_map(|(.., task)| {
            group.tasks.iter().find(|tried| tried.is_of(task))?.size(|record| record.size)
        });
        all.push(line(shrinker(&group.tool), color, "", values.collect()));
    }
    all.push(line("smallest", NEUTRAL, "2 3", tasks.iter().map(|task| task.1).collect()));
    all
}

/// Draws the time of each task on one thread and on several, ordered by the time on one.
fn times(groups: &[Group]) -> Vec<Drawn> {
    let tool = |name: &'static str| groups.iter().filter(move |group| group.tool == name);
    let mut pairs: Vec<(f64, f64)> = Vec::new();
    for alone in tool("quick_check()") {
        let together = tool("parallel()")
            .find(|group| (&group.workload, &group.strategy) == (&alone.workload, &alone.strategy));
        for (one, many) in together.iter().flat_map(|together| alone.both_solved(together)) {
            pairs.push((one.wall(), many.wall()));
        }
    }
    pairs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let line = |name: &str, color, values| {
        let name = name.to_owned();
        Line { name, color, dashes: "", values }
    };
    let lines_of = [
        line("several threads", COLORS[2], pairs.iter().map(|pair| pair.1).collect()),
        line("one thread", FOUND, pairs.iter().map(|pair| pair.0).collect()),
    ];
    let label = |seconds: f64| match seconds {
        s if s < 0.99e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.99 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.0} s"),
    };
    let scale = Scale { base: 10.0, first: -6, label };
    let title = "Mean time to failure on one thread and on several";
    let below = "tasks and strategies, by the time on one thread";
    vec![(String::new(), lines(title, below, &lines_of, scale))]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_tried_has_no_chart() {
        let record = |tool: &str| {
            let line = serde_json::json!({
                "experiment": "guided", "workload": "BST", "mutant": "m", "property": "P",
                "strategy": "type-based", "tool": tool, "trial": 0, "status": "found_bug",
                "tests": 1, "discarded": 0, "rejected": 0, "time": "1ns", "worked": "1ns",
                "shrinks": 0, "shrinking": "0ns", "counterexample": "",
            });
            Record::from_line(&line.to_string()).unwrap()
        };
        let charts = charts(&[record("fresh"), record("usual")]);
        let names: Vec<&str> = charts.iter().map(|chart| &*chart.name).collect();
        assert_eq!(names, ["guided-bst"]);
        assert!(charts[0].svg.contains(">usual<"), "{}", charts[0].svg);
    }
}
