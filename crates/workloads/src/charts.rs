//! The charts of each experiment.

use crate::experiment::EXPERIMENTS;
use crate::matrix::{draw, matrix};
use crate::record::Record;
use crate::savings::by_property;
use crate::summary::{Group, groups};
use crate::svg::{BucketBar, Line, Scale, ShareBar, buckets, lines, shares};

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
                let title = "Tests until the bug is found, by runner; right: tasks solved";
                vec![Drawing { suffix: String::new(), svg: draw(title, &matrix(&groups)) }]
            }
            _ => by_time(&groups, experiment.workloads),
        };
        charts.extend(drawn.into_iter().map(|Drawing { suffix, svg }| {
            let name = format!("{}{suffix}", experiment.name);
            Chart { experiment: experiment.name.into(), name, svg }
        }));
    }
    charts
}

/// A chart of an experiment.
pub(crate) struct Drawing {
    /// The end of its name, after that of the experiment.
    pub(crate) suffix: String,
    pub(crate) svg: String,
}

/// Draws bucket charts: a single one if each workload has only one bar.
fn by_time(groups: &[Group], workloads: &[&str]) -> Vec<Drawing> {
    let title = "tasks by mean time to failure";
    let bar = |group: &Group, label: String| BucketBar { label, counts: group.buckets() };
    if groups.len() == workloads.len() {
        let bars: Vec<_> = groups.iter().map(|group| bar(group, group.workload.clone())).collect();
        let svg = buckets(&format!("All {title}"), &bars);
        return vec![Drawing { suffix: String::new(), svg }];
    }
    // The strategy is only named if there are several.
    let several = groups.iter().any(|group| group.strategy != groups[0].strategy);
    let name = |group: &Group| match several {
        true => format!("{}, {}", group.strategy, group.test_loop),
        false => group.test_loop.clone(),
    };
    let chart = |workload: &&str| {
        let groups = groups.iter().filter(|group| group.workload == **workload);
        let bars: Vec<_> = groups.map(|group| bar(group, name(group))).collect();
        (!bars.is_empty()).then(|| Drawing {
            suffix: format!("-{}", workload.to_lowercase()),
            svg: buckets(&format!("{workload}: {title}"), &bars),
        })
    };
    workloads.iter().filter_map(chart).collect()
}

/// Returns the goal for the share of trials that end at the smallest counterexample.
pub fn minima_goal(workload: &str) -> f64 {
    match workload {
        "FSUB" => 0.80,
        "STLC" => 0.95,
        _ => 0.98,
    }
}

/// Draws how often the smallest counterexample is reached, and the sizes for each workload.
fn shrunk(groups: &[Group], workloads: &[&str]) -> Vec<Drawing> {
    let bars: Vec<_> = groups
        .iter()
        .filter_map(|group| {
            let goal = (group.test_loop == "integrated").then(|| minima_goal(&group.workload));
            let label = format!("{}, {}", group.workload, shrinker(&group.test_loop));
            Some(ShareBar { label, share: group.share_of_minima()?, goal })
        })
        .collect();
    let title = "Trials that end at the smallest counterexample";
    let mut charts = vec![Drawing { suffix: "-minima".to_owned(), svg: shares(title, &bars) }];
    charts.extend(workloads.iter().map(|workload| {
        let groups: Vec<&Group> =
            groups.iter().filter(|group| group.workload == *workload).collect();
        let scale = Scale { base: 2.0, first: 0, label: |value| value.to_string() };
        let title = format!("{workload}: mean size of counterexamples, before and after shrinking");
        let below = "tasks, ordered by size before shrinking";
        Drawing {
            suffix: format!("-{}", workload.to_lowercase()),
            svg: lines(&title, below, &sizes(&groups), scale),
        }
    }));
    charts
}

