//! Trials are deterministic, and shrinking usually ends at the smallest counterexample.

use std::time::Duration;

use forall::runner::{Options, parallel, quick_check};
use forall::shrink::Alternating;
use workloads::strategy::Strategy;
use workloads::trial::{Trial, trial, unlimited};
use workloads::workload::{Task, Workload};
use workloads::{bst, fsub, rbt, stlc};

fn found(task: &Task, seed: u64) -> Trial {
    let property = task.property(&Strategy::Bespoke);
    trial(&property, &unlimited(seed, Duration::from_secs(600)), &Alternating)
}

/// Returns the percentage of tasks that shrink to the smallest counterexample, and checks that none
/// shrinks below it.
fn share_of_minima(workload: &'static Workload, every: usize) -> usize {
    let tasks: Vec<Task> = workload.tasks().step_by(every).collect();
    let least = tasks.iter().filter(|task| {
        let shrunk = found(task, 7).found.expect("a bug").shrunk;
        let size = (workload.measure)(&shrunk);
        let minimum = task.minimum.expect("the minimum is known, except for IFC");
        assert!(size >= minimum, "{} {}: {shrunk:?}", task.mutant, task.property);
        size == minimum
    });
    100 * least.count() / tasks.len()
}

static BST: Workload = bst::WORKLOAD;
static RBT: Workload = rbt::WORKLOAD;
static STLC: Workload = stlc::WORKLOAD;
static FSUB: Workload = fsub::WORKLOAD;

#[test]
fn most_search_trees_shrink_to_the_minimum() {
    assert!(share_of_minima(&BST, 1) >= 95);
}

#[test]
fn most_red_black_trees_shrink_to_the_minimum() {
    assert!(share_of_minima(&RBT, 3) >= 75);
}

#[test]
fn simply_typed_terms_shrink_to_the_minimum() {
    assert_eq!(share_of_minima(&STLC, 2), 100);
}

/// In a debug build it takes seconds to enumerate all terms of 11 nodes. These two tasks do not
/// need them.
#[test]
fn system_f_terms_shrink_to_the_minimum() {
    for mutant in ["subst_var_no_decr", "tsubst_tvar_over_shift"] {
        let task = FSUB.task(mutant, "SinglePreserve").expect("a task");
        let shrunk = found(&task, 7).found.expect("a bug").shrunk;
        assert_eq!(Some((FSUB.measure)(&shrunk)), task.minimum, "{shrunk:?}");
    }
}

/// Checks that `parallel` reports the same as `quick_check`, on any number of threads.
#[test]
fn parallel_reports_the_same_as_quick_check() {
    for workload in workloads::workload::WORKLOADS {
        let task = workload.tasks().last().expect("a task");
        let property = task.property(&Strategy::Bespoke);
        let options = Options { max_shrinks: 100, ..unlimited(3, Duration::from_secs(600)) };
        let one = quick_check(&property, &options);
        assert!(one.counterexample().is_some(), "{}", workload.name);
        for threads in [1, 2, 5] {
            let several = parallel(&property, &options, threads);
            assert_eq!(several, one, "{} on {threads} threads", workload.name);
        }
    }
}

#[test]
fn a_seed_determines_the_trial() {
    for workload in workloads::workload::WORKLOADS {
        let task = workload.tasks().next().expect("a task");
        let one = found(&task, 3);
        let other = found(&task, 3);
        assert_eq!(one.tally, other.tally, "{}", workload.name);
        let [one, other] = [one, other].map(|trial| trial.found.expect("a bug"));
        assert_eq!(one.original, other.original, "{}", workload.name);
        assert_eq!(one.shrunk, other.shrunk, "{}", workload.name);
    }
}
