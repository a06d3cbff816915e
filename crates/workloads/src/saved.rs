//! The effect of feedback: tasks solved by pool and energy, and tests saved.

use crate::goals::Goal;
use crate::record::Record;
use crate::summary::{Group, Tried, mean};
use crate::svg::buckets;

/// Draws a bucket chart for each property, with a bar for each pool, energy and feedback.
pub(crate) fn by_property(groups: &[Group]) -> Vec<(String, String)> {
    let mut charts = Vec::new();
    for property in ["LLNI", "SSNI"] {
        let groups = groups.iter().map(|group| of_property(group, property));
        let rows: Vec<_> = groups
            .filter(|group| !group.tasks.is_empty())
            .map(|group| (group.tool.clone(), group.buckets()))
            .collect();
        if !rows.is_empty() {
            let title = format!("{property}: tasks by mean time to failure");
            charts.push((format!("-{}", property.to_lowercase()), buckets(&title, &rows)));
        }
    }
    charts
}

/// Restricts a group to the tasks of one property.
fn of_property(group: &Group, property: &str) -> Group {
    let of = |task: &&Tried| task.property == property;
    Group { tasks: group.tasks.iter().filter(of).cloned().collect(), ..group.clone() }
}

/// A loop with feedback, compared to one without, on a workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// The workload.
    pub workload: String,
    /// The loop with feedback.
    pub tool: String,
    /// The number of tasks that at least one of the two solves in half of its trials.
    pub tasks: usize,
    pub solved: (usize, usize),
    pub compared: (usize, usize),
    /// The geometric mean over the tasks of tests without feedback divided by tests with it. A
    /// trial that did not find the bug counts with the number of tests it ran.
    pub ratio: f64,
}

/// Compares all loops with feedback to the first one of the workload, which has none.
pub fn saved(groups: &[Group]) -> Vec<Saved> {
    let without = |group: &Group| groups.iter().find(|other| other.workload == group.workload);
    let pairs = groups.iter().filter_map(|group| Some((without(group)?, group)));
    pairs.filter(|(without, with)| without.tool != with.tool).map(against).collect()
}

fn against((without, with): (&Group, &Group)) -> Saved {
    let pair = |task: &Tried| {
        let other = with.tasks.iter().find(|other| other.is_of(task))?;
        Some((Half::of(task), Half::of(other)))
    };
    let pairs = without.tasks.iter().filter_map(pair);
    let pairs: Vec<(Half, Half)> = pairs.filter(|(a, b)| a.solved || b.solved).collect();
    let count = |of: fn(&(Half, Half)) -> bool| pairs.iter().filter(|pair| of(pair)).count();
    let logs = pairs.iter().map(|(without, with)| (without.tests / with.tests).ln());
    Saved {
        workload: with.workload.clone(),
        tool: with.tool.clone(),
        tasks: pairs.len(),
        solved: (count(|(without, _)| without.solved), count(|(_, with)| with.solved)),
        compared: (count(|(a, b)| b.tests < a.tests), count(|(a, b)| b.tests > a.tests)),
        ratio: mean(logs).map_or(1.0, f64::exp),
    }
}

/// The median trial of a task by number of tests.
struct Half {
    solved: bool,
    tests: f64,
}

impl Half {
    fn of(task: &Tried) -> Half {
        let mut trials: Vec<&Record> = task.trials.iter().collect();
        trials.sort_by_key(|trial| (!trial.solved(), trial.tests));
        let middle = trials[trials.len() / 2];
        Half { solved: middle.solved(), tests: (middle.tests + 1) as f64 }
    }
}

/// The number of tasks that the paper's pools solve between them, in any of five trials of a
/// minute.
const PAPER: usize = 31;

/// Counts the tasks of a property, and those that at least one of these loops solves.
fn any_of(groups: &[Group], property: &str) -> (usize, usize) {
    let groups: Vec<Group> = groups.iter().map(|group| of_property(group, property)).collect();
    let tasks = groups.first().map_or(&[][..], |group| &group.tasks);
    let solved = |task: &&Tried| {
        groups.iter().flat_map(|group| &group.tasks).any(|its| its.is_of(task) && its.solved())
    };
    (tasks.iter().filter(solved).count(), tasks.len())
}

