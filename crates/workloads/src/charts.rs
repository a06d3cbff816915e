//! Which charts there are: of each experiment, one or more for each workload.

use crate::experiment::EXPERIMENTS;
use crate::record::Record;
use crate::summary::{Group, groups};
use crate::svg::{Line, buckets, lines};

/// A chart, and what its file is called.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The experiment.
    pub experiment: String,
    /// The name of a file, without its ending.
    pub name: String,
    /// The chart.
    pub svg: String,
}

/// All charts of what is in the store.
pub fn charts(records: &[Record]) -> Vec<Chart> {
    let mut charts = Vec::new();
    for experiment in EXPERIMENTS {
        let groups = groups(records, experiment.name);
        for workload in experiment.workloads {
            let groups: Vec<&Group> =
                groups.iter().filter(|group| group.workload == *workload).collect();
            if groups.is_empty() {
                continue;
            }
            let chart = |name: String, svg| Chart { experiment: experiment.name.into(), name, svg };
            let rows = groups
                .iter()
                .map(|group| (format!("{}, {}", group.strategy, group.tool), group.buckets()));
            let rows: Vec<_> = rows.collect();
            let name = format!("{}-{}", experiment.name, workload.to_lowercase());
            let title = format!("{workload}: tasks by mean time to failure");
            charts.push(chart(name.clone(), buckets(&title, &rows)));
            if experiment.name == "shrink" {
                let sizes = groups.iter().map(|group| {
                    let title = format!("{workload}: size before and after, {}", group.tool);
                    chart(format!("{name}-{}", group.tool), lines(&title, &sizes(group)))
                });
                charts.extend(sizes);
            }
        }
    }
    charts
}

/// Mean sizes by task, in the order of the sizes before.
fn sizes(group: &Group) -> Vec<Line> {
    let mut sizes: Vec<[f64; 3]> = group
        .tasks
        .iter()
        .filter_map(|task| {
            let of = |which: fn(&Record) -> Option<u64>| task.size(which);
            Some([of(|r| r.original)?, of(|r| r.size)?, of(|r| r.minimum)?])
        })
        .collect();
    sizes.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let line = |name: &str, color, dashes, at: usize| {
        let values = sizes.iter().map(|sizes| sizes[at]).collect();
        Line { name: name.into(), color, dashes, values }
    };
    vec![
        line("as found", "#b2182b", "", 0),
        line("shrunk", "#2166ac", "6 3", 1),
        line("smallest", "#4d4d4d", "1 3", 2),
    ]
}