/// Returns the name of the shrinker in the name of a test loop.
pub fn shrinker(test_loop: &str) -> &str {
    test_loop.strip_suffix("-shrinks").unwrap_or(test_loop)
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
    let mut all = vec![line("unshrunk", FOUND, "", tasks.iter().map(|task| task.0).collect())];
    for (group, color) in groups.iter().zip(COLORS) {
        let values = tasks.iter().filter_map(|(.., task)| {
            group.tasks.iter().find(|tried| tried.is_same_task(task))?.size(|record| record.size)
        });
        all.push(line(shrinker(&group.test_loop), color, "", values.collect()));
    }
    all.push(line("smallest", NEUTRAL, "2 3", tasks.iter().map(|task| task.1).collect()));
    all
}

/// The numbers of threads in the experiment `parallel`.
pub(crate) const THREADS: [usize; 4] = [1, 2, 4, 8];

/// The mean wall times of one task with one strategy, in seconds.
pub(crate) struct WallTimes {
    /// Of `quick_check`.
    pub(crate) alone: f64,
    /// Of `parallel`, for each number of threads.
    pub(crate) parallel: [f64; THREADS.len()],
}

/// Returns the wall times of the tasks that `quick_check` and `parallel` solve on all numbers of threads.
pub(crate) fn wall_times(groups: &[Group]) -> Vec<WallTimes> {
    let test_loop =
        |name: String| groups.iter().filter(move |group: &&Group| group.test_loop == name);
    let mut rows = Vec::new();
    for alone in test_loop("quick_check()".to_owned()) {
        let same = |group: &&Group| {
            (&group.workload, &group.strategy) == (&alone.workload, &alone.strategy)
        };
        let parallel = THREADS.map(|threads| test_loop(format!("parallel_{threads}()")).find(same));
        for task in alone.tasks.iter().filter(|task| task.solved()) {
            let wall = |group: Option<&Group>| {
                let its = group?.tasks.iter().find(|its| its.is_same_task(task) && its.solved());
                Some(its?.wall())
            };
            if let [Some(one), Some(two), Some(four), Some(eight)] = parallel.map(wall) {
                rows.push(WallTimes { alone: task.wall(), parallel: [one, two, four, eight] });
            }
        }
    }
    rows
}

/// Draws the wall time of each task for each number of threads, ordered by the time of `quick_check`.
fn times(groups: &[Group]) -> Vec<Drawing> {
    let mut rows = wall_times(groups);
    rows.sort_by(|a, b| a.alone.total_cmp(&b.alone));
    let line = |name: &str, color, values| {
        let name = name.to_owned();
        Line { name, color, dashes: "", values }
    };
    let on = |at: usize| rows.iter().map(|row| row.parallel[at]).collect();
    let mut lines_of = vec![line("quick_check", FOUND, rows.iter().map(|row| row.alone).collect())];
    for (at, (threads, color)) in THREADS.iter().zip(COLORS).enumerate() {
        let plural = if *threads == 1 { "" } else { "s" };
        lines_of.push(line(&format!("{threads} thread{plural}"), color, on(at)));
    }
    let label = |seconds: f64| match seconds {
        s if s < 0.99e-3 => format!("{:.0} µs", s * 1e6),
        s if s < 0.99 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.0} s"),
    };
    let scale = Scale { base: 10.0, first: -6, label };
    let title = "Mean wall time to failure on 1, 2, 4 and 8 threads";
    let below = "tasks and strategies, ordered by the time of quick_check";
    vec![Drawing { suffix: String::new(), svg: lines(title, below, &lines_of, scale) }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workloads_without_trials_have_no_chart() {
        let record = |test_loop: &str| {
            let line = serde_json::json!({
                "experiment": "guided", "workload": "BST", "mutant": "m", "property": "P",
                "strategy": "type-based", "loop": test_loop, "trial": 0, "status": "found_bug",
                "tests": 1, "discarded": 0, "rejected": 0, "time": "1ns", "cpu_time": "1ns",
                "shrinks": 0, "shrink_time": "0ns", "counterexample": "",
            });
            Record::from_line(&line.to_string()).unwrap()
        };
        let charts = charts(&[record("fresh"), record("default")]);
        let names: Vec<&str> = charts.iter().map(|chart| &*chart.name).collect();
        assert_eq!(names, ["guided-bst"]);
        assert!(charts[0].svg.contains(">default<"), "{}", charts[0].svg);
    }
}
