//! The report: one page with all charts and tables.

use std::fmt::Write;

use crate::charts::charts;
use crate::experiment::{EXPERIMENTS, Experiment};
use crate::record::Record;
use crate::summary::{Group, groups, mean};
use crate::svg::escape;

/// The page, on what is in the store, as measured on this machine.
pub fn page(records: &[Record], machine: &str) -> String {
    let charts = charts(records);
    let mut body = format!(
        "<h1>The workloads of ETNA, with Forall</h1><p>{}</p><p>Times are those of the thread: what \
         else the machine does is not counted. A task is solved when the bug is found in every \
         trial.</p>",
        escape(machine)
    );
    for experiment in EXPERIMENTS {
        let groups = groups(records, experiment.name);
        if groups.is_empty() {
            continue;
        }
        let Experiment { name, question, .. } = experiment;
        let _ = write!(body, "<h2>{name}: {}</h2>", escape(question));
        body += &overview(&groups);
        if *name == "deep" {
            body += &ratios(&groups);
        }
        for chart in charts.iter().filter(|chart| chart.experiment == *name) {
            let _ = write!(body, "<figure>{}</figure>", chart.svg);
        }
        body += "<details><summary>All tasks</summary>";
        body += &tasks(&groups);
        body += "</details>";
    }
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Workloads</title>{STYLE}{body}</html>\n"
    )
}

const STYLE: &str = "<style>body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem \
auto;padding:0 1rem;color:#222;background:#fff}table{border-collapse:collapse;margin:1rem 0}td,th{\
padding:.2rem .7rem;border-bottom:1px solid #ddd;text-align:right}td:first-child,th:first-child{\
text-align:left}figure{margin:1rem 0;overflow-x:auto}</style>";

/// A table: its head, and its rows.
fn table(head: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let cells = |tag: &str, cells: &mut dyn Iterator<Item = &str>| {
        let cells: String = cells.map(|cell| format!("<{tag}>{}</{tag}>", escape(cell))).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = rows.map(|row| cells("td", &mut row.iter().map(String::as_str))).collect();
    format!("<table>{}{rows}</table>", cells("th", &mut head.iter().copied()))
}

/// A line for each group.
fn overview(groups: &[Group]) -> String {
    let head = [
        "",
        "tasks",
        "solved",
        "always < 0.1 s",
        "always < 1 s",
        "slowest",
        "mean tests",
        "smaller by",
        "smallest",
    ];
    let rows = groups.iter().map(|group| {
        let solved = group.tasks.iter().filter(|task| task.solved()).count();
        let slowest = group.tasks.iter().map(|task| task.slowest()).fold(0.0, f64::max);
        let (least, known) = group.minima();
        let ratio = group.ratio().filter(|_| group.experiment == "shrink");
        vec![
            format!("{}, {}, {}", group.workload, group.strategy, group.tool),
            group.tasks.len().to_string(),
            solved.to_string(),
            group.always_below(0.1).to_string(),
            group.always_below(1.0).to_string(),
            format!("{slowest:.4} s"),
            format!("{:.0}", group.mean(|task| Some(task.tests())).unwrap_or_default()),
            ratio.map_or("".into(), |(mean, deviation)| format!("{mean:.2} ± {deviation:.2}")),
            match ratio {
                Some(_) if known > 0 => format!("{:.1} %", 100.0 * least as f64 / known as f64),
                _ => String::new(),
            },
        ]
    });
    table(&head, rows)
}

/// The time of each tool for each of the first one's, over the tasks that both solve.
fn ratios(groups: &[Group]) -> String {
    let head = ["time to failure", "against", "mean ratio of tasks", "ratio of tests a second"];
    let rows = groups.iter().filter(|group| group.tool != "typed").filter_map(|group| {
        let ours = groups.iter().find(|ours| {
            ours.tool == "typed"
                && (&ours.workload, &ours.strategy) == (&group.workload, &group.strategy)
        })?;
        let pairs: Vec<_> = ours
            .tasks
            .iter()
            .filter_map(|task| {
                let same = |other: &&crate::summary::Tried| {
                    (&other.mutant, &other.property) == (&task.mutant, &task.property)
                };
                Some((task, group.tasks.iter().find(same)?))
            })
            .filter(|(ours, theirs)| ours.solved() && theirs.solved())
            .collect();
        let time = mean(pairs.iter().map(|(ours, theirs)| ours.time() / theirs.time()))?;
        Some(vec![
            format!("{}, {}: typed", group.workload, group.strategy),
            group.tool.clone(),
            format!("{time:.2}"),
            format!("{:.2}", rate(ours) / rate(group)),
        ])
    });
    table(&head, rows)
}

/// How many tests a second all trials come to.
fn rate(group: &Group) -> f64 {
    let trials = || group.tasks.iter().flat_map(|task| &task.trials);
    let tests: u64 = trials().map(|trial| trial.tests + 1).sum();
    let worked: u64 = trials().map(|trial| trial.worked).sum();
    tests as f64 * 1e9 / worked.max(1) as f64
}

/// A line for each task.
fn tasks(groups: &[Group]) -> String {
    let head = ["", "solved", "mean time", "slowest", "mean tests", "found", "shrunk", "smallest"];
    let rows = groups.iter().flat_map(|group| {
        group.tasks.iter().map(move |task| {
            let size = |of: fn(&Record) -> Option<u64>| {
                task.size(of).map_or(String::new(), |size| format!("{size:.1}"))
            };
            let Group { workload, strategy, tool, .. } = group;
            vec![
                format!("{workload} {} {} ({strategy}, {tool})", task.mutant, task.property),
                if task.solved() { "yes" } else { "no" }.into(),
                format!("{:.5} s", task.time()),
                format!("{:.5} s", task.slowest()),
                format!("{:.0}", task.tests()),
                size(|record| record.original),
                size(|record| record.size),
                size(|record| record.minimum),
            ]
        })
    });
    table(&head, rows)
}
