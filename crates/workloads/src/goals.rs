//! Goals of the experiments, and whether they are reached.

use crate::charts::minima_goal;
use crate::experiment::Experiment;
use crate::savings;
use crate::store::Stored;
use crate::summary::{Group, groups, mean};
use crate::test_loop::TestLoop;
use crate::throughput::Row;
use crate::workload::WORKLOADS;

/// A goal and its measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The measured quantity.
    pub what: String,
    /// The required value.
    pub required: String,
    /// The measured value.
    pub measured: String,
    /// Is the goal reached?
    pub reached: bool,
    /// The trials that are missing to decide that, if any: `3 of 10 trials`.
    pub missing: Option<String>,
}

impl Goal {
    pub(crate) fn new(
        what: impl Into<String>,
        required: &str,
        measured: impl Into<String>,
        reached: bool,
    ) -> Goal {
        let required = required.to_owned();
        Goal { what: what.into(), required, measured: measured.into(), reached, missing: None }
    }

    /// Sets which trials are missing. Without them, the goal is not reached.
    fn missing(self, missing: Option<String>) -> Goal {
        Goal { reached: self.reached && missing.is_none(), missing, ..self }
    }
}

/// Returns which trials of an experiment are missing: a loop has fewer on some task than the experiment asks for.
fn missing_trials(experiment: &str, groups: &[Group]) -> Option<String> {
    let experiment = Experiment::named(experiment)?;
    let is_random = |group: &&Group| {
        TestLoop::named(&group.test_loop).is_none_or(|test_loop| !test_loop.is_deterministic())
    };
    let fewest = groups.iter().filter(is_random).filter_map(Group::fewest_trials).min()?;
    (fewest < experiment.trials).then(|| format!("{fewest} of {} trials", experiment.trials))
}

/// Returns all goals for which the store has measurements.
pub fn goals(stored: &Stored) -> Vec<Goal> {
    let of = |experiment: &str| groups(&stored.records, experiment);
    let complete = |names: &[&str], goals: Vec<Goal>| {
        let missing = names.iter().find_map(|name| missing_trials(name, &of(name)));
        goals.into_iter().map(move |goal| goal.missing(missing.clone())).collect::<Vec<_>>()
    };
    let mut goals = complete(&["solve"], solved(&of("solve")));
    goals.extend(complete(&["deep"], deep(&of("deep"))));
    goals.extend(handwritten(&stored.rates));
    goals.extend(complete(&["shrink"], minima(&of("shrink"))));
    goals.extend(complete(&["pools"], savings::pools(&of("pools"))));
    goals.extend(complete(&["best"], savings::best(&of("best"))));
    goals.extend(complete(&["guided"], savings::guided(&of("guided"))));
    let time = minutes(stored).into_iter().collect();
    goals.extend(complete(&["deep", "shrink", "parallel"], time));
    goals
}

/// The bespoke strategy solves all tasks, quickly.
fn solved(groups: &[Group]) -> Vec<Goal> {
    if groups.is_empty() {
        return Vec::new();
    }
    let all: usize = WORKLOADS.iter().map(|workload| workload.tasks().count()).sum();
    let sum = |of: &dyn Fn(&Group) -> usize| groups.iter().map(of).sum::<usize>();
    let each = [
        ("tasks solved in every trial", all, sum(&Group::solved)),
        (
            "tasks solved in less than 1 s in every trial",
            all,
            sum(&|group| group.always_below(1.0)),
        ),
        (
            "tasks solved in less than 0.1 s in every trial",
            225,
            sum(&|group| group.always_below(0.1)),
        ),
    ];
    each.map(|(what, required, measured)| {
        let reached = measured >= required;
        Goal::new(what, &format!("≥ {required}"), measured.to_string(), reached)
    })
    .into()
}

/// Returns the mean ratio of the times of two test loops, over the tasks and strategies that both
/// solve.
pub fn time_ratio(groups: &[Group], workload: &str, first: &str, other: &str) -> Option<f64> {
    let test_loop = |name: &str, strategy: Option<&str>| {
        let same = |group: &&Group| {
            group.workload == workload
                && group.test_loop == name
                && strategy.is_none_or(|strategy| group.strategy == strategy)
        };
        groups.iter().filter(same).collect::<Vec<_>>()
    };
    let pairs = test_loop(first, None).into_iter().flat_map(|ours| {
        let theirs = test_loop(other, Some(&ours.strategy));
        theirs.into_iter().flat_map(move |theirs| ours.both_solved(theirs)).collect::<Vec<_>>()
    });
    mean(pairs.map(|(ours, theirs)| ours.time() / theirs.time()))
}