/// The pools solve as many tasks as those of the paper, a fuzzer solves most tasks of the machine,
/// and feedback saves tests.
pub(crate) fn goals(pools: &[Group], best: &[Group], guided: &[Group]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for property in ["LLNI", "SSNI"] {
        let (solved, all) = any_of(pools, property);
        if all > 0 {
            let what = format!("IFC, {property}: tasks that one of {} pools solves", pools.len());
            let measured = format!("{solved} of {all}");
            goals.push(Goal::new(what, &format!("≥ {PAPER}"), measured, solved >= PAPER));
        }
    }
    let first = best.first().map(|group| (group, of_property(group, "SSNI")));
    if let Some((group, ssni)) = first.filter(|(_, ssni)| !ssni.tasks.is_empty()) {
        let (what, solved) = (format!("IFC: tasks that {} solves", group.tool), ssni.solved());
        let measured = format!("{solved} of {}", ssni.tasks.len());
        goals.push(Goal::new(what, "≥ 60", measured, solved >= 60));
    }
    for Saved { workload, tool, ratio, .. } in saved(guided) {
        let what = format!("{workload}: tests without feedback, for each of {tool}");
        goals.push(Goal::new(what, "> 1.00", format!("{ratio:.2}"), ratio > 1.0));
    }
    goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::groups;

    fn record(tool: &str, mutant: &str, trial: u64, tests: u64, found: bool) -> Record {
        let line = serde_json::json!({
            "experiment": "guided", "workload": "W", "mutant": mutant, "property": "SSNI",
            "strategy": "type-based", "tool": tool, "trial": trial,
            "status": if found { "found_bug" } else { "timed_out" },
            "tests": tests, "discarded": 0, "rejected": 0, "time": "1ns", "worked": "1ns",
            "shrinks": 0, "shrinking": "0ns", "counterexample": "",
        });
        Record::from_line(&line.to_string()).unwrap()
    }

    #[test]
    fn the_trial_in_the_middle_counts() {
        let mut records = Vec::new();
        for (tool, tests) in [("fresh", [799, 99, 4]), ("heap", [49, 9, 3_999])] {
            for (trial, tests) in (0..).zip(tests) {
                records.push(record(tool, "found", trial, tests, true));
            }
            let found = tool == "heap";
            let few = if found { 24 } else { 99 };
            records.extend((0..3).map(|trial| record(tool, "hard", trial, few, found)));
            records.extend((0..3).map(|trial| record(tool, "never", trial, 99, false)));
        }
        let saved = saved(&groups(&records, "guided"));
        let [saved] = &saved[..] else { panic!("{saved:?}") };
        assert_eq!((saved.tasks, saved.solved, saved.compared), (2, (1, 2), (2, 0)));
        // The geometric mean of 2 and 4.
        assert!((saved.ratio - 8_f64.sqrt()).abs() < 1e-9, "{saved:?}");
        let charts = by_property(&groups(&records, "guided"));
        assert_eq!(charts.len(), 1);
        assert_eq!(charts[0].0, "-ssni");
    }

    #[test]
    fn a_task_is_solved_if_one_of_the_pools_solves_it() {
        let solved = [("heap", "both"), ("fifo", "both"), ("fifo", "one")];
        let tried = |tool: &'static str| {
            ["both", "one", "none"]
                .map(|mutant| record(tool, mutant, 0, 9, solved.contains(&(tool, mutant))))
        };
        let records: Vec<Record> = ["heap", "fifo"].into_iter().flat_map(tried).collect();
        let groups = groups(&records, "guided");
        assert_eq!(any_of(&groups, "SSNI"), (2, 3));
        assert_eq!(any_of(&groups, "LLNI"), (0, 0));
    }
}
