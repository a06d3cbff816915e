//! Trials are deterministic, and shrinking usually ends at the smallest counterexample.

use std::time::Duration;

use forall::runner::{Options, parallel, quick_check};
use forall::shrink::{Alternating, Integrated, Shrinker};
use forall::source::Sizes;
use workloads::strategy::Strategy;
use workloads::trial::{Trial, trial, unlimited};
use workloads::workload::{Task, Workload};
use workloads::{bst, fsub, rbt, stlc};

fn found(task: &Task, seed: u64) -> Trial {
    found_with(task, seed, &Alternating)
}

fn found_with(task: &Task, seed: u64, shrinker: &impl Shrinker) -> Trial {
    let property = task.property(&Strategy::Bespoke);
    // Time must not decide, and debug builds are slow.
    let long = Duration::from_secs(600);
    let options = Options { shrink_time: long, ..unlimited(seed, long) };
    trial(&property, &options, shrinker)
}

/// Returns the percentage of tasks that shrink to the smallest counterexample, and checks that none
/// shrinks below it, or grows.
fn share_of_minima(workload: &'static Workload, every: usize, shrinker: &impl Shrinker) -> usize {
    let tasks: Vec<Task> = workload.tasks().step_by(every).collect();
    let least = tasks.iter().filter(|task| {
        let found = found_with(task, 7, shrinker).found.expect("a bug");
        let shrunk = found.shrunk;
        let size = (workload.measure)(&shrunk);
        let minimum = task.minimum.expect("the minimum is known, except for IFC");
        assert!(size >= minimum, "{} {}: {shrunk:?}", task.mutant, task.property);
        assert!(size <= (workload.measure)(&found.original), "{} grew: {shrunk:?}", task.mutant);
        size == minimum
    });
    100 * least.count() / tasks.len()
}

static BST: Workload = bst::WORKLOAD;
static RBT: Workload = rbt::WORKLOAD;
static STLC: Workload = stlc::WORKLOAD;
static FSUB: Workload = fsub::WORKLOAD;

/// Checks that this percentage of the tasks shrinks to the minimum.
fn reaches(share: usize, least: usize) {
    assert!(share >= least, "{share} %");
}

/// Two of these 53 tasks miss it.
#[test]
fn search_trees_shrink_to_the_minimum_without_a_shrinker() {
    reaches(share_of_minima(&BST, 1, &Integrated), 95);
}

#[test]
fn red_black_trees_shrink_to_the_minimum_without_a_shrinker() {
    reaches(share_of_minima(&RBT, 3, &Integrated), 95);
}

/// Without the random search, one in four does.
#[test]
fn typed_terms_shrink_to_the_minimum_without_a_shrinker() {
    reaches(share_of_minima(&STLC, 4, &Integrated), 95);
}

#[test]
fn handwritten_lists_do_not_make_results_worse() {
    reaches(share_of_minima(&BST, 4, &Alternating), 98);
    reaches(share_of_minima(&RBT, 8, &Alternating), 98);
    reaches(share_of_minima(&STLC, 8, &Alternating), 95);
}

#[test]
fn system_f_terms_shrink_to_the_minimum_without_a_shrinker() {
    for mutant in ["tsubst_tvar_flip", "tsubst_tvar_over_shift"] {
        let task = FSUB.task(mutant, "SinglePreserve").expect("a task");
        let shrunk = found_with(&task, 7, &Integrated).found.expect("a bug").shrunk;
        assert_eq!(Some((FSUB.measure)(&shrunk)), task.minimum, "{shrunk:?}");
    }
}

/// Checks that `parallel` reports the same as `quick_check`, on any number of threads.
#[test]
fn parallel_reports_the_same_as_quick_check() {
    for workload in workloads::workload::WORKLOADS {
        let task = workload.tasks().last().expect("a task");
        let property = task.property(&Strategy::Bespoke);
        // Large tests and explanations depend on the time that they take.
        let sizes = Sizes::Varied { tests_before: 0, max_list_doublings: 0 };
        let limits = unlimited(3, Duration::from_secs(600));
        let options = Options { max_shrinks: 100, sizes, explain: false, ..limits };
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
