//! Goals of the experiments, and whether they are reached.

use crate::charts::aimed_at;
use crate::saved;
use crate::store::Stored;
use crate::summary::{Group, groups, mean};
use crate::throughput::Row;
use crate::workload::WORKLOADS;

/// A goal and its measured value.
#[derive(Clone, Debug, PartialEq)]
pub struct Goal {
    /// The measured quantity.
    pub what: String,
    /// The required value.
    pub aim: String,
    /// The measured value.
    pub measured: String,
    /// Is the goal reached?
    pub held: bool,
}

impl Goal {
    pub(crate) fn new(
        what: impl Into<String>,
        aim: &str,
        measured: impl Into<String>,
        held: bool,
    ) -> Goal {
        Goal { what: what.into(), aim: aim.to_owned(), measured: measured.into(), held }
    }
}

/// Returns all goals for which the store has measurements.
pub fn goals(stored: &Stored) -> Vec<Goal> {
    let of = |experiment| groups(&stored.records, experiment);
    let mut goals = solved(&of("solve"));
    goals.extend(deep(&of("deep")));
    goals.extend(by_hand(&stored.rates));
    goals.extend(minima(&of("shrink")));
    goals.extend(saved::goals(&of("pools"), &of("best"), &of("guided")));
    goals.extend(minutes(stored));
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
    each.map(|(what, aim, is)| Goal::new(what, &format!("≥ {aim}"), is.to_string(), is >= aim))
        .into()
}

/// Returns the mean ratio of the times of two test loops, over the tasks and strategies that both
/// solve.
pub fn time_ratio(groups: &[Group], workload: &str, first: &str, other: &str) -> Option<f64> {
    let tool = |name: &str, strategy: Option<&str>| {
        let same = |group: &&Group| {
            group.workload == workload
                && group.tool == name
                && strategy.is_none_or(|strategy| group.strategy == strategy)
        };
        groups.iter().filter(same).collect::<Vec<_>>()
    };
    let pairs = tool(first, None).into_iter().flat_map(|ours| {
        let theirs = tool(other, Some(&ours.strategy));
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
                let what = format!("{workload}: time to failure, for each of {peer}'s");
                goals.push(Goal::new(what, "≤ 1.00", format!("{ratio:.2}"), ratio <= 1.0));
            }
        }
    }
    goals
}

/// The bar for SSNI: at least 130,000 tests per second where the handwritten loop does 133,000.
const SSNI: f64 = 130.0 / 133.0;

fn by_hand(rates: &[Row]) -> Vec<Goal> {
    let goal = |row: &Row| {
        let least = if row.property == "SSNI" { SSNI } else { 0.95 };
        let ratio = row.typed / row.by_hand;
        let what = format!("{} {}: tests a second, for each by hand", row.workload, row.property);
        Goal::new(what, &format!("≥ {least:.2}"), format!("{ratio:.2}"), ratio >= least)
    };
    rates.iter().map(goal).collect()
}

/// Shrinking ends at the smallest counterexample.
fn minima(groups: &[Group]) -> Vec<Goal> {
    let mut goals = Vec::new();
    for group in groups.iter().filter(|group| group.tool == "both") {
        if let Some(share) = group.share_of_minima() {
            let what = format!("{}: trials that end at the smallest", group.workload);
            let (aim, measured) = (aimed_at(&group.workload), format!("{:.1} %", 100.0 * share));
            let wanted = format!("≥ {:.0} %", 100.0 * aim);
            goals.push(Goal::new(what, &wanted, measured, share >= aim));
        }
        if let ("FSUB", Some((ratio, _))) = (&*group.workload, group.ratio()) {
            let what = "FSUB: how many times smaller counterexamples become";
            goals.push(Goal::new(what, "≥ 4", format!("{ratio:.2}"), ratio >= 4.0));
        }
    }
    goals
}

/// The experiments of the paper fit into a time limit on two cores.
fn minutes(stored: &Stored) -> Option<Goal> {
    let seconds = |experiment: &str| {
        let records = stored.records.iter().filter(|r| r.key.experiment == experiment);
        records.map(|record| (record.time + record.shrinking) as f64 / 1e9).sum::<f64>()
    };
    let [deep, shrink, parallel] = ["deep", "shrink", "parallel"].map(seconds);
    if deep.min(shrink).min(parallel) == 0.0 {
        return None;
    }
    // Trials run two at a time, except in `parallel`, where each trial uses both cores.
    let minutes = ((deep + shrink) / 2.0 + parallel) / 60.0;
    let what = "deep, shrink and parallel on two cores";
    Some(Goal::new(what, "< 30 min", format!("{minutes:.1} min"), minutes < 30.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_that_is_missed_says_so() {
        let row = |property: &str, typed| Row {
            workload: "W".to_owned(),
            property: property.to_owned(),
            typed,
            erased: 0.0,
            by_hand: 100.0,
        };
        let rates = vec![row("P", 96.0), row("SSNI", 96.0)];
        let held: Vec<bool> =
            goals(&Stored { rates, ..Stored::default() }).iter().map(|goal| goal.held).collect();
        assert_eq!(held, [true, false]);
    }
}
