//! The effect of feedback: tasks solved by pool and energy, and tests saved.

use crate::charts::Drawing;
use crate::goals::Goal;
use crate::guided::{FeedbackKind, Guided};
use crate::record::Record;
use crate::summary::{Group, TaskTrials, mean};
use crate::svg::{BucketBar, Counts, buckets};

/// Draws a bucket chart for each property, with a bar for each pool, energy and feedback. If there are several trials, draws
/// a second one of the fastest trials, as in the paper.
pub(crate) fn by_property(groups: &[Group]) -> Vec<Drawing> {
    let mut charts = Vec::new();
    for property in ["LLNI", "SSNI"] {
        let groups: Vec<Group> = groups
            .iter()
            .map(|group| of_property(group, property))
            .filter(|group| !group.tasks.is_empty())
            .collect();
        let draw = |title: &str, counts: fn(&Group) -> Counts| {
            let bar = |group: &Group| {
                let label = group.test_loop.clone();
                BucketBar { label, counts: counts(group) }
            };
            buckets(&format!("{property}: {title}"), &groups.iter().map(bar).collect::<Vec<_>>())
        };
        if groups.is_empty() {
            continue;
        }
        let suffix = format!("-{}", property.to_lowercase());
        let svg = draw("tasks by mean time to failure, if all trials find the bug", Group::buckets);
        charts.push(Drawing { suffix: suffix.clone(), svg });
        if groups.iter().any(|group| group.fewest_trials() > Some(1)) {
            let svg = draw("tasks by time of the fastest trial", Group::fastest_buckets);
            charts.push(Drawing { suffix: suffix + "-any", svg });
        }
    }
    charts
}

/// Restricts a group to the tasks of one property.
fn of_property(group: &Group, property: &str) -> Group {
    let of = |task: &&TaskTrials| task.property == property;
    Group { tasks: group.tasks.iter().filter(of).cloned().collect(), ..group.clone() }
}

/// A loop that mutates inputs, compared to one that does not, on a workload.
#[derive(Clone, Debug, PartialEq)]
pub struct Savings {
    /// The workload.
    pub workload: String,
    /// The loop that mutates inputs.
    pub test_loop: String,
    /// The number of tasks that at least one of the two solves in half of its trials.
    pub tasks: usize,
    /// The number of these tasks that fresh inputs solve.
    pub solved_without: usize,
    /// The number of these tasks that the loop solves.
    pub solved_with: usize,
    /// The number of tasks for which the loop takes fewer tests.
    pub fewer_tests: usize,
    /// The number of tasks for which the loop takes more tests.
    pub more_tests: usize,
    /// The geometric mean over the tasks of tests of fresh inputs divided by tests of the loop. A
    /// trial that did not find the bug counts with the number of tests it ran.
    pub ratio: f64,
}

/// Compares all loops to the first one of the workload, whose inputs are fresh.
pub fn savings(groups: &[Group]) -> Vec<Savings> {
    let without = |group: &Group| groups.iter().find(|other| other.workload == group.workload);
    let pairs = groups.iter().filter_map(|group| Some((without(group)?, group)));
    let pairs = pairs.filter(|(without, with)| without.test_loop != with.test_loop);
    pairs.map(|(without, with)| compare(without, with)).collect()
}

fn compare(without: &Group, with: &Group) -> Savings {
    let pair = |task: &TaskTrials| {
        let other = with.tasks.iter().find(|other| other.is_same_task(task))?;
        Some((MedianTrial::of(task), MedianTrial::of(other)))
    };
    let pairs = without.tasks.iter().filter_map(pair);
    let pairs: Vec<(MedianTrial, MedianTrial)> =
        pairs.filter(|(a, b)| a.solved || b.solved).collect();
    let count =
        |of: fn(&(MedianTrial, MedianTrial)) -> bool| pairs.iter().filter(|pair| of(pair)).count();
    let logs = pairs.iter().map(|(without, with)| (without.tests / with.tests).ln());
    Savings {
        workload: with.workload.clone(),
        test_loop: with.test_loop.clone(),
        tasks: pairs.len(),
        solved_without: count(|(without, _)| without.solved),
        solved_with: count(|(_, with)| with.solved),
        fewer_tests: count(|(without, with)| with.tests < without.tests),
        more_tests: count(|(without, with)| with.tests > without.tests),
        ratio: mean(logs).map_or(1.0, f64::exp),
    }
}

/// The median trial of a task by number of tests.
struct MedianTrial {
    solved: bool,
    tests: f64,
}

impl MedianTrial {
    fn of(task: &TaskTrials) -> MedianTrial {
        let mut trials: Vec<&Record> = task.trials.iter().collect();
        trials.sort_by_key(|trial| (!trial.solved(), trial.tests));
        let middle = trials[trials.len() / 2];
        MedianTrial { solved: middle.solved(), tests: (middle.tests + 1) as f64 }
    }
}

/// The number of tasks that the paper's pools solve between them, in any of five trials of a
/// minute.
const PAPER_SOLVED: usize = 31;

/// Counts the tasks of a property, and those that at least one of these loops solves in at least one trial, as the paper
/// counts.
fn solved_by_any(groups: &[Group], property: &str) -> Solved {
    let groups: Vec<Group> = groups.iter().map(|group| of_property(group, property)).collect();
    let tasks = groups.first().map_or(&[][..], |group| &group.tasks);
    let solved = |task: &&TaskTrials| {
        groups
            .iter()
            .flat_map(|group| &group.tasks)
            .any(|its| its.is_same_task(task) && its.trials.iter().any(Record::solved))
    };
    Solved { solved: tasks.iter().filter(solved).count(), tasks: tasks.len() }
}

