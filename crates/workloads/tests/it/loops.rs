//! All loops run the same tests, so a comparison only compares the loops.

use std::time::Duration;

use workloads::runners::RUNNERS;
use workloads::strategy::Strategy;
use workloads::test_loop::TestLoop;
use workloads::trial::{Status, TrialOptions};
use workloads::workload::{WORKLOADS, Workload};

/// Returns the status and the number of tests before the failing one.
fn before(
    test_loop: TestLoop,
    workload: &str,
    strategy: &'static Strategy,
) -> Option<(Status, u64)> {
    let workload = WORKLOADS.iter().find(|known| known.name == workload)?;
    let task = workload.tasks().last()?;
    let trial = test_loop.trial(
        &task,
        strategy,
        TrialOptions { seed: 5, time: Duration::from_secs(600) },
    )?;
    Some((trial.status, trial.tally.tests()))
}

#[test]
fn all_loops_find_the_bug_in_the_same_test() {
    for workload in ["BST", "STLC", "FSUB", "IFC"] {
        let typed = before(TestLoop::Typed, workload, &Strategy::Bespoke);
        assert!(matches!(typed, Some((Status::FoundBug, _))), "{workload}: {typed:?}");
        for test_loop in
            [TestLoop::Erased, TestLoop::Both, TestLoop::Quickcheck, TestLoop::Proptest]
        {
            let other = before(test_loop, workload, &Strategy::Bespoke);
            let left_out = other.is_none() && cfg!(not(feature = "peers"));
            assert!(other == typed || left_out, "{workload} {test_loop}: {other:?}, not {typed:?}");
        }
    }
}

/// Other libraries shrink our counterexamples: the result is not larger than the original, and not
/// smaller than the minimum.
#[test]
fn other_libraries_shrink_the_same_counterexamples() {
    for workload in ["BST", "RBT", "STLC", "FSUB"] {
        let workload = Workload::named(workload).unwrap();
        for task in workload.tasks().step_by(7) {
            for test_loop in [
                TestLoop::QuickcheckShrinks,
                TestLoop::QuickcheckDefault,
                TestLoop::ProptestShrinks,
                TestLoop::ProptestLists,
            ] {
                let made = |test_loop: TestLoop| {
                    test_loop.trial(
                        &task,
                        &Strategy::Bespoke,
                        TrialOptions { seed: 2, time: Duration::from_secs(600) },
                    )
                };
                let (Some(ours), Some(theirs)) = (made(TestLoop::Erased), made(test_loop)) else {
                    continue;
                };
                let ours = ours.found.unwrap();
                let theirs = theirs.found.unwrap();
                let size = |bindings: &[_]| (workload.measure)(bindings);
                assert_eq!(
                    theirs.original, ours.original,
                    "{test_loop} {} {}",
                    task.mutant, task.property
                );
                assert!(
                    size(&theirs.shrunk) <= size(&theirs.original),
                    "{test_loop} {} {}",
                    task.mutant,
                    task.property
                );
                assert!(
                    Some(size(&theirs.shrunk)) >= task.minimum,
                    "{test_loop} {} {}",
                    task.mutant,
                    task.property
                );
                assert!(theirs.shrinks > 0, "{test_loop} {} {}", task.mutant, task.property);
            }
        }
    }
}

/// Every runner finds an easy bug under its own name, and returns a counterexample.
#[test]
fn every_runner_finds_an_easy_bug() {
    for (name, _) in RUNNERS {
        // It runs for the whole time.
        let time = Duration::from_secs(if *name == "find_all" { 1 } else { 600 });
        for workload in ["BST", "STLC"] {
            let task = Workload::named(workload).unwrap().tasks().next().unwrap();
            let options = TrialOptions { seed: 1, time };
            let trial = TestLoop::Runner(name).trial(&task, &Strategy::Bespoke, options);
            let trial = trial.expect("a runner of this name");
            assert_eq!(trial.status, Status::FoundBug, "{name} {workload}");
            assert!(trial.found.is_some(), "{name} {workload}");
        }
    }
}