/// Our loop is at least as fast as those of other libraries.
fn deep(groups: &[Group]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for workload in ["BST", "RBT", "STLC"] {
        for peer in ["quickcheck", "proptest"] {
            if let Some(ratio) = time_ratio(groups, workload, "typed", peer) {
                let what = format!("{workload}: mean ratio of our time to failure to {peer}'s");
                goals.push(Goal::new(what, "≤ 1.00", format!("{ratio:.2}"), ratio <= 1.0));
            }
        }
    }
    goals
}

/// The bar for SSNI: at least 130,000 tests per second where the handwritten loop does 133,000.
const SSNI: f64 = 130.0 / 133.0;

fn handwritten(rates: &[Row]) -> Vec<Goal> {
    let goal = |row: &Row| {
        let least = if row.property == "SSNI" { SSNI } else { 0.95 };
        let ratio = row.typed / row.handwritten;
        let what = format!(
            "{} {}: tests per second relative to a handwritten loop",
            row.workload, row.property
        );
        Goal::new(what, &format!("≥ {least:.2}"), format!("{ratio:.2}"), ratio >= least)
    };
    rates.iter().map(goal).collect()
}

/// Shrinking ends at the smallest counterexample.
fn minima(groups: &[Group]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for group in groups.iter().filter(|group| group.test_loop == "integrated") {
        if let Some(share) = group.share_of_minima() {
            let what = format!(
                "{}: trials of `integrated` that end at the smallest counterexample",
                group.workload
            );
            let goal = minima_goal(&group.workload);
            let required = format!("≥ {:.0} %", 100.0 * goal);
            let measured = format!("{:.1} %", 100.0 * share);
            goals.push(Goal::new(what, &required, measured, share >= goal));
        }
        if let ("FSUB", Some(ratio)) = (&*group.workload, group.shrink_ratio()) {
            let what = "FSUB: mean size before shrinking relative to the size after `integrated`";
            goals.push(Goal::new(what, "≥ 4", format!("{:.2}", ratio.mean), ratio.mean >= 4.0));
        }
    }
    goals
}

/// The experiments of the paper fit into a time limit on two cores.
fn minutes(stored: &Stored) -> Option<Goal> {
    let seconds = |experiment: &str| {
        let records = stored.records.iter().filter(|r| r.key.experiment == experiment);
        records.map(|record| (record.time + record.shrink_time) as f64 / 1e9).sum::<f64>()
    };
    let [deep, shrink, parallel] = ["deep", "shrink", "parallel"].map(seconds);
    if deep.min(shrink).min(parallel) == 0.0 {
        return None;
    }
    // Trials run two at a time, except in `parallel`, where each trial uses both cores.
    let minutes = ((deep + shrink) / 2.0 + parallel) / 60.0;
    let what = "deep, shrink and parallel: time on two cores";
    Some(Goal::new(what, "< 30 min", format!("{minutes:.1} min"), minutes < 30.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Key, Record};
    use crate::strategy::Strategy;

    #[test]
    fn a_goal_below_its_requirement_is_missed() {
        let row = |property: &str, typed| Row {
            workload: "W".to_owned(),
            property: property.to_owned(),
            typed,
            erased: 0.0,
            handwritten: 100.0,
        };
        let rates = vec![row("P", 96.0), row("SSNI", 96.0)];
        let goals = goals(&Stored { rates, ..Stored::default() });
        let reached: Vec<bool> = goals.iter().map(|goal| goal.reached).collect();
        assert_eq!(reached, [true, false]);
    }

    /// Ten trials of all tasks of `solve`, except that some tasks have fewer.
    fn solved_with_trials(fewest: u64) -> Vec<Goal> {
        let mut records = Vec::new();
        for task in WORKLOADS.iter().flat_map(|workload| workload.tasks()) {
            let trials = if task.workload.name == "RBT" { fewest } else { 10 };
            for trial in 0..trials {
                let key = Key::new("solve", &task, Strategy::Bespoke, TestLoop::Erased, trial);
                let line = serde_json::json!({
                    "experiment": key.experiment, "workload": key.workload, "mutant": key.mutant,
                    "property": key.property, "strategy": key.strategy, "loop": key.test_loop,
                    "trial": trial, "status": "found_bug", "tests": 1, "discarded": 0, "rejected": 0,
                    "time": "1ns", "cpu_time": "1ns", "shrinks": 0, "shrink_time": "0ns",
                    "counterexample": "",
                });
                records.extend(Record::from_line(&line.to_string()));
            }
        }
        goals(&Stored { records, ..Stored::default() })
    }

    #[test]
    fn a_goal_needs_all_trials() {
        let reached =
            |fewest| solved_with_trials(fewest).iter().filter(|goal| goal.reached).count();
        assert_eq!((reached(10), reached(9)), (3, 0));
        let missing = solved_with_trials(9)[0].missing.clone();
        assert_eq!(missing.as_deref(), Some("9 of 10 trials"));
    }
}