/// A number of tasks, and how many of them are solved.
#[derive(Debug, PartialEq)]
struct Solved {
    solved: usize,
    tasks: usize,
}

/// Returns whether the loop has one of the six pools of the paper.
fn is_of_paper(group: &Group) -> bool {
    Guided::named(&group.test_loop).is_some_and(|guided| guided.pool.is_of_paper())
}

/// The pools solve as many tasks as those of the paper.
pub(crate) fn pools(groups: &[Group]) -> Vec<Goal> {
    let groups: Vec<Group> = groups.iter().filter(|group| is_of_paper(group)).cloned().collect();
    let mut goals = Vec::new();
    for property in ["LLNI", "SSNI"] {
        let Solved { solved, tasks: all } = solved_by_any(&groups, property);
        if all > 0 {
            let configurations = groups.len();
            let what =
                format!("IFC, {property}: tasks solved by any of {configurations} configurations");
            let measured = format!("{solved} of {all}");
            let reached = solved >= PAPER_SOLVED;
            goals.push(Goal::new(what, &format!("≥ {PAPER_SOLVED}"), measured, reached));
        }
    }
    goals
}

/// A fuzzer solves most tasks of the machine.
pub(crate) fn best(groups: &[Group]) -> Vec<Goal> {
    let first = groups.first().map(|group| (group, of_property(group, "SSNI")));
    let goal = |(group, ssni): (&Group, Group)| {
        let what = format!("IFC, SSNI: tasks solved by {}", group.test_loop);
        let solved = ssni.solved();
        let measured = format!("{solved} of {}", ssni.tasks.len());
        Goal::new(what, "≥ 60", measured, solved >= 60)
    };
    first.filter(|(_, ssni)| !ssni.tasks.is_empty()).map(goal).into_iter().collect()
}

/// Feedback saves tests.
pub(crate) fn guided(groups: &[Group]) -> Vec<Goal> {
    let goal = |Savings { workload, test_loop, ratio, .. }: Savings| {
        let what = format!("{workload}: tests of fresh inputs relative to {test_loop}");
        Goal::new(what, "> 1.00", format!("{ratio:.2}"), ratio > 1.0)
    };
    let has_feedback = |saved: &Savings| {
        let guided = Guided::named(&saved.test_loop);
        guided.is_none_or(|guided| guided.feedback != FeedbackKind::Valid)
    };
    savings(groups).into_iter().filter(has_feedback).map(goal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::groups;

    fn record(test_loop: &str, mutant: &str, trial: u64, tests: u64, found: bool) -> Record {
        let line = serde_json::json!({
            "experiment": "guided", "workload": "W", "mutant": mutant, "property": "SSNI",
            "strategy": "type-based", "loop": test_loop, "trial": trial,
            "status": if found { "found_bug" } else { "timed_out" },
            "tests": tests, "discarded": 0, "rejected": 0, "time": "1ns", "cpu_time": "1ns",
            "shrinks": 0, "shrink_time": "0ns", "counterexample": "",
        });
        Record::from_line(&line.to_string()).unwrap()
    }

    #[test]
    fn savings_compare_median_trials() {
        let mut records = Vec::new();
        for (test_loop, tests) in [("fresh", [799, 99, 4]), ("heap", [49, 9, 3_999])] {
            for (trial, tests) in (0..).zip(tests) {
                records.push(record(test_loop, "found", trial, tests, true));
            }
            let found = test_loop == "heap";
            let few = if found { 24 } else { 99 };
            records.extend((0..3).map(|trial| record(test_loop, "hard", trial, few, found)));
            records.extend((0..3).map(|trial| record(test_loop, "never", trial, 99, false)));
        }
        let savings = savings(&groups(&records, "guided"));
        let [saved] = &savings[..] else { panic!("{savings:?}") };
        assert_eq!([saved.tasks, saved.solved_without, saved.solved_with], [2, 1, 2]);
        assert_eq!([saved.fewer_tests, saved.more_tests], [2, 0]);
        // The geometric mean of 2 and 4.
        assert!((saved.ratio - 8_f64.sqrt()).abs() < 1e-9, "{saved:?}");
        let charts = by_property(&groups(&records, "guided"));
        let suffixes: Vec<&str> = charts.iter().map(|chart| &*chart.suffix).collect();
        assert_eq!(suffixes, ["-ssni", "-ssni-any"]);
    }

    #[test]
    fn a_task_is_solved_if_one_of_the_pools_solves_it() {
        let solved = [("heap", "both"), ("fifo", "both"), ("fifo", "one")];
        let tried = |test_loop: &'static str| {
            ["both", "one", "none"].map(|mutant| {
                record(test_loop, mutant, 0, 9, solved.contains(&(test_loop, mutant)))
            })
        };
        let records: Vec<Record> = ["heap", "fifo"].into_iter().flat_map(tried).collect();
        let groups = groups(&records, "guided");
        assert_eq!(solved_by_any(&groups, "SSNI"), Solved { solved: 2, tasks: 3 });
        assert_eq!(solved_by_any(&groups, "LLNI"), Solved { solved: 0, tasks: 0 });
    }
}
